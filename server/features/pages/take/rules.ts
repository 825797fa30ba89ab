import { generateJsonFeed } from 'feedsmith';
import { RECORD_NOTICE } from '#server/api/attribution.ts';
import { rssOfIdeas } from '#server/features/ideas/rss.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told, toldParagraphs } from '#server/features/ideas/telling.ts';
import { NOT_TOLD } from '#server/features/theses/schema.ts';

/** A list of ideas to take along, from values alone: cards only, never the metered body. */
export type Taken = {
  /** `Ideas on TSLA`. */
  readonly title: string;
  /** The page that shows the same. */
  readonly pageUrl: string;
  /** Where the list itself is read from. */
  readonly selfUrl: string;
  readonly ideas: readonly IdeaCard[];
};

export const takenForms = {
  'feed.xml': { type: 'application/rss+xml; charset=utf-8', write: rssOf },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: jsonFeedOf },
  'ideas.csv': { type: 'text/csv; charset=utf-8; header=present', write: csvOf },
  'ideas.md': { type: 'text/markdown; charset=utf-8', write: markdownOf },
} as const satisfies Record<string, { type: string; write: (taken: Taken) => string }>;
export type TakenForm = keyof typeof takenForms;

/** Whether a file is a feed, which a reader polls for what is new. */
export function isFeed(name: string): boolean {
  return name.startsWith('feed.');
}

/** Whether a list is handed out under this file name. */
export function isTakenForm(name: string): name is TakenForm {
  return Object.hasOwn(takenForms, name);
}

/** Readwise's own columns first, by which it imports a list, then ours. */
const columns: readonly (readonly [string, (idea: IdeaCard) => string])[] = [
  ['Highlight', (idea) => idea.thesis],
  ['Title', (idea) => idea.episode.title],
  ['Author', (idea) => idea.show.name],
  ['URL', (idea) => idea.url],
  ['Note', (idea) => idea.headline],
  ['Location', (idea) => (idea.timestampSeconds === null ? '' : String(idea.timestampSeconds))],
  ['Date', (idea) => idea.episode.publishedAt],
  ['Stance', (idea) => idea.stance?.toLowerCase() ?? NOT_TOLD],
  ['Depth', (idea) => String(idea.discussionDepth)],
  ['Tickers', (idea) => idea.tickers.join(' ')],
];

/** The list as CSV (RFC 4180), a header first. Text from a feed is escaped, so that a spreadsheet does not run it. */
export function csvOf({ ideas }: Taken): string {
  const rows = [columns.map(([name]) => name), ...ideas.map((idea) => columns.map(([, of]) => of(idea)))];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const plain = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The list as a note in Markdown, with front matter as Obsidian reads it. */
export function markdownOf({ title, pageUrl, ideas }: Taken): string {
  return [
    ['---', `title: ${JSON.stringify(title)}`, `source: ${pageUrl}`, 'tags: [earmark]', '---'].join('\n'),
    `# ${escaped(title.replace(/\s+/g, ' ').trim())}`,
    RECORD_NOTICE,
    ...ideas.map((idea) => noteOf(idea).join('\n\n')),
    '',
  ].join('\n\n');
}

function noteOf(idea: IdeaCard): string[] {
  const { headline, line, source, stance, depth } = told(idea);
  return [
    `## [${escaped(headline)}](${idea.url})`,
    ...(line === null ? [] : [`> ${escaped(line)}`]),
    [escaped(source), stance, depth, ...idea.tickers].join(', '),
  ];
}

/** Text in which no mark means anything to Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

/** The list as RSS 2.0. */
export function rssOf({ ideas, ...list }: Taken): string {
  return rssOfIdeas({
    ...list,
    items: ideas.map((card) => ({
      id: card.id,
      at: new Date(card.episode.publishedAt),
      card,
      title: card.headline,
      paragraphs: toldParagraphs(card),
    })),
  });
}

/** The list as a JSON Feed 1.1. */
export function jsonFeedOf({ title, pageUrl, selfUrl, ideas }: Taken): string {
  const feed = generateJsonFeed({
    title: `Earmark: ${title}`,
    home_page_url: pageUrl,
    feed_url: selfUrl,
    description: RECORD_NOTICE,
    language: 'en',
    items: ideas.map((idea) => ({
      id: `urn:uuid:${idea.id}`,
      url: idea.url,
      title: idea.headline,
      content_text: toldParagraphs(idea).join('\n\n'),
      date_published: new Date(idea.episode.publishedAt),
      authors: [{ name: idea.show.name }],
      ...(idea.listenUrl ? { external_url: idea.listenUrl } : {}),
      ...(idea.tickers.length > 0 ? { tags: idea.tickers } : {}),
    })),
  });
  // The library leaves out an empty list, which the format asks for (JSON Feed 1.1, top-level).
  return JSON.stringify({ items: [], ...(feed as object) });
}
