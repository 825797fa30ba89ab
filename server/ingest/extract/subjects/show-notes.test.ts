import { describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { announcedIn, readShowNotes } from './show-notes.ts';

const linker = createLinker(loadUniverse());
const episode = (more: Partial<EpisodeInput>): EpisodeInput => ({
  showName: 'Open Outcry',
  episodeTitle: 'Grain',
  episodeDescription: null,
  publishedAt: new Date('2026-03-02T06:00:00Z'),
  people: [],
  cues: [],
  ...more,
});
const announced = (more: Partial<EpisodeInput>) => announcedIn(readShowNotes(episode(more), linker));

describe('the notes of an episode', () => {
  it('announce the companies of the title and of every line of the description', () => {
    expect(
      announced({
        episodeTitle: 'Why Talen Energy soared | Open Outcry',
        episodeDescription: 'Then: what Planet Labs is worth.\n\nAnd Nvidia once more.',
      }),
    ).toEqual(['talen-energy', 'planet-labs', 'nvidia']);
  });

  it('announce nobody for whom a person only works', () => {
    expect(announced({ people: [{ name: 'Ada Marsh', role: 'guest', title: 'CEO, Planet Labs' }] })).toEqual(
      [],
    );
  });

  it('let the talk misspell what they announce', () => {
    const cues = [{ start: 0, end: 9, speaker: 'Ann', text: 'You can see what Tallen has done.' }];
    const named = (episodeTitle: string) =>
      survey(episode({ episodeTitle, cues }), linker).mentions.flatMap(({ tickers }) => tickers);
    expect(named('Why Talen Energy soared')).toEqual(['TLN']);
    expect(named('Why power soared')).toEqual([]);
  });
});
