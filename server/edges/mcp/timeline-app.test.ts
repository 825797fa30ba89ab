import { expect, it } from 'vitest';
import { timelineApp } from './timeline-app.ts';

it('calls the sides of the chart as the page of a ticker does', () => {
  const legend = [...timelineApp.matchAll(/<li class="\w+">(.*?)<\/li>/g)].map(([, words]) => words);
  expect(legend).toEqual(['argued as bullish', 'argued as balanced or mixed', 'argued as bearish']);
});
