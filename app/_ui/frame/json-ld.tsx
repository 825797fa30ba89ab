import { serverSide } from '../../_server/load.ts';

/** What search engines are told about a page, in the terms of schema.org; the same facts that the page shows. */
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
