import { expect, it } from 'vitest';
import { told } from '#server/features/ideas/telling.ts';
import { aCard } from '#server/testing/cards.ts';

it('tells where and when it was said, on which side and how fully, in one wording', () => {
  expect(told(aCard({ stance: 'BEARISH', discussionDepth: 3 }))).toMatchObject({
    source: 'Margin Notes, “Dear is a number”, with Ana Ruiz, aired 15 September 2026, at 10:05',
    stance: 'argued as bearish',
    depth: 'argued with evidence, depth 3 of 5',
  });
  const unknown = aCard({ timestampSeconds: null, stance: null });
  expect(told(unknown)).toMatchObject({ at: null, stance: 'stance not told' });
  expect(told(unknown).source).toBe(
    'Margin Notes, “Dear is a number”, with Ana Ruiz, aired 15 September 2026',
  );
});

it('keeps a line that says more than the headline above it, and leaves out one that repeats it', () => {
  const line = (thesis: string) => told(aCard({ headline: 'Packaging limits Nvidia', thesis })).line;
  expect(line('Ana Ruiz argues that packaging limits Nvidia.')).toBe(
    'Ana Ruiz argues that packaging limits Nvidia.',
  );
  expect(line('Packaging limits Nvidia.')).toBeNull();
  expect(line('“Nvidia” – packaging limits')).toBeNull();
  expect(line('')).toBeNull();
});

it('lets nothing that a show named begin a line', () => {
  const card = aCard({ headline: 'One\n# Two', thesis: 'A reason\r\n\r\nof its own' });
  const episode = { ...card.episode, guest: null, title: 'A\nB' };
  const { headline, line, source } = told({ ...card, episode });
  expect([headline, line]).toEqual(['One # Two', 'A reason of its own']);
  expect(source).toBe('Margin Notes, “A B”, aired 15 September 2026, at 10:05');
});
