import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { findQuote } from '#server/ingest/extract/llm/proof/find-quote.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';
import { QUOTE_CAP } from '#server/ingest/extract/sentences/verbatim-quote.ts';

/** A window whose every line is one cue, ten seconds long. */
function windowOf(...said: [speaker: string, text: string][]): { cues: Cue[]; window: Window } {
  const cues = said.map(([speaker, text], i): Cue => ({ start: i * 10, end: i * 10 + 10, speaker, text }));
  const lines = cues.map((cue, i) => ({ ...cue, borneOut: true, firstCue: i, lastCue: i }));
  return {
    cues,
    window: { lines, own: { firstLine: 1, lastLine: lines.length }, subjects: [], speakers: [] },
  };
}

const TALK = windowOf(
  ['Ann', 'Margins hold up.'],
  ['Ann', 'They hold up because Intel can’t ship.'],
  ['Bob', 'Margins hold up.'],
);
const widened = (words: string, near: number) => ({ words, near, parts: 'widened' }) as const;
const find = (text: string, near: number, talk = TALK) =>
  findQuote(talk.cues, talk.window, widened(text, near));

describe('findQuote', () => {
  it('finds words over several lines of one speaker, with line and seconds', () => {
    expect(find('hold up. They hold up', 1)).toMatchObject({
      line: 1,
      lines: [1, 2],
      quote: { startSeconds: 0, endSeconds: 20, firstCue: 0, lastCue: 1 },
    });
  });

  it('takes the place nearest to the line that is named', () => {
    expect(find('Margins hold up.', 1)?.line).toBe(1);
    expect(find('Margins hold up.', 3)?.line).toBe(3);
  });

  it('gives the transcript’s letters where marks, case and spacing differ', () => {
    expect(find('"they  hold up because intel can\'t ship..."', 2)?.quote.text).toBe(
      'They hold up because Intel can’t ship.',
    );
  });

  it('gives whole sentences where a part of them is quoted', () => {
    expect(find('hold up. They hold up', 1)?.quote.text).toBe(
      'Margins hold up. They hold up because Intel can’t ship.',
    );
  });

  it.each([
    [
      'stays as it is where it ends on a full stop, though the talk goes on in small letters',
      'We need applications beyond these things.',
      'We need applications beyond these things. give a hundred million to a model company and so on.',
      'We need applications beyond these things.',
    ],
    [
      'is widened past the full stop of an abbreviation',
      'I like Apple Inc.',
      'I like Apple Inc. and its phones.',
      'I like Apple Inc. and its phones.',
    ],
  ])('%s', (_what, words, said, quote) => {
    expect(find(words, 1, windowOf(['Ann', said]))?.quote.text).toBe(quote);
  });

  it('keeps a part of a sentence that is parted between clauses, where parts are kept', () => {
    const { cues, window } = windowOf([
      'Ann',
      'I was in Rome, and I think Intel will ship in June, so there.',
    ]);
    const kept = (words: string) => findQuote(cues, window, { words, near: 1, parts: 'kept' })?.quote.text;
    expect(kept('and I think Intel will ship in June,')).toBe('and I think Intel will ship in June,');
    expect(kept('Intel will ship in')).toBe(cues[0]?.text);
  });

  it('keeps a part of talk without stops where the lines that it stands in break off', () => {
    const talk = windowOf(
      ['Ann', 'there are so many of them that do not mind what it costs at all because'],
      ['Ann', 'for a month of these it just does not matter what you pay and'],
      ['Ann', 'so there is the other world where costs are all that anybody looks at in the'],
    );
    const said = 'for a month of these it just does not matter what you pay';
    expect(find(said, 2, talk)?.quote.text).toBe(said);
  });

  it('keeps a clause of talk without stops that breaks off nowhere, wherever its lines end', () => {
    const talk = windowOf(
      [
        'Ann',
        'and that is what you hear from them they find that they collect more than before and the kind',
      ],
      ['Ann', 'of tradeoff is so plain the company is getting revenue from those who had no budget for it'],
      ['Ann', 'you know given what it does for them and in the way that we used to talk about it'],
    );
    const said = 'the company is getting revenue from those who had no budget for it';
    expect(find(said, 2, talk)?.quote.text).toBe(said);
    expect(find(`${said} you know given what it does`, 2, talk)?.quote.text).toBe(
      `${said} you know given what it does`,
    );
  });

  const CLAIM = 'nvidia will keep its margins for years';
  it.each([
    `i really do not think ${CLAIM} once the custom chips ship`,
    `nobody i talk to believes ${CLAIM} any more`,
    `it is just not true that ${CLAIM} and that is over`,
    `if nobody else ships a chip by june ${CLAIM} that is the bet`,
    `unless the customers build their own chips ${CLAIM}`,
    `everybody on the street says ${CLAIM} and i think they are wrong`,
    `so ${CLAIM} you know but only if they ship on time`,
    `so ${CLAIM} assuming that nobody else ships`,
    `so ${CLAIM} until the custom chips come and then it is over`,
    `so ${CLAIM} is what they want you to believe`,
    `so ${CLAIM} as long as nobody ships`,
  ])('does not part a clause from words that turn it: %j', (line) => {
    const talk = windowOf(
      ['Ann', 'and then we looked at the whole chip sector and what people pay for these names over time'],
      ['Ann', line],
      [
        'Ann',
        'and that is what we talked about with the team over the summer and the board looked at it too',
      ],
    );
    expect(find(CLAIM, 2, talk)?.quote.text).toContain(line);
  });

  it('does not part a long sentence though its stops are far apart', () => {
    const sentence =
      'I do not think, for all that people tell you about what the software does for them and how long it has done it for every single year, that Nvidia will keep its margins for years, and I say that as somebody who owned it for most of the last ten.';
    const talk = windowOf(['Bob', 'So what is it?'], ['Ann', sentence], ['Bob', 'Fair enough.']);
    expect(find('Nvidia will keep its margins for years', 2, talk)?.quote.text).toBe(sentence);
  });

  it('gives of sentences that are too long together as many as a quote holds', () => {
    const sentence = (word: string) => `${`${word} `.repeat(28)}${word}.`;
    const long = windowOf(['Ann', sentence('first')], ['Ann', sentence('later')], ['Ann', sentence('never')]);
    const all = long.cues.map(({ text }) => text).join(' ');
    expect(find(all, 1, long)?.quote.text).toBe(sentence('first'));
  });

  it.each(['hold up because Intel can’t ship. Margins', 'argins hold', 'Margins collapse.', '', '…'])(
    'finds no %j',
    (text) => {
      expect(find(text, 2)).toBeNull();
    },
  );

  it('finds nothing longer than the cap', () => {
    const long = windowOf(['Ann', 'word '.repeat(80).trim()]);
    expect(find('word '.repeat(80), 1, long)).toBeNull();
    expect(find('word '.repeat(QUOTE_CAP / 5), 1, long)?.line).toBe(1);
  });

  it('does not reach over lines that were left out', () => {
    const { cues, window } = windowOf(['Ann', 'It grows.'], ['Ann', 'Buy our mattress.'], ['Ann', 'Fast.']);
    const lines = [window.lines[0]!, window.lines[2]!];
    expect(findQuote(cues, { ...window, lines }, widened('It grows. Fast.', 1))).toBeNull();
    expect(findQuote(cues, { ...window, lines }, widened('Buy our mattress.', 1))).toBeNull();
    expect(findQuote(cues, { ...window, lines }, widened('Fast.', 1))?.quote.startSeconds).toBe(20);
  });

  it('returns only what stands word for word in the cues it names', () => {
    const word = fc.constantFrom('Margins', 'hold', 'up', 'Intel', 'can’t', 'ship', '–', '“so”', 'İt');
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const talk = fc.array(fc.tuple(fc.constantFrom('Ann', 'Bob'), line), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(talk, line, fc.integer({ min: -3, max: 9 }), (said, wanted, near) => {
        const { cues, window } = windowOf(...said);
        const found = findQuote(cues, window, widened(wanted, near));
        if (found === null) return;
        const { text, firstCue, lastCue } = found.quote;
        expect(
          cues
            .slice(firstCue, lastCue + 1)
            .map((cue) => cue.text)
            .join(' '),
        ).toContain(text);
        expect(new Set(cues.slice(firstCue, lastCue + 1).map((cue) => cue.speaker)).size).toBe(1);
      }),
    );
  });
});
