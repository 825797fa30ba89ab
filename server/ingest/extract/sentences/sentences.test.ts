import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { cueText } from '#server/language/cues/text.ts';
import { splitSentences } from './sentences.ts';

const cue = (start: number, speaker: string | null, text: string): Cue => ({
  start,
  end: start + 3,
  speaker,
  text,
});

describe('splitSentences', () => {
  it('joins fragments of one speaker into sentences and knows their cues', () => {
    const sentences = splitSentences([
      cue(0, 'Ann', 'Margins are up,'),
      cue(3, 'Ann', 'and they stay up. The U.S. business'),
      cue(6, 'Ann', 'grew 5.4 percent.'),
      cue(9, 'Bob', 'Really?'),
    ]);
    expect(sentences.map((one) => [one.text, one.firstCue, one.lastCue, one.speaker])).toEqual([
      ['Margins are up, and they stay up.', 0, 1, 'Ann'],
      ['The U.S. business grew 5.4 percent.', 1, 2, 'Ann'],
      ['Really?', 3, 3, 'Bob'],
    ]);
  });

  it('ends a sentence after a figure or a term that ends in a letter', () => {
    const sentences = splitSentences([
      cue(0, 'Ann', 'Sales are up 3x. They sell to J. Crew. It is all B2B. We like it.'),
    ]);
    expect(sentences.map(({ text }) => text)).toEqual([
      'Sales are up 3x.',
      'They sell to J. Crew.',
      'It is all B2B.',
      'We like it.',
    ]);
  });

  it('reads a long row of marks as fast as other talk', () => {
    const row = '!?.'.repeat(1_000_000);
    expect(splitSentences([cue(0, 'Ann', `Sales are up${row} They sell.`)]).map(({ text }) => text)).toEqual([
      `Sales are up${row}`,
      'They sell.',
    ]);
  });

  it('breaks talk without punctuation into clauses of bearable length', () => {
    const text =
      'we saw the demand double and the supply did not move so prices went up a lot because nobody had built a plant in ten years and that is why the makers are raising prices again this year';
    const sentences = splitSentences([cue(0, null, text)]);
    expect(sentences.length).toBeGreaterThan(1);
    expect(Math.max(...sentences.map((one) => one.words))).toBeLessThanOrEqual(40);
  });

  it('loses no word and never mixes speakers', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,7}[.,?]?$/), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('A', 'B'), words), { maxLength: 10 }), (rows) => {
        const cues = rows.map(([speaker, list], i) => cue(i * 3, speaker, list.join(' ')));
        const sentences = splitSentences(cues);
        expect(sentences.map((one) => one.text).join(' ')).toBe(cues.map(cueText).join(' '));
        for (const one of sentences) {
          for (let i = one.firstCue; i <= one.lastCue; i += 1) expect(cues[i]?.speaker).toBe(one.speaker);
        }
      }),
    );
  });
});
