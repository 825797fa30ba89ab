import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { proveQuote } from './verbatim-quote.ts';

function talk(...said: [speaker: string, text: string][]): Cue[] {
  return said.map(([speaker, text], i) => ({ speaker, text, start: i * 3, end: i * 3 + 3 }));
}

const BROKEN = talk(
  ['Ann', 'Margins were fine. I think the lack of an enterprise business'],
  ['Bob', 'is going to be a liability for it. Oh, interesting.'],
  ['Cem', 'Why would it?'],
);

describe('a quote over a change of label', () => {
  it('is proven where the change falls into a sentence', () => {
    const quote = 'I think the lack of an enterprise business is going to be a liability for it.';
    expect(proveQuote(BROKEN, quote, 0)).toMatchObject({ text: quote, firstCue: 0, lastCue: 1 });
  });

  it('is not proven where the one ends a sentence and the other begins one', () => {
    expect(proveQuote(BROKEN, 'Oh, interesting. Why would it?', 1)).toBeNull();
  });

  it.each([
    ['stops', (text: string) => text.replaceAll(/[.?]/g, '')],
    ['capitals', (text: string) => text.toLowerCase()],
  ])('is not proven in a transcript without %s, where nothing tells', (_name, without) => {
    const cues = BROKEN.map((cue) => ({ ...cue, text: without(cue.text) }));
    expect(proveQuote(cues, without('an enterprise business is going to be'), 0)).toBeNull();
  });
});
