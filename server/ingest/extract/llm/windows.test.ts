import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { readSegment } from '#server/ingest/eval/labels/segment.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const linker = createLinker(loadUniverse());

function read(said: readonly [speaker: string, text: string][]): readonly Window[] {
  const cues = said.map(([speaker, text], i): Cue => ({ start: i * 8, end: i * 8 + 8, speaker, text }));
  const show = { showName: 'Open Outcry', episodeTitle: 'Chips', episodeDescription: null, people: [] };
  return readEpisode({ ...show, publishedAt: new Date('2026-03-02T06:00:00Z'), cues }, linker).windows;
}

const on = (company: string, times: number): [string, string][] =>
  Array.from({ length: times }, (_, i) => [
    i % 2 ? 'Tom' : 'Mara',
    `Point ${i} on ${company} is that its software locks customers in and that demand is far ahead of supply.`,
  ]);
const own = ({ lines, own: { firstLine, lastLine } }: Window) => lines.slice(firstLine - 1, lastLine);
const words = (window: Window) => window.lines.reduce((sum, line) => sum + line.text.split(' ').length, 0);

describe('windows of discourse', () => {
  it('end where the subject changes, not after so many words', () => {
    const windows = read([...on('Nvidia', 60), ['Tom', 'Well, that was that.'], ...on('Oracle', 60)]);
    const named = windows.map((window) => {
      const text = own(window).map((line) => line.text);
      return ['Nvidia', 'Oracle'].filter((name) => text.some((line) => line.includes(name)));
    });
    expect(named).toEqual([['Nvidia'], ['Oracle']]);
  });

  it('keep a question with its answer', () => {
    const talk: [string, string][] = [
      ...on('Nvidia', 40),
      ['Tom', 'So what do you make of Oracle?'],
      ...on('Oracle', 60),
    ];
    for (const window of read(talk)) expect(own(window).at(-1)?.text).not.toMatch(/\?$/);
  });

  it('leave out sponsor reads and talk that names nothing', () => {
    const chat: [string, string][] = Array.from({ length: 150 }, (_, i) => [
      i % 2 ? 'Tom' : 'Mara',
      `And then, for the ${i}th time, we went for a long walk along the river and it rained the whole way home.`,
    ]);
    const advert: [string, string] = [
      'Tom',
      'This show is brought to you by Shopify. Shopify is the best platform to grow your business. Start today at shopify.com slash outcry.',
    ];
    const windows = read([...chat, ...on('Nvidia', 5), advert]);
    const text = windows.flatMap((window) => window.lines.map((line) => line.text)).join(' ');
    expect(windows.length).toBeGreaterThan(0);
    expect(text).toContain('Point 0 on Nvidia');
    expect(text).not.toContain('Shopify');
    expect(text).not.toContain('for the 0th time');
  });

  it('of a silent episode are none', () => {
    expect(read([])).toEqual([]);
  });
});

const gold = new URL('../../../../../shared/data/gold/', import.meta.url);
const present = existsSync(gold);
if (!present) console.warn('windows: skipped the labelled segments, ../shared/data/gold is absent');

describe.skipIf(!present)('windows of the labelled segments', () => {
  const segments = present
    ? readdirSync(gold)
        .filter((name) => name.endsWith('.txt'))
        .map((file): EpisodeInput => readSegment(readFileSync(new URL(file, gold), 'utf8')))
    : [];

  it('follow one another, each shown with what is said around it, none longer than a model can hold in view', () => {
    for (const input of segments) {
      let last = -1;
      for (const window of readEpisode(input, linker).windows) {
        expect(own(window)[0]!.start).toBeGreaterThanOrEqual(last);
        if (last >= 0) expect(window.own.firstLine).toBeGreaterThan(1);
        last = own(window).at(-1)!.start;
        expect(words(window)).toBeLessThan(2600);
        for (const { lines } of window.subjects)
          for (const line of lines) expect(window.lines[line - 1]).toBeDefined();
      }
    }
  }, 60_000);
});
