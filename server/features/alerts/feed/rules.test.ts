import { parseRssFeed } from 'feedsmith';
import { expect, it } from 'vitest';
import { personalFeed } from '#server/features/alerts/feed/rules.ts';
import { aCard } from '#server/testing/cards.ts';

it('tells no word of a show as markup to a reader that shows HTML', () => {
  const card = aCard({ headline: 'It grows <img src=x onerror=alert(1)>', thesis: 'Said <b>so</b>.' });
  const url = 'https://earmark.example/feeds/a';
  const feed = parseRssFeed(personalFeed({ alerts: [], before: [card] }, url, 'https://earmark.example'));
  const [item] = feed.items ?? [];
  expect(item?.title).toBe('It grows &lt;img src=x onerror=alert(1)>');
  expect(item?.description).toContain('&lt;b>so&lt;/b>');
});
