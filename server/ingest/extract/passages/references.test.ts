import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { groupBySentence, type Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { referencesOf } from './references.ts';

/** Sentences whose pronoun stands for a company, `sentence: company`; a capital H begins "Harrow", a capital M "Mesh". */
function references(lines: readonly (readonly [seconds: number, text: string])[]): string[] {
  const cues: Cue[] = lines.map(([start, text]) => ({ start, end: start + 4, speaker: 'Ann Lee', text }));
  const sentences = splitSentences(cues);
  const mentions = sentences.flatMap(({ index, text }) =>
    [...text.matchAll(/Harrow|Mesh/g)].map(
      (found): Mention => ({
        sentence: index,
        start: found.index,
        end: found.index + found[0].length,
        surface: found[0],
        subject: { kind: 'company', key: found[0].toLowerCase(), name: found[0] },
        tickers: [],
        ownerTickers: [],
        slug: found[0].toLowerCase(),
        product: false,
        confidence: 1,
        cue: index,
      }),
    ),
  );
  const found = referencesOf(sentences, groupBySentence(mentions), new Set());
  return [...found].map(([index, { subject }]) => `${index}: ${subject.key}`);
}

const NAMED = [0, 'Harrow is taking share from everybody.'] as const;

describe('a pronoun that stands for a company', () => {
  it('means the one argued about last', () => {
    expect(references([NAMED, [5, 'They have the best margins of the market.']])).toEqual(['1: harrow']);
    expect(references([NAMED, [5, 'And the stock is at a low multiple.']])).toEqual(['1: harrow']);
  });

  it('means nothing where two were named, or the talk is of no business', () => {
    expect(
      references([
        [0, 'Harrow and Mesh take share.'],
        [5, 'They have the best margins.'],
      ]),
    ).toEqual([]);
    expect(references([NAMED, [5, 'They came to dinner.']])).toEqual([]);
  });

  it('means nothing where the name was only passed by', () => {
    expect(
      references([
        [0, 'She worked at Harrow for years.'],
        [5, 'They have great margins.'],
      ]),
    ).toEqual([]);
  });

  it('is forgotten after a silence', () => {
    expect(references([NAMED, [60, 'They have the best margins of the market.']])).toEqual([]);
  });
});
