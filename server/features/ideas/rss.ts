import { generateRssFeed } from 'feedsmith';
import { RECORD_NOTICE } from '#server/api/attribution.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';

/** An item of a feed: an idea, and what the feed tells of it when. */
export type RssItem = {
  /** A UUID that no other item has. */
  readonly id: string;
  readonly at: Date;
  readonly card: IdeaCard;
  readonly title: string;
  readonly paragraphs: readonly string[];
};
export type IdeaFeed = {
  /** What the feed holds, without our name: `what you follow`. */
  readonly title: string;
  /** The page that shows the same. */
  readonly pageUrl: string;
  /** Where the feed itself is read from. */
  readonly selfUrl: string;
  readonly items: readonly RssItem[];
};

/** Ideas as RSS 2.0. The text stays the same until something is new, so that it can be revalidated. */
export function rssOfIdeas({ title, pageUrl, selfUrl, items }: IdeaFeed): string {
  const newest = Math.max(...items.map(({ at }) => at.getTime()));
  return generateRssFeed({
    title: feedWords(`Earmark: ${title}`),
    link: pageUrl,
    description: RECORD_NOTICE,
    language: 'en',
    ttl: 60,
    ...(items.length > 0 ? { lastBuildDate: new Date(newest) } : {}),
    atom: { links: [{ href: selfUrl, rel: 'self', type: 'application/rss+xml' }] },
    items: items.map(rssItem),
  });
}

function rssItem({ id, at, card, title, paragraphs }: RssItem) {
  return {
    title: feedWords(title),
    link: card.url,
    description: feedWords(paragraphs.join('\n\n')),
    categories: card.tickers.map((name) => ({ name })),
    guid: { value: `urn:uuid:${id}`, isPermaLink: false },
    pubDate: at,
    dc: { creators: [feedWords(card.show.name)] },
  };
}

/** Words of others for a title or description in RSS, which readers take for HTML: markup and character references stay words. */
function feedWords(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');
}
