import { serverSide } from '../../_server/load.ts';

/** The facts of a page for search engines, in the terms of schema.org. They are the same as the page shows. */
export async function JsonLd({ make }: { make: (webUrl: string) => Record<string, unknown> }) {
  const { env } = await (await serverSide()).services();
  const json = JSON.stringify({ '@context': 'https://schema.org', ...make(env.webUrl) });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making, with `<` escaped
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  );
}
