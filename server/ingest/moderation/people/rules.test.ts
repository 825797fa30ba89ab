import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { samePerson } from '#server/features/visibility/withdrawn/rules.ts';
import { shortName, withoutWords } from '#server/ingest/moderation/people/rules.ts';

const cue = (speaker: string | null, text: string): Cue => ({ start: 0, end: 1, speaker, text });
const withdrawn = new Set([samePerson(' Ann ARCHER')]);

describe('a transcript without what a withdrawn person says', () => {
  it('loses what stands under their name, however it is written, and nothing else', () => {
    const cues = [
      cue('ANN ARCHER ', 'Mine.'),
      cue('Ann \u00a0Archer', 'Mine, too.'),
      cue('Ann', 'Somebody else’s.'),
      cue(null, 'Nobody’s, on Ann Archer.'),
    ];
    expect(withoutWords(cues, withdrawn).map(({ text }) => text)).toEqual([
      'Somebody else’s.',
      'Nobody’s, on Ann Archer.',
    ]);
  });

  it.each([
    ["Kevin O'Leary", 'Kevin O’Leary'],
    ['Kevin O’Leary', 'Kevin Oʼleary'],
    ['José Ruiz'.normalize('NFC'), 'José Ruiz'.normalize('NFD')],
    ['José Ruiz'.normalize('NFD'), 'José Ruiz'.normalize('NFC')],
  ])('knows them by other characters of the same name: %s, %s', (name, label) => {
    expect(withoutWords([cue(label, 'Mine.')], new Set([samePerson(name)]))).toEqual([]);
  });

  it('loses what stands under a label that is known to be theirs', () => {
    const cues = [cue('Speaker 1', 'Mine.'), cue('Speaker 2', 'His.')];
    const names = { 'Speaker 1': 'Ann Archer', 'Speaker 2': 'Bob Baker' };
    expect(withoutWords(cues, withdrawn, { names }).map(({ text }) => text)).toEqual(['His.']);
  });

  it('keeps what stands under a label that reads as a property of every object', () => {
    const cues = [cue('constructor', 'Theirs.')];
    expect(withoutWords(cues, withdrawn, { names: {} })).toEqual(cues);
  });

  it('loses what stands under the short name of somebody whom the feed lists', () => {
    const cues = [
      cue('ANN', 'Mine.'),
      cue('Ann Cho', 'Hers.'),
      cue('Anna', 'Hers, too.'),
      cue(null, 'Ann says.'),
    ];
    const shortNames = [shortName('Ann Archer')!];
    expect(withoutWords(cues, new Set(), { shortNames }).map(({ text }) => text)).toEqual([
      'Hers.',
      'Hers, too.',
      'Ann says.',
    ]);
  });
});
