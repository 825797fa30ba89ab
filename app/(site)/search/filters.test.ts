import { createElement } from 'react';
import { expect, it } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { Filters } from './filters.tsx';

it.each(['from', 'minDepth'])(
  'a filter that is refused says why, and is marked as wrong: %s',
  async (field) => {
    const refused = { field, message: 'The entry is not right.' };
    const page = await drawn(
      createElement(Filters, { query: {}, choices: { shows: [], themes: [] }, refused }),
    );
    expect(page).toMatch(
      new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-problem"`),
    );
    expect(page).toContain(`<p id="${field}-problem" role="alert"`);
    expect(page.match(/role="alert"/g)).toHaveLength(1);
  },
);

it('offers every stance that a card can have, and that it is not told', async () => {
  const query = { stance: 'not told' };
  const page = await drawn(
    createElement(Filters, { query, choices: { shows: [], themes: [] }, refused: null }),
  );
  expect([...page.matchAll(/<option value="(?:bullish|bearish|balanced|mixed|not told)"/g)]).toHaveLength(5);
  expect(page).toMatch(/<option value="not told" selected="">stance not told</);
});
