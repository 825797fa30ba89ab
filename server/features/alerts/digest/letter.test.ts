import { expect, it } from 'vitest';
import { letterOf, MOST_TOLD } from '#server/features/alerts/digest/letter.ts';
import type { Alert } from '#server/features/alerts/schema.ts';
import { aCard } from '#server/testing/cards.ts';

const episode = aCard().episode;

function alert(different: Parameters<typeof aCard>[0] = {}, more: Partial<Alert> = {}): Alert {
  return {
    id: '1',
    at: new Date('2026-09-15T12:00:00Z'),
    card: aCard(different),
    change: null,
    followed: { show: true, tickers: [], searches: [] },
    ...more,
  };
}

it('tells an episode once, its ideas in the order they were said, and a reason that all share once', () => {
  const other = { ...episode, id: '3', title: 'The drawer', guest: null };
  const { opening, sections, rest } = letterOf([
    alert({ headline: 'Third', episode: other }),
    alert({ headline: 'Second', timestampSeconds: 900 }),
    alert({ headline: 'First', timestampSeconds: 60 }),
  ]);
  expect([opening, rest]).toEqual(['3 new ideas on what you follow.', 0]);
  expect(sections.map(({ heading, reason, items }) => [heading, reason, items.map((i) => i.title)])).toEqual([
    ['Margin Notes, “The drawer”, aired 15 September 2026', 'You follow Margin Notes.', ['Third']],
    [
      'Margin Notes, “Dear is a number”, with Ana Ruiz, aired 15 September 2026',
      'You follow Margin Notes.',
      ['First', 'Second'],
    ],
  ]);
  expect(sections[1]!.items[0]!.notes).toEqual([
    'at 01:00, argued with evidence, stance not told (depth 3 of 5)',
  ]);
});

it('says in its first sentence what a saved search alone found', () => {
  const searched = { followed: { show: false, tickers: [], searches: [{ id: '1', name: 'grid' }] } };
  const openingOf = (...alerts: Alert[]) => letterOf(alerts).opening;
  expect(openingOf(alert({}, searched))).toBe('1 new idea found by your saved searches.');
  expect(openingOf(alert(), alert({ headline: 'Another' }, searched))).toBe(
    '2 new ideas on what you follow or found by your saved searches.',
  );
});

it('tells first the episode of its subject, then the newest', () => {
  const of = (id: string, title: string, day: string) => ({
    ...episode,
    id,
    title,
    publishedAt: `2026-09-${day}T10:00:00.000Z`,
  });
  const { subject, sections } = letterOf([
    alert({ headline: 'Old', episode: of('5', 'Old', '10') }),
    alert({ headline: 'New', episode: of('6', 'New', '14') }),
    alert({ headline: 'Deep', discussionDepth: 5, episode: of('7', 'Deep', '12') }),
  ]);
  expect(subject).toBe('Earmark: Deep (and 2 more)');
  expect(sections.map(({ items }) => items[0]!.title)).toEqual(['Deep', 'New', 'Old']);
});

it('says why of each idea where the reasons differ', () => {
  const [section] = letterOf([
    alert(),
    alert(
      { headline: 'Another', timestampSeconds: 700 },
      { followed: { show: true, tickers: ['NVDA'], searches: [] } },
    ),
  ]).sections;
  expect(section!.reason).toBeNull();
  expect(section!.items.map(({ notes }) => notes.at(-1))).toEqual([
    'You follow Margin Notes.',
    'You follow NVDA and Margin Notes.',
  ]);
});

it('tells once what two shows published, and where else it was said', () => {
  const show = { id: '9', slug: 'other', name: 'The Other Hour' };
  const { sections, opening } = letterOf([
    alert(),
    alert({
      show,
      episode: { ...episode, id: '7', title: 'The same talk', guest: null },
      timestampSeconds: 61,
    }),
  ]);
  expect(opening).toBe('2 new ideas on what you follow.');
  expect(sections.map(({ items }) => items.map(({ notes }) => notes.at(-1)))).toEqual([
    ['Also: The Other Hour, “The same talk”, aired 15 September 2026, at 01:01'],
  ]);
});

it('leads with a change of stance, else with the most fully argued idea, and counts what it leaves out', () => {
  const deep = alert({ headline: 'Argued in full', discussionDepth: 5 });
  expect(letterOf([alert(), deep]).subject).toBe('Earmark: Argued in full (and 1 more)');
  const change = alert({}, { change: { symbol: 'NVDA', from: 'bullish', to: 'bearish' } });
  const letter = letterOf([deep, change]);
  expect(letter.subject).toBe(
    'Earmark: NVDA: Margin Notes argued it as bearish, before as bullish (and 1 more)',
  );
  expect(letter.sections[0]!.heading).toBe('Changes of stance');
  const many = letterOf(Array.from({ length: MOST_TOLD + 2 }, (_, at) => alert({ headline: `Claim ${at}` })));
  expect([many.rest, many.sections[0]!.items.length]).toEqual([2, MOST_TOLD]);
});

it('tells what its subject names, however many newer there are', () => {
  const many = Array.from({ length: MOST_TOLD + 2 }, (_, at) => alert({ headline: `Claim ${at}` }));
  const deep = alert({ headline: 'Argued in full', discussionDepth: 5 });
  const { subject, sections, rest } = letterOf([...many, deep]);
  expect(subject).toContain('Argued in full');
  expect(sections.flatMap(({ items }) => items.map(({ title }) => title))).toContain('Argued in full');
  expect([sections.flatMap(({ items }) => items).length, rest]).toEqual([MOST_TOLD, 3]);
});
