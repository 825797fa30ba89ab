import { describe, expect, it } from 'vitest';
import { survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { cardsOf } from './features.ts';
import { isUnheard } from './unheard.ts';

const linker = createLinker(loadUniverse());

/** The card of a sentence on Nvidia, said among others. */
function cardOf(text: string) {
  const said = ['Nvidia makes the chips.', text, 'Nvidia sells them to everyone.'];
  const cues = said.map((line, i) => ({ start: i * 9, end: i * 9 + 9, speaker: 'Ann Lee', text: line }));
  const { candidates, discourse } = survey(
    {
      ...{ showName: 'Open Outcry', episodeTitle: 'Chips', episodeDescription: null, people: [], cues },
      publishedAt: new Date('2026-03-02T06:00:00Z'),
    },
    linker,
  );
  const cards = candidates.flatMap((candidate) => cardsOf(candidate, discourse));
  return cards.find(({ line }) => line.sentence.text === text)!;
}

describe('a side that models hear', () => {
  it.each([
    "It's difficult to believe Nvidia won't lead this market.",
    'Nvidia taught me that the best companies have a remarkable product.',
    "Nvidia didn't have great margins for a very long time.",
    'I think Nvidia is absolutely going to be a partner.',
    "I wouldn't say that I'm bullish on Nvidia at this price.",
    'I still own a lot of Nvidia puts here.',
  ])('is told of neither kind in "%s"', (text) => {
    expect(isUnheard(cardOf(text), 'BULLISH')).toBe(true);
    expect(isUnheard(cardOf(text), 'BEARISH')).toBe(true);
  });

  it.each([
    'I think beating Nvidia with one chip for all of them is hard.',
    'Nvidia is about to break through its range to the downside.',
    'I think Nvidia is going to bottleneck on memory.',
  ])('is not told as bullish in "%s"', (text) => {
    expect(isUnheard(cardOf(text), 'BULLISH')).toBe(true);
    expect(isUnheard(cardOf(text), 'BEARISH')).toBe(false);
  });

  it('is told of words that take one', () => {
    expect(isUnheard(cardOf('I think Nvidia is going to keep its lead.'), 'BULLISH')).toBe(false);
  });
});
