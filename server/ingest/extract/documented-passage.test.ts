import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseScript, timeCues } from '#prisma/samples/script.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const EPISODE = new URL(
  '../../../prisma/samples/the-long-wire/01-a-plant-that-was-already-there.txt',
  import.meta.url,
);
const PAGE = new URL('../../../docs/extraction.md', import.meta.url);

it('makes of the passage in docs/extraction.md the idea that is printed there', async () => {
  const [, printed] = /```json\n([\s\S]+?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const { confidence, ...documented } = JSON.parse(printed ?? '{}');
  const script = parseScript(readFileSync(EPISODE, 'utf8'));
  const { ideas } = await createRulesExtractor(createLinker(loadUniverse())).extract({
    showName: 'The Long Wire',
    episodeTitle: script.title,
    episodeDescription: script.description,
    publishedAt: new Date('2026-07-01T00:00:00Z'),
    people: script.voices,
    cues: timeCues(script),
  });
  const idea = ideas.find(({ subject }) => subject.key === documented.tickers[0]);
  expect(idea).toMatchObject(documented);
  expect(idea?.confidence).toBeCloseTo(confidence, 2);
});
