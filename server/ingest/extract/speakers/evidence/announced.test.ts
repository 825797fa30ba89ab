import { describe, expect, it } from 'vitest';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { personName } from '#server/language/people/names.ts';
import { announcementsOf, usualVoices } from './announced.ts';

/** Where Ada Marsh is announced when this is what is written, and said by Tom at `start`. */
function announced(written: Partial<EpisodeInput>, said = 'Welcome.', start = 10): string[] {
  const cues: Cue[] = [{ start, end: start + 5, speaker: 'Tom Ferro', text: said }];
  const input: EpisodeInput = {
    showName: 'Open Outcry',
    episodeTitle: 'Grids',
    episodeDescription: null,
    publishedAt: new Date(0),
    people: [],
    cues,
    ...written,
  };
  const name = personName('Ada Marsh') as NonNullable<ReturnType<typeof personName>>;
  return [...announcementsOf(name, 'Ada Marsh', input, splitSentences(cues))];
}

describe('announcementsOf', () => {
  it.each([
    'Ada Marsh on the grid',
    'How the grid grew w/ Ada Marsh',
    'The Grid: Planet CEO Ada Marsh',
    'Planet’s Marsh on Satellites',
  ])('takes who speaks from the title: %s', (episodeTitle) => {
    expect(announced({ episodeTitle })).toEqual(['title']);
  });

  it.each(['The return of Ada Marsh', "Ada Marsh's war", 'Tom Ferro on Ada Marsh', 'Why Ada Marsh left'])(
    'knows whom a title may only be about: %s',
    (episodeTitle) => expect(announced({ episodeTitle })).toEqual(['topic']),
  );

  it('tells a guest of the notes from a matter of the notes', () => {
    expect(announced({ episodeDescription: 'We are joined by Ada Marsh.' })).toEqual(['notes']);
    expect(announced({ episodeDescription: 'Ada Marsh sells her firm.' })).toEqual(['topic']);
  });

  it('hears who is presented at the opening, not who is talked about, nor later', () => {
    expect(announced({}, 'I am here with Ada Marsh.')).toEqual(['spoken']);
    expect(announced({}, 'Ada Marsh is the head of Planet.')).toEqual(['spoken']);
    expect(announced({}, 'Ada Marsh sold her firm.')).toEqual([]);
    expect(announced({}, "It is all Ada Marsh's doing.")).toEqual([]);
    expect(announced({}, 'I am here with Ada Marsh.', 1800)).toEqual([]);
  });

  it('finds a name in the show’s own', () => {
    expect(announced({ showName: 'The Marsh Report' })).toEqual(['show']);
  });
});

describe('usualVoices', () => {
  it('are those who speak again and again without being announced', () => {
    const episodes = [
      { title: 'Ida Brandt on grids', speakers: ['Tom Ferro', 'Ida Brandt'] },
      { title: 'Ida Brandt again', speakers: ['Tom Ferro', 'Ida Brandt', 'SPEAKER_01'] },
      { title: 'Copper', speakers: ['Bo Lind', 'SPEAKER_01'] },
    ];
    expect(usualVoices(episodes)).toEqual(['Tom Ferro']);
  });
});
