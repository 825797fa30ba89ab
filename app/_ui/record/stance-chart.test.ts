import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { weeksOf, windowStart } from '#server/features/theses/timeline/rules.ts';
import { StanceChart } from './stance-chart.tsx';

const now = new Date('2026-11-28T12:00:00Z');

/** What the page shows of ideas on a ticker within 14 days. */
function drawn(ideas: Parameters<typeof weeksOf>[0]): string {
  const weeks = weeksOf(ideas, windowStart(now, 14), now);
  const timeline = { windowDays: 14, weeks };
  return renderToStaticMarkup(
    createElement(StanceChart, { on: 'TSM', timeline, until: now, path: '/tickers/TSM' }),
  );
}
const idea = (show: string, stance: string | null) => ({ showId: show, show, stance, date: now });

it('tells the days that it counts, today among them', () => {
  expect(drawn([idea('Alpha', 'BULLISH')])).toContain(
    'Ideas on TSM a week, 14 Nov 2026 to 28 Nov 2026: 1 idea',
  );
});

it('lists no show of which nothing is counted', () => {
  const page = drawn([idea('Alpha', 'BULLISH'), idea('Beta', null)]);
  expect(page).toContain('Alpha');
  expect(page).not.toContain('Beta');
});
