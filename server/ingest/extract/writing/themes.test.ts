import { describe, expect, it } from 'vitest';
import type { Subject, VerbatimQuote } from '#server/domain.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { findMentions, groupBySentence } from '#server/ingest/extract/subjects/mentions.ts';
import { themesOf } from './themes.ts';

const HALYARD: Subject = { kind: 'company', key: 'halyard', name: 'Halyard' };

/** Themes of an argument of these sentences that quotes the first of them. */
function themesFor(said: readonly string[], subject = HALYARD): string[] {
  const sentences = said.map((text, index) => ({ index, text, firstCue: index, cueOffsets: new Map() }));
  const stretch = sentences.map((sentence) => ({ sentence }) as unknown as PassageLine);
  const mentions = groupBySentence(findMentions(sentences as unknown as Sentence[], []));
  const quote = { text: said[0] } as VerbatimQuote;
  return themesOf(subject, { stretch, quote, mentions }).map(({ slug }) => slug);
}

describe('themesOf', () => {
  it('takes what the quote names, in whatever way', () => {
    expect(themesFor(['Halyard sells its valves to every maker of uranium fuel.'])).toEqual(['uranium']);
  });

  it('takes what two sentences around the quote speak of, and not what one does', () => {
    const once = ['Halyard will keep its margin.', 'Its valves sit in all the data centers.'];
    expect(themesFor(once)).toEqual([]);
    expect(themesFor([...once, 'I think data centers will need twice as many.'])).toEqual(['data-centers']);
  });

  it('takes nothing that is only named in passing, however often', () => {
    const passing = 'I met their founder at a startup dinner.';
    expect(themesFor(['Halyard will keep its margin.', passing, passing])).toEqual([]);
  });

  it('puts a theme first that is the subject itself', () => {
    const uranium: Subject = { kind: 'theme', key: 'uranium', name: 'Uranium' };
    expect(themesFor(['Data centers will buy all the uranium there is.'], uranium)).toEqual([
      'uranium',
      'data-centers',
    ]);
  });
});
