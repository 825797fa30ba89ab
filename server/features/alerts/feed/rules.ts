import { generateRssFeed } from 'feedsmith';
import { attribution } from '#server/api/attribution.ts';
import { alertReason, alertSource, alertTitle } from '#server/features/alerts/events/rules.ts';
import type { Alert } from '#server/features/alerts/schema.ts';

/** Items of a personal feed. */
export const FEED_ITEMS = 50;

/** The personal feed as RSS 2.0: the same text as long as nothing is new, so that it can be revalidated. */
export function personalFeed(alerts: readonly Alert[], selfUrl: string, webUrl: string): string {
  const { rule } = attribution(webUrl);
  return generateRssFeed({
    title: 'Earmark: what you follow',
    link: `${webUrl}/following`,
    description: rule,
    language: 'en',
    ttl: 60,
    ...(alerts[0] ? { lastBuildDate: alerts[0].at } : {}),
    atom: { links: [{ href: selfUrl, rel: 'self', type: 'application/rss+xml' }] },
    items: alerts.map((alert) => ({
      title: alertTitle(alert),
      link: alert.card.url,
      description: [`${alertSource(alert)}.`, alert.card.thesis, alertReason(alert), rule].join('\n\n'),
      categories: alert.card.tickers.map((name) => ({ name })),
      guid: { value: `urn:uuid:${alert.id}`, isPermaLink: false },
      pubDate: alert.at,
    })),
  });
}
