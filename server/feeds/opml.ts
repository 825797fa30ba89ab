import { decodeBytes } from './encoding.ts';
import { webUrl } from './fields.ts';
import { feedAddress, isStorable } from './identity.ts';
import { plainLine } from './text.ts';
import { parseXml, type XmlElement } from './xml.ts';

export type Subscription = { readonly url: string; readonly title: string | null };

export type OpmlResult =
  | { readonly ok: true; readonly subscriptions: readonly Subscription[]; readonly skipped: number }
  | { readonly ok: false; readonly reason: string };

const MAX_OPML_BYTES = 16 * 1024 * 1024;

/**
 * Reads the feeds of a subscription list in order, from all its folders, each address once. `skipped` counts outlines whose
 * feed address is not a web address or is too long. Never throws.
 */
export function parseOpml(bytes: Uint8Array, contentType: string | null): OpmlResult {
  if (bytes.byteLength > MAX_OPML_BYTES) return { ok: false, reason: 'The list is larger than 16 MB.' };
  const decoded = decodeBytes(bytes, contentType);
  if (!decoded.ok) return decoded;
  const document = parseXml(decoded.text);
  if (!document.ok) return document;
  if (document.root.name !== 'opml') {
    return { ok: false, reason: `The document is <${document.root.name.slice(0, 60)}>, not an OPML list.` };
  }
  const subscriptions = new Map<string, Subscription>();
  let skipped = 0;
  for (const outline of outlinesIn(document.root)) {
    const { xmlurl, text, title } = outline.attributes;
    const written = webUrl(
      xmlurl?.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^(?:feed|itpc|pcast):/i, 'http:'),
      null,
    );
    const url = written && feedAddress(written);
    if (url === null || !isStorable(url)) skipped++;
    else if (!subscriptions.has(url))
      subscriptions.set(url, { url, title: plainLine(title || text || '') || null });
  }
  return { ok: true, subscriptions: [...subscriptions.values()], skipped };
}

function* outlinesIn(element: XmlElement): Generator<XmlElement> {
  for (const part of element.content) {
    if (typeof part === 'string') continue;
    if (part.name === 'outline' && part.attributes.xmlurl) yield part;
    yield* outlinesIn(part);
  }
}
