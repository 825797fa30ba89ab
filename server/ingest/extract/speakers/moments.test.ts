import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { ARGUED } from '#server/testing/reading/argued-talk.ts';
import { tellingSentences } from './moments.ts';

const talk = (lines: readonly (readonly [string, string])[]): EpisodeInput => ({
  ...ARGUED,
  people: [],
  cues: lines.map(([speaker, text], i) => ({ start: i * 10, end: i * 10 + 10, speaker, text })),
});
const told = (input: EpisodeInput) => tellingSentences(input, splitSentences(input.cues));

const FILLER = 'There is a lot to be said about the price of things in general and of copper in particular.';
const long = Array.from({ length: 400 }, (_, i): readonly [string, string] => [
  i % 2 ? 'Ada Marsh' : 'Tom Ferro',
  FILLER,
]);

describe('the sentences that tell who speaks', () => {
  it('hold a call by name in the middle of a long talk, with the answer to it', () => {
    const lines = [...long];
    lines[200] = ['Tom Ferro', 'Ada, would you own it?'];
    lines[201] = ['Ada Marsh', 'I would not, and I never did.'];
    const texts = told(talk(lines)).map(({ text }) => text);
    expect(texts).toContain('Ada, would you own it?');
    expect(texts).toContain('I would not, and I never did.');
  });

  it('hold the beginning and the end', () => {
    const input = talk([['Tom Ferro', 'Good morning to all.'], ...long, ['Ada Marsh', 'Good night to all.']]);
    const texts = told(input).map(({ text }) => text);
    expect(texts[0]).toBe('Good morning to all.');
    expect(texts.at(-1)).toBe('Good night to all.');
  });

  it('are in order, each once, and few of a long talk', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...long, ['Tom Ferro', 'Thanks, Ada.'] as const), { maxLength: 600 }),
        (lines) => {
          const found = told(talk(lines));
          const at = found.map(({ index }) => index);
          expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
          expect(found.reduce((sum, { words }) => sum + words, 0)).toBeLessThan(4500);
        },
      ),
      { numRuns: 25 },
    );
  });
});
