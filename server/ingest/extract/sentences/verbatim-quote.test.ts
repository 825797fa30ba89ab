import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { cueText } from '#server/language/cues/text.ts';
import { proveQuote, QUOTE_CAP } from './verbatim-quote.ts';

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const episode = fc
  .array(fc.record({ text: line, speaker: fc.constantFrom('A', 'B', null) }), { minLength: 1, maxLength: 12 })
  .map((rows) => rows.map((row, i): Cue => ({ ...row, start: i * 4 + 0.5, end: i * 4 + 4.2 })));

function joined(cues: readonly Cue[]): string {
  return cues.map(cueText).join(' ');
}

describe('proveQuote', () => {
  it('proves nothing that is not a substring of the cues it points at, joined by one space', () => {
    fc.assert(
      fc.property(episode, fc.nat(), fc.array(word, { minLength: 1, maxLength: 6 }), (cues, pick, words) => {
        const quote = proveQuote(cues, words.join(' '), pick % cues.length);
        if (quote === null) return;
        expect(joined(cues.slice(quote.firstCue, quote.lastCue + 1))).toContain(quote.text);
      }),
    );
  });

  it('proves any run of whole words that one speaker says without interruption, at its own seconds', () => {
    fc.assert(
      fc.property(episode, fc.nat(), fc.nat(), (cues, pick, length) => {
        const at = pick % cues.length;
        const words = cueText(cues[at] as Cue).split(' ');
        const text = words.slice(0, 1 + (length % words.length)).join(' ');
        const quote = proveQuote(cues, text, at);
        expect(quote?.text).toBe(text);
        const said = cues.slice(quote?.firstCue, (quote?.lastCue ?? 0) + 1);
        expect(quote?.startSeconds).toBe(Math.floor(said[0]?.start ?? -1));
        expect(new Set(said.map((cue) => cue.speaker)).size).toBe(1);
      }),
    );
  });

  it('never proves a text with a letter changed to one the transcript does not have', () => {
    fc.assert(
      fc.property(episode, fc.nat(), (cues, pick) => {
        const at = pick % cues.length;
        const text = cueText(cues[at] as Cue);
        expect(proveQuote(cues, `${text.slice(0, -1)}É`, at)).toBeNull();
      }),
    );
  });

  const cues: Cue[] = [
    { start: 10.9, end: 13, speaker: 'Ann', text: 'Margins are going  up' },
    { start: 13, end: 15.2, speaker: 'Ann', text: 'every single quarter.' },
    { start: 15.2, end: 17, speaker: 'Bob', text: 'Are they really?' },
  ];

  it('joins the cues of one speaker and rounds seconds outwards', () => {
    expect(proveQuote(cues, 'going up every single', 0)).toMatchObject({
      startSeconds: 10,
      endSeconds: 16,
      firstCue: 0,
      lastCue: 1,
    });
  });

  it('does not join two speakers, split a word, or exceed the cap', () => {
    expect(proveQuote(cues, 'single quarter. Are they', 1)).toBeNull();
    expect(proveQuote(cues, 'argins are', 0)).toBeNull();
    const long: Cue[] = [{ start: 0, end: 9, speaker: null, text: 'a '.repeat(QUOTE_CAP) }];
    expect(proveQuote(long, 'a '.repeat(QUOTE_CAP).trim(), 0)).toBeNull();
  });
});
