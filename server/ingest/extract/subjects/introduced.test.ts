import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { findIntroduced } from './introduced.ts';

/** Names found in what one speaker says, a sentence to a cue, in order. */
function introduced(texts: readonly string[], known: readonly string[] = []): string[] {
  const cues: Cue[] = texts.map((text, i) => ({ start: i * 5, end: i * 5 + 5, speaker: 'Ann Lee', text }));
  const found = findIntroduced(splitSentences(cues), new Set(known));
  return found.map((place) => place.name);
}

describe('companies that the talk introduces', () => {
  it.each([
    ['We put money into a company called Periodic last year.', ['Periodic']],
    ['Company called Island.', ['Island']],
    ['She is the founder and CEO of Crucible Labs, by the way.', ['Crucible Labs']],
    ['We were early investors in Nerlink and it shows.', ['Nerlink']],
    ['LeadIQ, which is an email search platform, costs more.', ['LeadIQ']],
    ['And then Cybrex raised $40 million.', ['Cybrex']],
    ['I doubt Cybrex’s valuation.', ['Cybrex']],
    ['Nerlink’s revenue doubled.', ['Nerlink']],
    ['We look at companies like Yarvo for that.', ['Yarvo']],
    ['Then Cybrex is worth $3 billion.', ['Cybrex']],
  ])('%s', (text, names) => {
    expect(introduced([text])).toEqual(names);
  });

  it.each([
    'There is a company that nobody called.',
    'The founders of America had no round in Texas.',
    'He is an investor in AI and the CEO of Applications.',
    'People ask about Ann’s valuation and Jane Smith, and Smith’s IPO.',
    'It is a company spelled called M-A-N-U-S.',
    'This Company Called Whatever Is Written Like A Headline For The Whole Of It.',
    'The investors in VCX know the founder of EY.',
    'A european founder is a great founder.',
  ])('not in: %s', (text) => {
    expect(introduced([text])).toEqual([]);
  });

  it('are found wherever they are named again, and a word that names one in mid-sentence only', () => {
    const talk = [
      'I found a startup called Flow.',
      'Flow of capital is one thing.',
      'I think Flow will win, the flow of it.',
      'Yesterday Cybrex went public.',
      'Cybrex is worth it.',
    ];
    expect(introduced(talk)).toEqual(['Flow', 'Flow', 'Cybrex', 'Cybrex']);
  });

  it('are words of every day where the talk writes them as a name', () => {
    const talk = [
      'My partner runs product, and she is the founder of Atoms.',
      'I like Atoms, and when Atoms grows we see it.',
      'They say that Atoms wins.',
    ];
    expect(introduced(talk)).toEqual(['Atoms', 'Atoms', 'Atoms', 'Atoms']);
    expect(introduced([talk[0] as string, 'The atoms and more atoms, and some atoms.'])).toEqual([]);
  });

  it('are named by the notes of the episode', () => {
    const cues: Cue[] = [{ start: 0, end: 9, speaker: null, text: 'So Softmax trains on that.' }];
    const found = (notes: string[]) => findIntroduced(splitSentences(cues), new Set(), notes);
    expect(found(['Emmett Shear, founder of Softmax'])).toMatchObject([{ slug: 'softmax' }]);
    expect(found(['Softmax CEO Emmett Shear'])).toMatchObject([{ slug: 'softmax' }]);
    expect(found(['A talk about machines'])).toEqual([]);
  });

  it('are no laws, places or sentences', () => {
    expect(
      introduced([
        'He invested in Brazil, and companies like the Invest America Act, and I doubt AI’s stock.',
      ]),
    ).toEqual([]);
  });

  it('are left to the tables that know them', () => {
    expect(introduced(['A company called Nvidia makes chips.'], ['nvidia'])).toEqual([]);
  });

  it('carry the slug of their name and where it stands', () => {
    const cues: Cue[] = [{ start: 0, end: 9, speaker: null, text: 'We backed a firm called Mesh Light.' }];
    expect(findIntroduced(splitSentences(cues), new Set())).toEqual([
      { sentence: 0, start: 24, end: 34, name: 'Mesh Light', slug: 'mesh-light' },
    ]);
  });
});
