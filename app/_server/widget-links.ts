import type { EmbedKind } from '#server/features/embeds/schema.ts';
import { api } from './reader.ts';

/** The oEmbed links for the head of a page; empty when the page may not be embedded. */
export async function widgetLinks(
  kind: EmbedKind,
  id: string,
): Promise<Record<string, { url: string; title: string }[]>> {
  const found = await (await api()).embeds.discovery({ kind, id });
  if (!found) return {};
  const title = `${found.name} on Earmark`;
  return {
    'application/json+oembed': [{ url: found.json, title }],
    'text/xml+oembed': [{ url: found.xml, title }],
  };
}
