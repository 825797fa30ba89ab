import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LabelledEpisode, wasRead } from '#server/ingest/eval/labels/labelled.ts';
import type { Mark } from '#server/ingest/eval/labels/marks.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { weighedWords } from '#server/ingest/extract/passages/wording.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { fitWords, type Worded } from './words.ts';

const PENALTY = 5;
/** Share, 0..1, by which a marked sentence counts as a claim. */
const CLAIM: Readonly<Record<Mark, number>> = { claim: 1, support: 0.35 };

/** Every sentence that was read of an episode, without adverts, as words and mark. */
function wordedSentences(episode: LabelledEpisode, linker: EpisodeLinker): Worded[] {
  const { discourse } = survey(episode.input, linker);
  return discourse.sentences
    .filter((sentence) => !discourse.adverts.has(sentence.index) && wasRead(episode, sentence))
    .map((sentence) => {
      const mark = episode.markOf(sentence);
      const words = weighedWords(sentence.text, discourse.mentions.get(sentence.index) ?? []);
      return { words, claim: mark === null ? 0 : CLAIM[mark], group: episode.group };
    });
}

/** Lines of the table in `wording-weights.ts`: tenths, and the words of that weight. */
export function tableOf(weights: ReadonlyMap<string, number>): string[] {
  const byTenths = Map.groupBy([...weights.keys()].sort(), (word) =>
    Math.round(10 * (weights.get(word) ?? 0)),
  );
  return [...byTenths]
    .filter(([tenths]) => tenths !== 0)
    .sort(([a], [b]) => b - a)
    .map(([tenths, words]) => `  ${tenths < 0 ? `'${tenths}'` : tenths}: "${words.join(' ')}",`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const linker = createLinker(loadUniverse());
  const episodes = readEpisodes(join(projectRoot, '../shared/data/shows'));
  const rows = episodes.flatMap((episode) => wordedSentences(episode, linker));
  console.log(tableOf(fitWords(rows, PENALTY)).join('\n'));
}
