import { describe, expect, it } from 'vitest';
import { survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { stanceOf } from './stance.ts';

const linker = createLinker(loadUniverse());

/** The stance Ann takes towards Costco in these sentences. */
function stance(...texts: string[]) {
  const cues = texts.map((text, i) => ({ start: i * 6, end: i * 6 + 6, speaker: 'Ann', text }));
  const input = {
    showName: 'Open Outcry',
    episodeTitle: 'Shops',
    episodeDescription: null,
    people: [],
    cues,
  };
  const { candidates } = survey({ ...input, publishedAt: new Date(0) }, linker);
  const found = candidates.find((one) => one.reading.passage.subjectId === 'ticker:COST');
  if (found === undefined) throw new Error('Costco was not found');
  return stanceOf(found.reading);
}

describe('stanceOf', () => {
  it('leans as the sentences about the subject do, and withholds what is not declared', () => {
    expect(stance('Costco has real pricing power.', 'They keep growing and the margins expand.')).toEqual({
      stance: null,
      likelier: 'BULLISH',
    });
    expect(
      stance(
        'Costco is in trouble.',
        'They are losing members.',
        "They can't raise prices and nobody wants it.",
      ),
    ).toEqual({ stance: null, likelier: 'BEARISH' });
  });

  it('calls two sides that are set against each other and both weigh mixed', () => {
    expect(
      stance(
        'Costco is a great business with loyal members.',
        'On the other hand they are losing customers in the cities.',
      ),
    ).toEqual({ stance: null, likelier: 'MIXED' });
  });

  it('does not call it mixed where one side is hardly heard', () => {
    expect(stance('On the other hand Costco is growing.', 'There is some noise about the fees.')).toEqual({
      stance: null,
      likelier: 'BULLISH',
    });
  });

  it('lets what the speaker declares outrank what is weighed', () => {
    expect(
      stance('Costco is a great business with pricing power.', "I'm negative on Costco at this price."),
    ).toEqual({ stance: 'BEARISH', likelier: 'BEARISH' });
  });
});
