import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOfOwnFirm, type Line } from '#server/ingest/extract/passages/reading.ts';
import { CLAIM_FEATURES, claimFeatures, claimStrength } from '#server/ingest/extract/scoring/claims.ts';
import {
  CARRIED,
  confidenceOf,
  ideaProbability,
  logOdds,
} from '#server/ingest/extract/scoring/confidence.ts';
import { FEATURES } from '#server/ingest/extract/scoring/features.ts';
import { STANCE_FEATURES } from '#server/ingest/extract/scoring/stance-features.ts';
import { STANCE_WEIGHTS } from '#server/ingest/extract/scoring/stance-weights.ts';
import {
  CLAIM_WEIGHTS,
  IDEA_THRESHOLD,
  IDEA_WEIGHTS,
  WORTH_WEIGHTS,
} from '#server/ingest/extract/scoring/weights.ts';
import { claimLines } from '#server/ingest/extract/writing/choose-quote.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { fitStances, stanceFigures, stanceRows } from './fit-stance.ts';
import { type MarkedPassage, markPassages, sameSpeaker } from './labelled.ts';
import { fitLogistic, type Row } from './logistic.ts';
import type { Mark } from './marks.ts';
import { readEpisodes } from './readings.ts';
import { crossValidated, ranking } from './validation.ts';

const PENALTY = { idea: 0.5, worth: 8, claim: 3, carried: 0.1 };
/** A passage whose idea its reader called borderline counts so much as one to stand behind. */
const BORDERLINE = 0.7;
/** How much of a claim a marked sentence of an idea is. */
const CLAIM: Readonly<Record<Mark, number>> = { claim: 1, support: 0.3 };

/** Rows of the idea model: the passage holds a listed idea or not. */
export function ideaRows(marked: readonly MarkedPassage[]): Row[] {
  return marked.map(({ features, idea, group }) => ({ x: features, y: idea !== null, group }));
}

/**
 * Rows of the worth model: would a careful reader stand behind it, as this speaker's idea, with the sentence that is
 * quoted for it? Talk of one's own firm is held back whatever it is worth.
 */
export function worthRows(marked: readonly MarkedPassage[]): Row[] {
  return marked.flatMap((one) =>
    isOfOwnFirm(one.reading) ? [] : worthy(one, claimLines(one.reading)[0], one.features),
  );
}

/** Rows of what carries a likely idea: the worth of its passage and the strength of the sentence quoted for it, in log-odds. */
export function carriedRows(marked: readonly MarkedPassage[]): Row[] {
  return marked.flatMap((one) => {
    const quoted = claimLines(one.reading)[0];
    if (quoted === undefined || isOfOwnFirm(one.reading)) return [];
    if (ideaProbability(one.features) < IDEA_THRESHOLD) return [];
    return worthy(one, quoted, [1, logOdds(confidenceOf(one.features)), logOdds(claimStrength(quoted))]);
  });
}

function worthy(
  { idea, reading, group, markOf }: MarkedPassage,
  quoted: Line | undefined,
  x: readonly number[],
): Row[] {
  const argued = quoted !== undefined && markOf(quoted.sentence) !== null;
  if (idea === null || !argued || !sameSpeaker(idea, reading.passage)) return partly(x, 0, group);
  return partly(x, idea.certain ? 1 : BORDERLINE, group);
}

/** Rows of the claim model: the sentences of the passages that hold an idea, marked as its claim or not. */
export function claimRows(marked: readonly MarkedPassage[]): Row[] {
  return marked.flatMap(({ idea, reading, group, markOf }) =>
    idea === null
      ? []
      : reading.lines.flatMap((line) => {
          const mark = markOf(line.sentence);
          return partly(claimFeatures(line), mark === null ? 0 : CLAIM[mark], group);
        }),
  );
}

/** What is true in part counts on both sides. */
function partly(x: readonly number[], share: number, group: string): Row[] {
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
  reportRanking('CLAIM_WEIGHTS', shippedOf(CLAIM_FEATURES, CLAIM_WEIGHTS), claimRows(marked), PENALTY.claim);
  reportRanking('IDEA_WEIGHTS', shippedOf(FEATURES, IDEA_WEIGHTS), ideaRows(marked), PENALTY.idea);
  reportRanking('WORTH_WEIGHTS', shippedOf(FEATURES, WORTH_WEIGHTS), worthRows(marked), PENALTY.worth);
  const carried: Shipped[] = [
    ['told', CARRIED.told],
    ['worth', CARRIED.worth],
    ['strength', CARRIED.strength],
  ];
  reportRanking('CARRIED', carried, carriedRows(marked), PENALTY.carried);
  const stances = stanceRows(marked);
  const shipped = STANCE_FEATURES.map((name, i): Shipped => [name, STANCE_WEIGHTS[i] ?? 0]);
  report('STANCE_WEIGHTS', shipped, fitStances(stances), stanceFigures(stances));
}

/** A feature and the weight it has in the engine as it stands. */
type Shipped = readonly [name: string, weight: number];

function shippedOf<Name extends string>(
  names: readonly Name[],
  weights: Readonly<Partial<Record<Name, number>>>,
): Shipped[] {
  return names.map((name) => [name, weights[name] ?? 0]);
}

function reportRanking(
  title: string,
  shipped: readonly Shipped[],
  rows: readonly Row[],
  penalty: number,
): void {
  report(title, shipped, fitLogistic(rows, penalty), ranking(crossValidated(rows, penalty)));
}

function report(
  title: string,
  shipped: readonly Shipped[],
  weights: readonly number[],
  figures: object,
): void {
  console.log(`${title}  ${JSON.stringify(figures)}`);
  shipped.forEach(([name, before], i) => {
    console.log(`  ${name}: ${(weights[i] ?? 0).toFixed(2)}, // shipped ${before.toFixed(2)}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
