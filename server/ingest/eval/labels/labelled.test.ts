import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { claimRows, ideaRows, worthRows } from '#server/ingest/eval/fitting/fit.ts';
import { evalShows } from '#server/ingest/eval/shows.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { type LabelledEpisode, type ListedIdea, markPassages } from './labelled.ts';

const linker = createLinker(loadUniverse());
const input: EpisodeInput = {
  showName: 'Open Outcry',
  episodeTitle: 'Chips',
  episodeDescription: null,
  publishedAt: new Date(0),
  people: [],
  cues: [
    'I think Nvidia is still cheap, because margins keep rising and demand is far ahead of supply.',
    'Their backlog is ninety billion dollars.',
    'We went to the beach with the kids and it was lovely.',
    'I would not touch Intel, it is losing share and burning cash.',
  ].map((text, i) => ({ start: i * 10, end: i * 10 + 10, speaker: 'Ann Lee', text })),
};
const listed = (more: Partial<ListedIdea>): ListedIdea => ({
  start: 0,
  end: 20,
  speaker: 'Ann Lee',
  subject: 'Nvidia',
  tickers: ['NVDA'],
  stance: 'BULLISH',
  depth: 3,
  certain: true,
  isQuote: ({ text }) => text.startsWith('I think Nvidia'),
  ...more,
});
const episode = (ideas: ListedIdea[]): LabelledEpisode => ({
  group: 'g',
  input,
  read: [[0, 40]],
  ideas,
  markOf: ({ text }) => (text.startsWith('I think Nvidia') ? 'claim' : null),
});
const names = (ideas: ListedIdea[]) =>
  markPassages(episode(ideas), linker)
    .filter(({ idea }) => idea !== null)
    .map(({ reading }) => reading.passage.mentions[0]?.subject.name);

describe('markPassages', () => {
  it('marks the passage of the listed subject and no other', () => {
    expect(names([listed({})])).toEqual(['Nvidia']);
    expect(names([listed({ subject: 'Micron', tickers: ['MU'] })])).toEqual([]);
    expect(names([listed({ start: 200, end: 220 })])).toEqual([]);
  });

  it('marks one passage once, however often it is listed', () => {
    expect(names([listed({}), listed({ start: 5 })])).toEqual(['Nvidia']);
  });
});

describe('the rows of the models', () => {
  const passages = markPassages(episode([listed({})]), linker);

  it('call a passage an idea where one is listed, and worth it where the speaker is the same and what is quoted argues', () => {
    expect(ideaRows(passages).filter(({ y }) => y)).toHaveLength(1);
    expect(worthRows(passages).filter(({ y }) => y)).toHaveLength(1);
    const other = markPassages(episode([listed({ speaker: 'Bo' })]), linker);
    expect(worthRows(other).filter(({ y }) => y)).toHaveLength(0);
    const unargued = markPassages({ ...episode([listed({})]), markOf: () => null }, linker);
    expect(worthRows(unargued).filter(({ y }) => y)).toHaveLength(0);
  });

  it('count a borderline idea partly', () => {
    const borderline = worthRows(markPassages(episode([listed({ certain: false })]), linker));
    expect(borderline.filter(({ y }) => y).map(({ weight }) => weight)).toEqual([0.7]);
  });

  it('call the marked sentence a claim, and the others of its passage not', () => {
    const rows = claimRows(passages);
    expect(rows.filter(({ y }) => y)).toHaveLength(1);
    expect(rows.length).toBeGreaterThan(1);
  });
});

describe('evalShows', () => {
  it('writes what was listed beside what was found, and counts what was published', async () => {
    const out = mkdtempSync(join(tmpdir(), 'earmark-shows-'));
    const told = await evalShows([episode([listed({})])], createRulesExtractor(linker), out);
    expect(told).toMatchObject({ episodes: 1 });
    expect(JSON.parse(readFileSync(join(out, 'listed/seg000.json'), 'utf8')).ideas).toHaveLength(1);
    const found = JSON.parse(readFileSync(join(out, 'predicted/seg000.json'), 'utf8'));
    expect(found.ideas.map(({ subject }: { subject: string }) => subject)).toContain('Nvidia');
    expect(told.listed).toBeLessThanOrEqual(1);
    expect(told.sameStance).toBeLessThanOrEqual(told.sameSpeaker);
  });
});
