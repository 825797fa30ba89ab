import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { Reports } from './reports.tsx';

const answered = vi.hoisted(() => ({ outcome: null as object | null }));
vi.mock('react', async (whole) => ({
  ...(await whole<object>()),
  useActionState: () => [answered.outcome, () => undefined, false],
}));
vi.mock('./actions.ts', () => ({ operate: async () => null }));

const report = (id: string) => ({
  ...{ id, ideaId: 'i', headline: 'One', kind: 'stance', text: 'No.', createdAt: new Date(0) },
});
const drawnWith = (listed: readonly object[], outcome: object | null = null, hasMore = false) => {
  answered.outcome = outcome;
  return drawn(createElement(Reports, { reports: { listed: listed as never, hasMore } }));
};

it('decides nothing by Enter in a field, which presses the first button', async () => {
  const page = await drawnWith([report('r')]);
  const [first, ...others] = page.match(/<button [^>]*type="submit"[^>]*>/g) ?? [];
  expect(first).toContain('disabled');
  expect(others.map((button) => /value="(\w+)"/.exec(button)?.[1])).toEqual(['accepted', 'declined']);
});

it('says what came of a decision though its report is gone', async () => {
  const done = { ok: true, message: 'Declined. Write to ana@example.org.' };
  expect(await drawnWith([], done)).toMatch(/<div role="status"[^>]*><p[^>]*>Declined\. Write to ana@/);
});

it('says that more reports wait than are shown', async () => {
  expect(await drawnWith([report('a'), report('b')])).not.toContain('There are more');
  expect(await drawnWith([report('a'), report('b')], null, true)).toContain(
    'There are more: these are the first 2.',
  );
});

it('says why a decision was not taken under its own report alone', async () => {
  const refused = {
    ...{ ok: false, message: 'NVDAA is no symbol of the universe.' },
    entries: { do: ['correction'], report: ['b'], note: ['Wrong company.'] },
  };
  const page = await drawnWith([report('a'), report('b')], refused);
  const [, ofA, ofB] = page.split('<form');
  expect(ofA).not.toContain('no symbol');
  expect(ofB).toContain('NVDAA is no symbol of the universe.');
  expect(ofB).toContain('value="Wrong company."');
});
