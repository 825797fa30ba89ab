import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MarkedPassage, markPassages, sameSpeaker } from '#server/ingest/eval/labels/labelled.ts';
import type { Mark } from '#server/ingest/eval/labels/marks.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { isOfOwnFirm, type PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { CLAIM_FEATURES, type ClaimFeature } from '#server/ingest/extract/scoring/claim-features.ts';
import { CLAIM_WEIGHTS } from '#server/ingest/extract/scoring/claim-weights.ts';
import {
  type FeatureValues,
  namesOf,
  readFeatures,
  type Weights,
} from '#server/ingest/extract/scoring/linear-model.ts';
import type { PassageFeature } from '#server/ingest/extract/scoring/passage-features.ts';
import { IDEA_WEIGHTS, WORTH_WEIGHTS } from '#server/ingest/extract/scoring/passage-weights.ts';
import { STANCE_WEIGHTS } from '#server/ingest/extract/scoring/stance-weights.ts';
import { claimLines } from '#server/ingest/extract/writing/choose-quote.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { fitStances, stanceFigures, stanceRows } from './fit-stance.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { crossValidated, ranking } from './validation.ts';

const PENALTY = { idea: 0.5, worth: 8, claim: 3 };
/** A passage whose idea its reader called borderline counts so much as one to stand behind. */
const BORDERLINE = 0.7;
/** How much of a claim a marked sentence of an idea is. */
const CLAIM: Readonly<Record<Mark, number>> = { claim: 1, support: 0.3 };

/** Rows of the idea model: the passage holds a listed idea or not. */
export function ideaRows(marked: readonly MarkedPassage[]): Row<PassageFeature>[] {
  return marked.map(({ features, idea, group }) => ({ x: features, y: idea !== null, group }));
}

/**
 * Rows of the worth model: would a careful reader stand behind it, as this speaker's idea, with the sentence that is
 * quoted for it? Talk of one's own firm is held back whatever it is worth.
 */
export function worthRows(marked: readonly MarkedPassage[]): Row<PassageFeature>[] {
  return marked.flatMap((one) =>
    isOfOwnFirm(one.reading) ? [] : worthy(one, claimLines(one.reading)[0], one.features),
  );
}

function worthy<Name extends string>(
  { idea, reading, group, markOf }: MarkedPassage,
  quoted: PassageLine | undefined,
  x: FeatureValues<Name>,
): Row<Name>[] {
  const argued = quoted !== undefined && markOf(quoted.sentence) !== null;
  if (idea === null || !argued || !sameSpeaker(idea, reading.passage)) return partly(x, 0, group);
  return partly(x, idea.certain ? 1 : BORDERLINE, group);
}

/** Rows of the claim model: the sentences of the passages that hold an idea, marked as its claim or not. */
export function claimRows(marked: readonly MarkedPassage[]): Row<ClaimFeature>[] {
  return marked.flatMap(({ idea, reading, group, markOf }) =>
    idea === null
      ? []
      : reading.lines.flatMap((line) => {
          const mark = markOf(line.sentence);
          return partly(
            readFeatures<ClaimFeature, PassageLine>(CLAIM_FEATURES, line),
            mark === null ? 0 : CLAIM[mark],
            group,
          );
        }),
  );
}

/** What is true in part counts on both sides. */
function partly<Name extends string>(x: FeatureValues<Name>, share: number, group: string): Row<Name>[] {
  const yes = share > 0 ? [{ x, y: true, group, weight: share }] : [];
  return share < 1 ? [...yes, { x, y: false, group, weight: 1 - share }] : yes;
}

/** Prints the four models' weights fitted on the readings, and how each does on episodes that it was not fitted on. */
function main(): void {
  const episodes = readEpisodes(join(projectRoot, '../shared/data/shows'));
  if (episodes.length === 0) {
    console.error('../shared/data/shows is not here: there is nothing to fit on.');
    process.exitCode = 1;
    return;
  }
  const linker = createLinker(loadUniverse());
  const marked = episodes.flatMap((episode) => markPassages(episode, linker));
  reportRanking('CLAIM_WEIGHTS', CLAIM_WEIGHTS, claimRows(marked), PENALTY.claim);
  reportRanking('IDEA_WEIGHTS', IDEA_WEIGHTS, ideaRows(marked), PENALTY.idea);
  reportRanking('WORTH_WEIGHTS', WORTH_WEIGHTS, worthRows(marked), PENALTY.worth);
  const stances = stanceRows(marked);
  report('STANCE_WEIGHTS', STANCE_WEIGHTS, fitStances(stances), stanceFigures(stances));
}

function reportRanking<Name extends string>(
  title: string,
  shipped: Weights<Name>,
  rows: readonly Row<Name>[],
  penalty: number,
): void {
  report(title, shipped, fitLogistic(rows, penalty), ranking(crossValidated(rows, penalty)));
}

function report<Name extends string>(
  title: string,
  shipped: Weights<Name>,
  fitted: Weights<Name>,
  figures: object,
): void {
  console.log(`${title}  ${JSON.stringify(figures)}`);
  for (const name of namesOf(fitted))
    console.log(`  ${name}: ${fitted[name].toFixed(2)}, // shipped ${shipped[name].toFixed(2)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
