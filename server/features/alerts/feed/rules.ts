import { alertReason, alertTitle } from '#server/features/alerts/events/rules.ts';
import type { Alert } from '#server/features/alerts/schema.ts';
import { type RssItem, rssOfIdeas } from '#server/features/ideas/rss.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told, toldParagraphs } from '#server/features/ideas/telling.ts';

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

/** The personal feed as RSS 2.0: the news first, then what is from before it. */
export function personalFeed({ alerts, before }: Items, selfUrl: string, webUrl: string): string {
  return rssOfIdeas({
    title: 'what you follow',
    pageUrl: `${webUrl}/following`,
    selfUrl,
    items: [...alerts.map(itemOfAlert), ...before.map(itemFromBefore)],
  });
}

function itemOfAlert(alert: Alert): RssItem {
  const { id, at, card } = alert;
  const paragraphs = [...toldParagraphs(card), alertReason(alert)];
  return { id, at, card, title: alertTitle(alert), paragraphs };
}

function itemFromBefore(card: IdeaCard): RssItem {
  return {
    id: card.id,
    at: new Date(card.episode.publishedAt),
    card,
    title: told(card).headline,
    paragraphs: [...toldParagraphs(card), 'From before this feed told of news.'],
  };
}
