import { generateRssFeed } from 'feedsmith';
import { RECORD_NOTICE } from '#server/api/attribution.ts';
import { alertReason, alertTitle } from '#server/features/alerts/events/rules.ts';
import type { Alert } from '#server/features/alerts/schema.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { feedWords, told, toldParagraphs } from '#server/features/ideas/telling.ts';

/** Items of a personal feed. */
export const FEED_ITEMS = 50;
/** A feed with fewer events than this goes on with ideas from before them. */
export const FEED_START = 20;

type Items = {
  /** Newest first. */
  readonly alerts: readonly Alert[];
  /** From before there was news, newest first. */
  readonly before: readonly IdeaCard[];
};

/** The personal feed as RSS 2.0. The text stays the same until something is new, so that it can be revalidated. */
export function personalFeed({ alerts, before }: Items, selfUrl: string, webUrl: string): string {
  const items = [
    ...alerts.map((alert) => ({
      ...{ id: alert.id, at: alert.at, card: alert.card },
      title: alertTitle(alert),
      reason: alertReason(alert),
    })),
    ...before.map((card) => ({
      ...{ id: card.id, at: new Date(card.episode.publishedAt), card, title: told(card).headline },
      reason: 'From before this feed told of news.',
    })),
  ];
  return generateRssFeed({
    title: 'Earmark: what you follow',
    link: `${webUrl}/following`,
    description: RECORD_NOTICE,
    language: 'en',
    ttl: 60,
    ...(items[0] ? { lastBuildDate: items[0].at } : {}),
    atom: { links: [{ href: selfUrl, rel: 'self', type: 'application/rss+xml' }] },
    items: items.map(({ id, at, card, title, reason }) => ({
      title: feedWords(title),
      link: card.url,
      description: feedWords([...toldParagraphs(card), reason].join('\n\n')),
      categories: card.tickers.map((name) => ({ name })),
      guid: { value: `urn:uuid:${id}`, isPermaLink: false },
      pubDate: at,
      dc: { creators: [feedWords(card.show.name)] },
    })),
  });
}
