import { createElement } from 'react';
import { expect, it } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { AllIdeas } from './all-ideas.tsx';

const below = (shown: number, total: number) =>
  drawn(createElement(AllIdeas, { shown, total, on: 'AI', query: new URLSearchParams({ theme: 'ai' }) }));

it('says how many ideas are left out, and leads to all', async () => {
  const page = await below(30, 36);
  expect(page.replaceAll('<!-- -->', '')).toContain(
    '30 of 36 ideas are shown here, at most 12 under each heading.',
  );
  expect(page).toContain('href="/search?theme=ai"');
});

it('says nothing where all are shown', async () => {
  expect(await below(36, 36)).toBe('');
});
