import { plainText } from './text.ts';
import type { Enclosure, TranscriptLink } from './types.ts';
import { childrenOf, markupOf, textOf, type XmlElement } from './xml.ts';

const MAX_DESCRIPTION = 20_000;
const MAX_LINE = 500;
const MAX_URL = 4_096;
const MAX_TRANSCRIPTS = 50;
const WEEK_SECONDS = 7 * 24 * 3600;

/** The first of the named children that has any text, in the order of the names. */
export function firstText(element: XmlElement, ...names: string[]): string | null {
  return firstOf(element, names, (child) => textOf(child).trim());
}

/** As `firstText`, one line of plain text: markup dropped, entities decoded. */
export function firstLine(element: XmlElement, ...names: string[]): string | null {
  return firstOf(element, names, (child) =>
    paragraphsOf(child).replace(/\s+/g, ' ').slice(0, MAX_LINE).toWellFormed().trim(),
  );
}

/** As `firstText`, plain text with its paragraphs. */
export function firstParagraphs(element: XmlElement, ...names: string[]): string | null {
  return firstOf(element, names, (child) =>
    paragraphsOf(child).slice(0, MAX_DESCRIPTION).toWellFormed().trim(),
  );
}

function firstOf(
  element: XmlElement,
  names: readonly string[],
  read: (child: XmlElement) => string,
): string | null {
  for (const child of names.flatMap((name) => childrenOf(element, name))) {
    const text = read(child);
    if (text !== '') return text;
  }
  return null;
}

/** Atom says what its text is: words (`text`), HTML source (`html`), or inline XHTML. RSS text is HTML source. */
function paragraphsOf(element: XmlElement): string {
  const type = (element.attributes.type ?? '').toLowerCase();
  if (type === 'text' || type === 'text/plain') return textOf(element).trim();
  return plainText(markupOf(element, type.includes('xhtml')));
}

/** An absolute http(s) address, resolved against the base; null for anything else. */
export function webUrl(raw: string | null | undefined, base: string | null): string | null {
  const text = raw?.trim() ?? '';
  if (text === '' || text.length > MAX_URL) return null;
  const url = URL.parse(text, base ?? undefined);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null;
}

/** `xml:base` of the element, against the base around it. */
export function baseOf(element: XmlElement, around: string | null): string | null {
  return webUrl(element.attributes['xml:base'], around) ?? around;
}

/** The media of an episode, from every place that may name it: audio first, then video, then any other. */
export function enclosureOf(item: XmlElement, base: string | null): Enclosure | null {
  const named = [...enclosureTags(item, base), ...enclosureLinks(item, base)];
  const candidates = named.length > 0 ? named : alternatives(item, base);
  const of = (kind: string) => candidates.find((candidate) => candidate.type?.startsWith(kind));
  return of('audio/') ?? of('video/') ?? candidates[0] ?? null;
}

function enclosureTags(item: XmlElement, base: string | null): Enclosure[] {
  return childrenOf(item, 'enclosure', 'enc:enclosure').flatMap((tag) => {
    const { url, href, type } = tag.attributes;
    const target = url ?? href ?? tag.attributes['rdf:resource'] ?? textOf(tag);
    return mediaAt(webUrl(target, base), type ?? tag.attributes['enc:type']);
  });
}

function enclosureLinks(item: XmlElement, base: string | null): Enclosure[] {
  return childrenOf(item, 'link', 'atom:link').flatMap(({ attributes: { rel, href, type } }) =>
    rel === 'enclosure' ? mediaAt(webUrl(href, base), type) : [],
  );
}

/** Media beside an enclosure, for items that have none. */
function alternatives(item: XmlElement, base: string | null): Enclosure[] {
  const media = childrenOf(item, 'media:content', 'media:group').flatMap((tag) =>
    tag.name === 'media:group' ? childrenOf(tag, 'media:content') : [tag],
  );
  return [
    ...media.flatMap(({ attributes: { url, type, medium } }) =>
      /^(?:audio|video)\b/.test(type ?? medium ?? '') ? mediaAt(webUrl(url, base), type) : [],
    ),
    ...childrenOf(item, 'podcast:alternateenclosure').flatMap((tag) => {
      const source = childrenOf(tag, 'podcast:source').map((child) => webUrl(child.attributes.uri, base));
      return mediaAt(source.find((url) => url !== null) ?? null, tag.attributes.type);
    }),
  ];
}

function mediaAt(url: string | null, type: string | undefined): Enclosure[] {
  return url === null ? [] : [{ url, type: mediaType(type) }];
}

/** The `podcast:transcript` links of an item in order, each address once. */
export function transcriptsOf(item: XmlElement, base: string | null): TranscriptLink[] {
  const links = new Map<string, TranscriptLink>();
  for (const tag of childrenOf(item, 'podcast:transcript').slice(0, MAX_TRANSCRIPTS)) {
    const url = webUrl(tag.attributes.url ?? tag.attributes.href, base);
    if (url === null || links.has(url)) continue;
    links.set(url, {
      url,
      type: mediaType(tag.attributes.type),
      language: languageTag(tag.attributes.language),
      rel: tag.attributes.rel?.trim().toLowerCase() || null,
    });
  }
  return [...links.values()];
}

/** The cover of a show or episode as an absolute address; null where none is named. */
export function imageOf(element: XmlElement, base: string | null): string | null {
  const tags = childrenOf(
    element,
    'itunes:image',
    'googleplay:image',
    'podcast:image',
    'image',
    'media:thumbnail',
  );
  for (const tag of tags) {
    const plain =
      tag.name === 'image' || tag.name === 'itunes:image' ? (firstText(tag, 'url') ?? textOf(tag)) : null;
    const url = webUrl(tag.attributes.href ?? tag.attributes.url ?? plain, base);
    if (url !== null) return url;
  }
  return null;
}

/** The page of an RSS item or Atom entry: `link` text, or the `alternate` link. */
export function pageLinkOf(element: XmlElement, base: string | null): string | null {
  for (const tag of childrenOf(element, 'link')) {
    const rel = tag.attributes.rel ?? 'alternate';
    if (rel !== 'alternate') continue;
    const url = webUrl(tag.attributes.href ?? textOf(tag), base);
    if (url !== null) return url;
  }
  const atom = childrenOf(element, 'atom:link').find(
    (tag) => (tag.attributes.rel ?? 'alternate') === 'alternate',
  );
  return webUrl(atom?.attributes.href, base);
}

/** Seconds from `itunes:duration` (`5400`, `1:30:00`, `90:00`); null for zero, nonsense, or over a week. */
export function durationOf(item: XmlElement): number | null {
  const text =
    firstText(item, 'itunes:duration') ?? childrenOf(item, 'media:content')[0]?.attributes.duration ?? '';
  const match = /^(?:(\d{1,3}):)?(?:(\d{1,4}):)?(\d{1,9})(?:[.,]\d+)?$/.exec(text.trim());
  if (!match) return null;
  const [, first, second, last] = match;
  // With one colon the first group holds the minutes.
  const hours = second === undefined ? 0 : Number(first ?? 0);
  const minutes = second === undefined ? Number(first ?? 0) : Number(second);
  const seconds = hours * 3600 + minutes * 60 + Number(last);
  return seconds > 0 && seconds <= WEEK_SECONDS ? seconds : null;
}

/** A language in the form of BCP 47 (`en_US` becomes `en-US`); null for anything else. */
export function languageTag(text: string | null | undefined): string | null {
  const tag = text?.trim().replaceAll('_', '-') ?? '';
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag) ? tag : null;
}

function mediaType(text: string | undefined): string | null {
  const type = text?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || type.length > 100 ? null : type;
}
