import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFeed } from './parse.ts';
import { plainLine, plainText } from './text.ts';
import type { FeedResult, ParsedEpisode } from './types.ts';

const DATA = new URL('../../../shared/data/', import.meta.url).pathname;
const FEEDS = join(DATA, 'feeds');
const hasData = existsSync(FEEDS);
if (!hasData) console.warn(`Skipped: the feeds of other parsers' suites are not at ${FEEDS}`);

const URL_OF_FEED = 'http://base.example/dir/feed.xml';
const read = (file: string, contentType: string | null = null): FeedResult =>
  parseFeed(readFileSync(file), { contentType, url: URL_OF_FEED });

function filesUnder(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const oneLine = (value: unknown) =>
  String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Disagreements with another suite, as `file: field`; each expected one is explained where it is listed. */
class Comparison {
  readonly different: string[] = [];
  agreed = 0;

  field(file: string, name: string, got: unknown, wanted: unknown): void {
    if (oneLine(got) === oneLine(wanted)) this.agreed++;
    else this.different.push(`${file}: ${name}`);
  }
}

describe.skipIf(!hasData)('the feeds of other parsers’ suites', () => {
  it('are all read or refused in a sentence, none slowly', () => {
    const refusals = new Map<string, number>();
    let readable = 0;
    for (const file of filesUnder(FEEDS, /./)) {
      const started = performance.now();
      const result = read(file);
      expect(performance.now() - started, file).toBeLessThan(10_000);
      if (result.ok) readable++;
      else if (/\.(?:xml|rss|atom|rdf)$/.test(file)) {
        expect(result.reason, file).toMatch(/^The .*\.$/);
        refusals.set(result.reason, (refusals.get(result.reason) ?? 0) + 1);
      }
    }
    expect(readable).toBeGreaterThanOrEqual(2_741);
    expect(Object.fromEntries(refusals)).toEqual({
      'The feed has no channel and no items.': 56,
      'The text encoding "utf-32be" is not one we can read.': 4,
      'The text encoding "utf-32le" is not one we can read.': 3,
      'The document is empty.': 1,
      'The document holds no XML element.': 1,
      'The document is <note>, not an RSS or Atom feed.': 1,
      'The document is <test-wrapper>, not an RSS or Atom feed.': 1,
    });
  });

  it('agree with podcastparser on episodes, dates, durations, guids and audio', () => {
    const compared = new Comparison();
    const folder = join(FEEDS, 'podcastparser/tests/data');
    for (const answer of filesUnder(folder, /\.json$/)) {
      const feed = answer.replace(/\.json$/, '.rss');
      const result = existsSync(feed) ? read(feed) : null;
      if (!result?.ok) continue;
      const name = relative(folder, feed);
      const wanted = JSON.parse(readFileSync(answer, 'utf8')) as { episodes: PodcastparserEpisode[] };
      const { episodes } = result.feed;
      compared.field(name, 'count', episodes.length, wanted.episodes.length);
      // It sorts serial shows the other way round, so episodes are paired by date where the counts agree.
      if (episodes.length !== wanted.episodes.length) continue;
      const byDate = (a: number, b: number) => b - a;
      const ours = [...episodes].sort((a, b) => byDate(seconds(a), seconds(b)));
      const theirs = [...wanted.episodes].sort((a, b) => byDate(a.published ?? 0, b.published ?? 0));
      for (const [index, episode] of ours.entries()) {
        comparePodcastparser(compared, name, episode, theirs[index]);
      }
    }
    expect(compared.different.sort()).toEqual([
      // It cuts the list where asked; we were not asked.
      'max_episodes.rss: count',
      // It drops items without audio; whether those are episodes is for the reader of the feed to decide.
      'no_enclosure.rss: count',
      // It takes a file's name without its ending for a title.
      'no_guid.rss: title',
      'no_title.rss: title',
      // It drops an item whose title it cannot tell from several enclosures.
      'no_title_multi_enclosure.rss: count',
      // It resolves a permalink guid; the words in the feed are the identity.
      'permalink.rss: guid',
    ]);
    expect(compared.agreed).toBeGreaterThan(250);
  });

  it('agree with gofeed on titles, languages, guids, dates, audio and descriptions', () => {
    const compared = new Comparison();
    for (const kind of ['translator/rss', 'translator/atom', 'parser/rss', 'parser/atom']) {
      const folder = join(FEEDS, 'gofeed/testdata', kind);
      for (const answer of filesUnder(folder, /\.json$/)) {
        const feed = answer.replace(/\.json$/, '.xml');
        const result = existsSync(feed) ? read(feed) : null;
        if (result?.ok)
          compareGofeed(compared, relative(folder, feed), result, JSON.parse(readFileSync(answer, 'utf8')));
      }
    }
    // Atom 0.3's base64 titles died with it; escaped tags inside XHTML are words, as the standard says.
    const tolerated = /base64|xhtml_escaped_markup/;
    expect(compared.different.filter((difference) => !tolerated.test(difference))).toEqual([]);
    expect(compared.agreed).toBeGreaterThan(100);
  });

  it('agree with feedparser on the titles, links and descriptions it asserts', () => {
    const compared = new Comparison();
    const folder = join(FEEDS, 'feedparser/tests');
    for (const file of filesUnder(folder, /\.xml$/))
      compareFeedparser(compared, relative(folder, file), file);
    const tolerated = [
      /base64|cdf\/|content_location|http_content_language|media-rss\//,
      /demoronize/, // A control character that windows-1252 would have shown as an apostrophe.
      /entities\/[lr]ang\.xml/, // HTML 5 moved these two to other code points.
      /inline_markup_2/, // Escaped tags inside XHTML are words.
      /http_item_link_base|link_base_docuri/, // It was served from another address.
      /rss\/.*link|sanitize\//,
      /text_plain_brackets/, // Brackets in plain text are words; it means to hand out HTML.
    ];
    const different = compared.different.filter((one) => !tolerated.some((pattern) => pattern.test(one)));
    expect(different).toEqual([]);
    expect(compared.agreed).toBeGreaterThan(400);
  });

  it('read the podcast namespace’s own example as its comments describe it', () => {
    const result = read(join(FEEDS, 'podcast-namespace/example.xml'));
    if (!result.ok) throw new Error(result.reason);
    const { show, episodes } = result.feed;
    expect(show).toMatchObject({
      title: 'Podcasting 2.0 Namespace Example',
      ownerEmail: 'johndoe@example.com',
      ownerName: 'John Doe',
      artworkUrl: 'https://example.com/images/pci_avatar-massive.jpg',
    });
    expect(episodes).toHaveLength(3);
    expect(episodes[0]).toMatchObject({
      guid: 'https://example.com/ep0003',
      publishedAt: new Date('2020-10-09T04:30:38Z'),
      enclosure: { url: 'https://example.com/file-03.mp3' },
      people: [
        { name: 'Adam Curry', role: 'host' },
        { name: 'Dave Jones', role: 'guest' },
      ],
      transcripts: [
        { url: 'https://example.com/ep3/transcript.txt', type: 'text/plain' },
        {
          url: 'https://example.com/episode1/transcript.vtt',
          type: 'text/vtt',
          language: 'es',
          rel: 'captions',
        },
      ],
    });
  });

  it('read all real shows with a transcript, a date and a length for each of the 127 episodes', () => {
    const shows = filesUnder(join(DATA, 'shows'), /^feed\.xml$/).map((file) => read(file));
    const episodes = shows.flatMap((result) => (result.ok ? result.feed.episodes : []));
    expect([shows.length, episodes.length]).toEqual([14, 127]);
    for (const episode of episodes) {
      expect(hasOwnGuid(episode)).toBe(true);
      expect(episode.publishedAt).toEqual(expect.any(Date));
      expect(episode.transcripts).toHaveLength(1);
      expect(episode.durationSeconds).toBeGreaterThan(0);
    }
  });
});

type PodcastparserEpisode = {
  title: string;
  guid: string;
  published: number | null;
  total_time: number;
  enclosures: { url: string; mime_type: string }[];
};

/** Whether the guid is the feed's, and not one of `fallbackGuid`. */
const hasOwnGuid = ({ guid }: ParsedEpisode) => !/^(?:enclosure|link|hash):/.test(guid);

const seconds = (episode: ParsedEpisode) => (episode.publishedAt?.getTime() ?? 0) / 1000;

function comparePodcastparser(
  compared: Comparison,
  name: string,
  episode: ParsedEpisode,
  wanted: PodcastparserEpisode | undefined,
): void {
  if (!wanted) return;
  compared.field(name, 'title', episode.title, wanted.title);
  compared.field(name, 'duration', episode.durationSeconds ?? 0, wanted.total_time);
  compared.field(name, 'published', seconds(episode), wanted.published ?? 0);
  if (hasOwnGuid(episode)) {
    compared.field(name, 'guid', episode.guid, wanted.guid.replace('file://tests/data/', ''));
  }
  const of = (kind: string) => wanted.enclosures.find((one) => one.mime_type.startsWith(kind));
  const best = of('audio/') ?? of('video/') ?? wanted.enclosures[0];
  const url = best?.url.replace('file://tests/data/', 'http://base.example/dir/');
  compared.field(name, 'enclosure', episode.enclosure?.url, url);
}

type GofeedText = string | { value?: string };
type GofeedItem = {
  title?: GofeedText;
  guid?: GofeedText;
  id?: string;
  description?: string;
  publishedParsed?: string;
  pubDateParsed?: string;
  enclosures?: { url: string; type?: string }[];
};
type Gofeed = { title?: GofeedText; language?: string; items?: GofeedItem[]; entries?: GofeedItem[] };

const wordsOf = (text: GofeedText | undefined) => (typeof text === 'string' ? text : text?.value) ?? '';

function compareGofeed(compared: Comparison, name: string, result: FeedResult, wanted: Gofeed): void {
  if (!result.ok) return;
  const { show, episodes } = result.feed;
  if (wanted.title) compared.field(name, 'title', show.title, plainLine(wordsOf(wanted.title)));
  if (wanted.language) compared.field(name, 'language', show.language, wanted.language);
  (wanted.items ?? wanted.entries ?? []).forEach((item, index) => {
    const episode = episodes[index];
    // An item of nothing but an id is no episode.
    if (!episode) return;
    if (item.title) compared.field(name, 'episode title', episode.title, plainLine(wordsOf(item.title)));
    const guid = wordsOf(item.guid) || item.id;
    if (guid && hasOwnGuid(episode)) compared.field(name, 'guid', episode.guid, guid);
    const date = item.publishedParsed ?? item.pubDateParsed;
    if (date)
      compared.field(name, 'published', episode.publishedAt?.toISOString(), new Date(date).toISOString());
    const best = item.enclosures?.find((one) => one.type?.startsWith('audio/')) ?? item.enclosures?.[0];
    if (best) compared.field(name, 'enclosure', episode.enclosure?.url, best.url);
    if (item.description)
      compared.field(name, 'description', episode.description, plainText(item.description));
  });
}

const ASSERTION =
  /(entries\[0\]|feed)\['(title|description|link)'\] == u?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** feedparser's assertions stand in a comment at the top of each file, as Python. */
function compareFeedparser(compared: Comparison, name: string, file: string): void {
  const head = readFileSync(file).subarray(0, 6_000).toString('latin1').replaceAll('\0', '');
  const contentType = /Header:\s*Content-type:\s*(.*)/i.exec(head)?.[1] ?? null;
  const result = read(file, contentType);
  if (!result.ok) return;
  for (const [, subject, field, single, double] of (/Expect:.*/.exec(head)?.[0] ?? '').matchAll(ASSERTION)) {
    if (name.includes('sanitize') && field !== 'title') continue;
    const of = subject === 'feed' ? result.feed.show : result.feed.episodes[0];
    if (!of) continue;
    const wanted = pythonString(single ?? double ?? '');
    const got = of[field as 'title' | 'description' | 'link'];
    compared.field(name, `${subject} ${field}`, got, field === 'link' ? wanted : plainText(wanted));
  }
}

function pythonString(literal: string): string {
  return literal
    .replace(/\\[ux]([0-9a-f]{4}|[0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\(['"\\])/g, '$1');
}
