import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { reachOf, reachReport } from './candidates.ts';

const universe = loadUniverse();
const linker = createLinker(universe);

/** The cause of an idea on `subject` listed in what is said; null where it has a candidate. */
function cause(text: string, subject: string, tickers: readonly string[] = []) {
  const cues: Cue[] = text
    .split('/')
    .map((said, i) => ({ start: i * 5, end: i * 5 + 5, speaker: 'Ann Lee', text: said.trim() }));
  const input = {
    showName: 'A show',
    episodeTitle: 'An episode',
    episodeDescription: null,
    publishedAt: new Date(0),
    people: [],
    cues,
  };
  const idea = { subject, tickers, start: 0, end: cues.length * 5, speaker: 'Ann Lee' };
  const [reached] = reachOf([{ group: 'one', input, read: [[0, 99]], ideas: [idea] }], linker, universe);
  return reached?.cause;
}

describe('a listed idea', () => {
  it('has a candidate where its subject is linked', () => {
    expect(cause('I think Nvidia is cheap at this price.', 'Nvidia (margins)', ['NVDA'])).toBeNull();
  });

  it.each([
    ['We buy office space, and venture is hard.', 'Early-stage venture investing', [], 'otherwise'],
    ['Then visa was there for us to see.', 'Visa', ['V'], 'lowerCase'],
    ['So Target we hit.', 'Target', ['TGT'], 'capital'],
    ['We like nvdya, all of us.', 'Nvidia', ['NVDA'], 'garbled'],
    ['They are the best of them all.', 'Nvidia', ['NVDA'], 'pronoun'],
    ['We met the people of Zorblatt there.', 'Zorblatt', [], 'unlisted'],
    ['We met the people there.', 'Zorblatt', [], 'unnamed'],
    ['The vineyards grow on slopes.', 'French vineyards', [], 'theme'],
    ['They grow on slopes.', 'French vineyards', [], 'implied'],
  ] as const)('has none, and why: %s', (text, subject, tickers, expected) => {
    expect(cause(text, subject, tickers)).toBe(expected);
  });

  it('is counted with what is filed under another name', () => {
    const idea = { subject: 'X', tickers: [], start: 0, end: 1, speaker: 'Ann Lee' };
    const report = reachReport('all', [
      { group: 'one', idea, cause: null },
      { group: 'one', idea, cause: 'otherwise' },
      { group: 'two', idea, cause: 'theme' },
      { group: 'two', idea, cause: 'theme' },
    ]);
    expect(report[0]).toBe(
      'all: 4 ideas listed, 0.250 with a candidate of their own, 0.500 with one filed under another name',
    );
    expect(report[1]).toContain('theme 0.500');
  });
});
