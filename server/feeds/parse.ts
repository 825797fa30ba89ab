import { parseFeedDate } from './dates.ts';
import { decodeBytes, gunzipped } from './encoding.ts';
import {
  baseOf,
  durationOf,
  enclosureOf,
  firstLine,
  firstParagraphs,
  firstText,
  imageOf,
  languageTag,
  pageLinkOf,
  transcriptsOf,
  webUrl,
} from './fields.ts';
import { storedGuid } from './identity.ts';
import { type Draft, episodesOf } from './items.ts';
import { peopleOf } from './people.ts';
import type { Enclosure, FeedResult, ParsedFeed, ParsedShow } from './types.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from './xml.ts';

/** Bytes of a feed after decompression; the largest real ones are near 20 MB. */
const MAX_FEED_BYTES = 32 * 1024 * 1024;
/** Episodes of a feed, newest first; no podcast has aired more. */
const MAX_EPISODES = 10_000;

export type FeedSource = {
  readonly contentType: string | null;
  /** Where the bytes came from, to resolve relative addresses; null for a file. */
  readonly url: string | null;
};

/**
 * Reads an RSS 2.0, RSS 1.0 or Atom feed with the podcast namespaces. Never throws: a document that is not a feed, is too large
 * or has an unknown encoding is refused with one sentence.
 */
export function parseFeed(bytes: Uint8Array, source: FeedSource, whyStop?: () => string | null): FeedResult {
  if (bytes.byteLength === 0) return { ok: false, reason: 'The document is empty.' };
  if (bytes.byteLength > MAX_FEED_BYTES) return tooLarge();
  const plain = gunzipped(bytes, MAX_FEED_BYTES);
  if (plain === 'too large') return tooLarge();
  if (plain === null) return { ok: false, reason: 'The document is damaged gzip data.' };
  const decoded = decodeBytes(plain, source.contentType);
  if (!decoded.ok) return decoded;
  const document = parseXml(decoded.text, whyStop);
  if (!document.ok) return { ...document, reason: notXml(decoded.text) ?? document.reason };
  return readRoot(document.root, source.url);
}

function tooLarge(): FeedResult {
  return {
    ok: false,
    reason: `The feed is larger than ${MAX_FEED_BYTES / 1024 / 1024} MB.`,
    isTooLarge: true,
  };
}

function notXml(text: string): string | null {
  const start = text.trimStart();
  if (start === '') return 'The document is empty.';
  if (start.startsWith('{') || start.startsWith('[')) return 'The document is JSON, not an RSS or Atom feed.';
  return null;
}

function readRoot(root: XmlElement, url: string | null): FeedResult {
  switch (root.name) {
    case 'rss':
      return readRss(root, childrenOf(root, 'channel'), url);
    case 'channel':
      return readRss(root, [root], url);
    case 'rdf:rdf':
    case 'rdf':
      return readRss(root, childrenOf(root, 'channel'), url);
    case 'feed':
      return { ok: true, feed: readAtom(root, url) };
    case 'html':
      return { ok: false, reason: 'The address answers with a web page, not a feed.' };
    case 'opml':
      return { ok: false, reason: 'The document is an OPML list of feeds, not a feed.' };
    default:
      return { ok: false, reason: `The document is <${root.name.slice(0, 60)}>, not an RSS or Atom feed.` };
  }
}

function readRss(root: XmlElement, channels: readonly XmlElement[], url: string | null): FeedResult {
  // Items beside the channel instead of inside it: RSS 1.0 by rule, RSS 2.0 by mistake.
  const loose = root.name === 'channel' ? [] : childrenOf(root, 'item');
  const channel = channels[0];
  if (!channel && loose.length === 0) return { ok: false, reason: 'The feed has no channel and no items.' };
  const head = channel ?? root;
  const base = baseOf(head, baseOf(root, url));
  const items = [...channels.flatMap((one) => childrenOf(one, 'item')), ...loose];
  const show = showOf(head, languageTag(root.attributes['xml:lang']), base, root);
  return { ok: true, feed: feedOf(show, items, base) };
}

function readAtom(root: XmlElement, url: string | null): ParsedFeed {
  const base = baseOf(root, url);
  const show = showOf(root, languageTag(root.attributes['xml:lang']), base, root);
  return feedOf(show, childrenOf(root, 'entry'), base);
}

function showOf(
  head: XmlElement,
  rootLanguage: string | null,
  base: string | null,
  root: XmlElement,
): ParsedShow {
  const owner = childrenOf(head, 'itunes:owner')[0];
  const locked = childrenOf(head, 'podcast:locked')[0];
  const language = languageTag(firstText(head, 'language', 'dc:language')) ?? rootLanguage;
  return {
    title: firstLine(head, 'title', 'itunes:title', 'dc:title'),
    description: firstParagraphs(
      head,
      'description',
      'itunes:summary',
      'googleplay:description',
      'subtitle',
      'tagline',
      'itunes:subtitle',
      'dc:description',
    ),
    link: pageLinkOf(head, base),
    language: language ?? languageTag(head.attributes['xml:lang']),
    artworkUrl: imageOf(head, base) ?? imageOf(root, base) ?? webUrl(firstText(head, 'logo', 'icon'), base),
    author: authorOf(head),
    ownerEmail:
      emailIn(owner ? firstText(owner, 'itunes:email') : null) ?? emailIn(locked?.attributes.owner ?? null),
    ownerName: owner ? firstLine(owner, 'itunes:name') : null,
    txt: childrenOf(head, 'podcast:txt')
      .map((tag) => ({
        purpose: tag.attributes.purpose || null,
        value: textOf(tag).trim().slice(0, 4_000).toWellFormed(),
      }))
      .filter((txt) => txt.value !== ''),
    people: peopleOf(head) ?? [],
  };
}

function authorOf(element: XmlElement): string | null {
  const simple = firstLine(element, 'itunes:author', 'googleplay:author', 'dc:creator');
  if (simple) return simple;
  const author = childrenOf(element, 'author')[0];
  return (
    (author && (firstLine(author, 'name') ?? firstLine(element, 'author'))) ||
    firstLine(element, 'managingeditor')
  );
}

function emailIn(text: string | null): string | null {
  return text?.match(/[^\s<>()@,;:"']{1,64}@[^\s<>()@,;:"']{1,200}\.[a-z]{2,24}/i)?.[0] ?? null;
}

function feedOf(show: ParsedShow, items: readonly XmlElement[], base: string | null): ParsedFeed {
  const drafts = newest(items, MAX_EPISODES).flatMap((item) => draftOf(item, show, base) ?? []);
  const episodes = episodesOf(drafts);
  return { show, episodes, leftOut: items.length - episodes.length };
}

/** The most recently published items, in the feed's order. Items without a date count as oldest. */
function newest(items: readonly XmlElement[], count: number): readonly XmlElement[] {
  if (items.length <= count) return items;
  const dated = items.map((item, index) => ({ item, index, at: dateOf(item)?.getTime() ?? 0 }));
  const kept = dated.sort((a, b) => b.at - a.at || a.index - b.index).slice(0, count);
  return kept.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

function draftOf(item: XmlElement, show: ParsedShow, around: string | null): Draft | null {
  const base = baseOf(item, around);
  const enclosure = enclosureOf(item, base);
  const link = pageLinkOf(item, base) ?? permalinkOf(item);
  const ownGuid = guidOf(item);
  const description = firstParagraphs(
    item,
    'description',
    'summary',
    'content:encoded',
    'content',
    'itunes:summary',
    'googleplay:description',
    'itunes:subtitle',
    'dc:description',
  );
  const title =
    firstLine(item, 'title', 'itunes:title', 'dc:title', 'media:title') ??
    titleFrom(description, enclosure, link);
  if (title === null) return null;
  return {
    ownGuid,
    title,
    description,
    publishedAt: dateOf(item),
    durationSeconds: durationOf(item),
    enclosure,
    link,
    transcripts: transcriptsOf(item, base),
    people: peopleOf(item) ?? show.people,
  };
}

/** RSS 2.0: a guid is the item's page unless `isPermaLink` is false. */
function permalinkOf(item: XmlElement): string | null {
  const guid = childrenOf(item, 'guid')[0];
  return guid && guid.attributes.ispermalink?.toLowerCase() !== 'false' ? webUrl(textOf(guid), null) : null;
}

function guidOf(item: XmlElement): string | null {
  const text =
    firstText(item, 'guid', 'id', 'atom:id', 'dc:identifier') ?? item.attributes['rdf:about'] ?? null;
  const guid = text?.replace(/\s+/g, ' ').trim() ?? '';
  return guid === '' ? null : storedGuid(guid);
}

function dateOf(item: XmlElement): Date | null {
  const names = ['pubdate', 'published', 'issued', 'atom:published', 'dc:date', 'dcterms:issued', 'created'];
  for (const name of [...names, 'updated', 'modified', 'atom:updated', 'dcterms:modified']) {
    const text = firstText(item, name);
    const date = text === null ? null : parseFeedDate(text);
    if (date) return date;
  }
  return null;
}

/** The title of an item. Without one: the first words of its description, else the name of its file or page. */
function titleFrom(
  description: string | null,
  enclosure: Enclosure | null,
  link: string | null,
): string | null {
  const line = description?.split('\n')[0] ?? '';
  if (line !== '') return line.length > 100 ? `${line.slice(0, 100).replace(/\s+\S*$/, '')}…` : line;
  const address = enclosure?.url ?? link;
  if (address === null) return null;
  const parsed = new URL(address);
  return parsed.pathname.split('/').findLast((part) => part !== '') ?? parsed.hostname;
}
