import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CardVerdict, isSigned, labelledCards } from '#server/ingest/eval/labels/cards.ts';
import { markOf, marks } from '#server/ingest/eval/labels/marks.ts';
import { readings } from '#server/ingest/eval/labels/readings.ts';
import { showInputs } from '#server/ingest/eval/labels/show-inputs.ts';
import { namesOf, readFeatures } from '#server/ingest/extract/scoring/linear-model.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { survey } from '#server/ingest/extract/survey.ts';
import {
  CARD_FEATURES,
  type CardFeature,
  type CardView,
  cardsOf,
} from '#server/ingest/extract/writing/card-features.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { crossValidated, type RowWithProbability, ranking } from './validation.ts';

export const GATE_PENALTY = 3;
/** Of the cards that nobody labelled, in what readers read and marked nothing of, one in so many stands for the rest. */
const ONE_IN_OTHERS = 15;

/**
 * Rows of the gate: every labelled card whose passage the engine still finds, with whether an editor signed it, and some of
 * the cards that readers passed over.
 */
export function gateRows(folder: string, linker: EpisodeLinker): Row<CardFeature>[] {
  if (!existsSync(folder)) return [];
  const labels = labelledCards();
  const marked = marks();
  const read = readings();
  return readdirSync(folder)
    .sort()
    .flatMap((show) => [...showInputs(folder, show)])
    .flatMap(([file, input]) => {
      const key = file.replace(/\.\w+$/, '');
      const surveyed = survey(input, linker);
      const found = likeliest(
        surveyed.candidates.flatMap((candidate) => cardsOf(candidate, surveyed.discourse)),
      );
      const labelled = (labels[key] ?? []).flatMap((label) => labelledRows(found, label, key));
      const isMarked = markOf(marked[key] ?? { claims: [], support: [] });
      const passedOver = [...found.values()].filter(
        ({ line: { sentence } }) =>
          (read[key]?.read ?? []).some(([from, to]) => sentence.start >= from && sentence.start <= to) &&
          isMarked(sentence) === null,
      );
      const others = passedOver.filter((_, i) => i % ONE_IN_OTHERS === 0);
      return [...labelled, ...others.map((card) => rowOf(card, false, key))];
    });
}

/** The rows of a labelled card; none where the engine finds no such card. It is taken off `found`. */
function labelledRows(
  found: Map<string, CardView>,
  [start, subject, verdict]: readonly [number, string, CardVerdict, ...unknown[]],
  group: string,
): Row<CardFeature>[] {
  const place = placeOf(subject, start);
  const card = found.get(place);
  if (card === undefined) return [];
  found.delete(place);
  return [rowOf(card, isSigned(verdict), group)];
}

function rowOf(card: CardView, y: boolean, group: string): Row<CardFeature> {
  return { x: readFeatures(CARD_FEATURES, card), y, group };
}

/** Of the cards on one subject and sentence the one whose passage is likeliest an idea. */
function likeliest(cards: readonly CardView[]): Map<string, CardView> {
  const found = new Map<string, CardView>();
  for (const card of cards) {
    const place = placeOf(card.subject, card.line.sentence.start);
    const held = found.get(place);
    if (held === undefined || CARD_FEATURES.idea(card) > CARD_FEATURES.idea(held)) found.set(place, card);
  }
  return found;
}

function placeOf(subject: string, start: number): string {
  return `${subject} ${start.toFixed(1)}`;
}

/** Right against share given, by episodes not seen: at each threshold how many cards pass and what share of them is signed. */
export function gateCurve(
  judged: readonly RowWithProbability[],
): { readonly at: number; readonly passed: number; readonly signed: number }[] {
  return [0.3, 0.4, 0.5, 0.6, 0.7].map((at) => {
    const passing = judged.filter(({ p }) => p >= at);
    const all = passing.reduce((sum, { weight }) => sum + weight, 0);
    const right = passing.reduce((sum, { y, weight }) => sum + (y ? weight : 0), 0);
    return { at, passed: Math.round(all), signed: Math.round((100 * right) / Math.max(1, all)) / 100 };
  });
}

/** Prints the weights of `gate-weights.ts` fitted on the labelled cards, and how they do on episodes they were not fitted on. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = gateRows(join(projectRoot, '../shared/data/shows'), createLinker(loadUniverse()));
  const judged = crossValidated(rows, GATE_PENALTY);
  console.error(JSON.stringify({ ...ranking(judged), curve: gateCurve(judged) }));
  const weights = fitLogistic(rows, GATE_PENALTY);
  for (const name of namesOf(weights)) console.log(`  ${name}: ${weights[name].toFixed(2)},`);
}
