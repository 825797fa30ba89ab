import { describe, expect, it } from 'vitest';
import { quoted, said as told } from '#server/testing/reading/evidence.ts';
import { eachWhereSaid, isSameTalk, isWordFor } from './same-talk.ts';

const said = 'Like, there had actually been an investment boom for AI in the 80s and it failed.';

describe('isSameTalk', () => {
  it('hears the same words through two transcripts', () => {
    expect(
      isSameTalk(said, 'Like there had actually been an investment boom for A.I. in the 80s, and it failed'),
    ).toBe(true);
  });

  it('takes a like claim in other words for another talk', () => {
    expect(isSameTalk(said, 'There was a boom of investment in the eighties that came to nothing.')).toBe(
      false,
    );
  });

  it('compares texts of a word or two as they stand', () => {
    expect(isSameTalk('Nvidia', 'Nvidia')).toBe(true);
    expect(isSameTalk('Nvidia', 'Intel')).toBe(false);
  });
});

describe('eachWhereSaid', () => {
  const words = 'Google will play some part in whatever Anthropic comes to sell to businesses';
  const idea = (given: Parameters<typeof told>[0]) => ({ ...told(given), onTopic: true });
  const quotes = idea({ id: 'quotes', thesis: `David George on Google: "${words}."`, quote: `${words}.` });
  const repeats = {
    ...idea({ id: 'repeats', quote: 'OpenAI is going to have a really good business.' }),
    line: { claim: `David George argues that ${words}`, words: null },
  };

  it('leaves a sentence of two ideas of an episode to the one that quotes it, and so to its second', () => {
    expect(eachWhereSaid([repeats, quotes])).toEqual([quotes]);
  });

  it('leaves both where they tell different things', () => {
    const other = idea({ id: 'other', quote: 'They sell ninety percent of what they can package.' });
    expect(eachWhereSaid([other, quotes])).toEqual([other, quotes]);
  });
});

it('knows the words that an idea tells beside those it quotes', () => {
  const words = 'Google will play some part in whatever Anthropic comes to sell to businesses';
  const line = { claim: `David George argues that ${words}`, words: null };
  const passage = quoted({ text: words });
  expect(isWordFor(passage, { ...told(), line, onTopic: true })).toBe(true);
  expect(isWordFor(passage, { ...told({ quote: words }), line, onTopic: true })).toBe(false);
});
