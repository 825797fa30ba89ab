import { describe, expect, it } from 'vitest';
import { heldBackNames } from '#server/ingest/extract/subjects/held-back.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const linker = createLinker(loadUniverse());

/** What is held back of lines of twenty seconds each. */
function heldBack(lines: readonly string[], adRanges: readonly (readonly [number, number])[] = []) {
  const cues = lines.map((text, i) => ({ start: i * 20 + 0.4, end: i * 20 + 20, speaker: null, text }));
  return heldBackNames({ cues, links: linker.linkEpisode(cues), adRanges });
}

describe('names held back', () => {
  it('are told with symbol, words as said and the second of the cue', () => {
    expect(heldBack(['Good morning to all of you.', 'I mean, look at Viva and what it does.'])).toEqual([
      { symbol: 'VEEV', name: 'Viva', seconds: 20 },
    ]);
  });

  it('are told once an episode', () => {
    expect(heldBack(['I mean, look at Viva.', 'And then there is Viva, as I said.'])).toHaveLength(1);
  });

  it.each([
    ['an everyday word', 'We had a really interesting growth strategy in that year.'],
    ['a product', 'It came by a message on Slack, I think.'],
    ['a person', 'Well, my neighbour Susan Dell came for dinner.'],
    ['a person after two blanks', 'Well,  my  neighbour  Susan Dell came for dinner.'],
    ['a name that is sure', 'We own shares of Nvidia.'],
  ])('leave out %s', (_what, text) => {
    expect(heldBack([text])).toEqual([]);
  });

  it('leave out what the episode links surely under the same name, and what stands in an advert', () => {
    const doubtful = 'These new drinks, like Celsius, are everywhere now.';
    expect(heldBack([doubtful])).toEqual([{ symbol: 'CELH', name: 'Celsius', seconds: 0 }]);
    expect(heldBack([doubtful, 'So I bought Celsius stock, and Celsius shares rose.'])).toEqual([]);
    expect(heldBack([doubtful], [[0, 10]])).toEqual([]);
  });
});
