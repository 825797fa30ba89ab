import { describe, expect, it } from 'vitest';
import { findAdverts } from '#server/ingest/extract/adverts/adverts.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { servable } from '#server/ingest/publish/rules.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { scriptedEpisodes } from './scripted.ts';

const episodes = scriptedEpisodes();
const extractor = createRulesExtractor(createLinker(loadUniverse()));

describe('the sample shows', () => {
  it('have their sponsor reads found, and little else taken for one', () => {
    let reads = 0;
    let found = 0;
    let strayed = 0;
    for (const { input } of episodes) {
      const sentences = splitSentences(input.cues);
      const { sentences: marked } = findAdverts(sentences);
      const address = sentences.filter(({ text }) => / dot example\b/i.test(text));
      reads += address.length;
      found += address.filter(({ index }) => marked.has(index)).length;
      strayed += [...marked].filter(
        (index) => !address.some(({ turn }) => turn === sentences[index]?.turn),
      ).length;
    }
    expect(reads).toBeGreaterThanOrEqual(28);
    expect(found / reads).toBeGreaterThanOrEqual(0.9);
    expect(strayed).toBeLessThanOrEqual(reads / 2);
  });

  it('publish what their authors meant: the subject, said by that speaker or by nobody named', async () => {
    let published = 0;
    let meant = 0;
    for (const { input, ideas } of episodes) {
      for (const idea of servable(await extractor.extract(input)).ideas) {
        const about = [idea.subject.key, ...idea.tickers];
        published += 1;
        if (
          ideas.some(
            ({ subject, speaker }) =>
              about.includes(subject) && (idea.speaker?.name ?? `${speaker} `).startsWith(`${speaker} `),
          )
        )
          meant += 1;
      }
    }
    expect(published).toBeGreaterThanOrEqual(30);
    expect(meant / published).toBeGreaterThanOrEqual(0.9);
  }, 60_000);

  it('are published as cards that take a side and say why, but for the one that docs/extraction.md walks through', async () => {
    const wanting: string[] = [];
    for (const { input } of episodes)
      for (const { stance, thesis } of servable(await extractor.extract(input)).ideas)
        if (stance === null || !/\b(?:because|since)\b/.test(thesis)) wanting.push(thesis);
    expect(wanting).toEqual([
      'Ruth Abernathy-Cole on NuScale: "I would not own NuScale at this price, and that\'s no insult to the engineering."',
    ]);
  }, 60_000);
});
