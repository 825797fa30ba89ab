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
