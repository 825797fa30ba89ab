import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MarkedPassage, markPassages, sameSpeaker } from '#server/ingest/eval/labels/labelled.ts';
import type { Mark } from '#server/ingest/eval/labels/marks.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import {
  isOfOwnFirm,
  type PassageLine,
  type PassageReading,
} from '#server/ingest/extract/passages/reading.ts';
import { CLAIM_FEATURES, type ClaimFeature } from '#server/ingest/extract/scoring/claim-features.ts';
import { CLAIM_WEIGHTS } from '#server/ingest/extract/scoring/claim-weights.ts';
import { claimStrength, linesOnSubject } from '#server/ingest/extract/scoring/claims.ts';
import {
  type FeatureValues,
  namesOf,
  readFeatures,
  type Weights,
} from '#server/ingest/extract/scoring/linear-model.ts';
import type { PassageFeature } from '#server/ingest/extract/scoring/passage-features.ts';
import { IDEA_WEIGHTS, WORTH_WEIGHTS } from '#server/ingest/extract/scoring/passage-weights.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { crossValidated, ranking } from './validation.ts';

const PENALTY = { idea: 0.5, worth: 8, claim: 3 };
/** Share, 0..1, by which a borderline idea counts as one to stand behind. */
const BORDERLINE = 0.7;
/** Share, 0..1, by which a marked sentence counts as a claim. */
const CLAIM: Readonly<Record<Mark, number>> = { claim: 1, support: 0.3 };
/** A line of fewer words carries no claim. */
const LEAST_WORDS = 5;

/** Rows of the idea model: the passage holds a listed idea or not. */
export function ideaRows(marked: readonly MarkedPassage[]): Row<PassageFeature>[] {
  return marked.map(({ features, idea, group }) => ({ x: features, y: idea !== null, group }));
}

/**
 * Rows of the worth model: would a careful reader stand behind the idea, as this speaker's, with its quoted sentence? Talk of
 * one's own firm is left out: it is always held back.
 */
export function worthRows(marked: readonly MarkedPassage[]): Row<PassageFeature>[] {
  return marked.flatMap((one) =>
    isOfOwnFirm(one.reading) ? [] : worthy(one, quotedLine(one.reading), one.features),
  );
}

/** Factors on the strength of a line: not on the subject itself; leaning against the passage. */
const UNAIMED = 0.3;
const CONTRARY = 0.6;

/** The line that would be quoted for a passage before its cards are judged: the strongest claim. */
function quotedLine(reading: PassageReading): PassageLine | undefined {
  const aimed = new Set(linesOnSubject(reading));
  const lean = reading.polarity.praise >= reading.polarity.fault ? 1 : -1;
  const scoreOf = (line: PassageLine) => {
    const isContrary = lean * (line.polarity.praise - line.polarity.fault) < 0;
    return claimStrength(line) * (isContrary ? CONTRARY : 1) * (aimed.has(line) ? 1 : UNAIMED);
  };
  return reading.lines
    .filter((line) => line.asserted && line.sentence.words >= LEAST_WORDS)
    .map((line) => ({ line, score: scoreOf(line) }))
    .sort((a, b) => b.score - a.score || a.line.sentence.index - b.line.sentence.index)[0]?.line;
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

/** A row that is partly true counts as both labels, by its share. */
function partly<Name extends string>(x: FeatureValues<Name>, share: number, group: string): Row<Name>[] {
  const yes = share > 0 ? [{ x, y: true, group, weight: share }] : [];
  return share < 1 ? [...yes, { x, y: false, group, weight: 1 - share }] : yes;
}

/** Prints the weights of the three models fitted on the readings, and how each does on unseen episodes. */
function main(): void {
  const episodes = readEpisodes(join(projectRoot, '../shared/data/shows'));
  if (episodes.length === 0) {
    console.error('../shared/data/shows is not here: there is nothing to fit on.');
    process.exitCode = 1;
    return;
  }
  const linker = createLinker(loadUniverse());
  const marked = episodes.flatMap((episode) => markPassages(episode, linker));
  report('CLAIM_WEIGHTS', CLAIM_WEIGHTS, claimRows(marked), PENALTY.claim);
  report('IDEA_WEIGHTS', IDEA_WEIGHTS, ideaRows(marked), PENALTY.idea);
  report('WORTH_WEIGHTS', WORTH_WEIGHTS, worthRows(marked), PENALTY.worth);
}

function report<Name extends string>(
  title: string,
  shipped: Weights<Name>,
  rows: readonly Row<Name>[],
  penalty: number,
): void {
  const fitted = fitLogistic(rows, penalty);
  console.log(`${title}  ${JSON.stringify(ranking(crossValidated(rows, penalty)))}`);
  for (const name of namesOf(fitted))
    console.log(`  ${name}: ${fitted[name].toFixed(2)}, // shipped ${shipped[name].toFixed(2)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
