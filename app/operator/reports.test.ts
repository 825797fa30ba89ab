import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { Reports } from './reports.tsx';

vi.mock('./actions.ts', () => ({ operate: async () => null }));

it('decides nothing by Enter in a field, which presses the first button', async () => {
  const report = {
    id: 'r',
    ideaId: 'i',
    headline: 'One',
    kind: 'stance',
    text: 'No.',
    createdAt: new Date(0),
  };
  const page = await drawn(createElement(Reports, { reports: [report] as never }));
  const [first, ...others] = page.match(/<button [^>]*type="submit"[^>]*>/g) ?? [];
  expect(first).toContain('disabled');
  expect(others.map((button) => /value="(\w+)"/.exec(button)?.[1])).toEqual(['accepted', 'declined']);
});
