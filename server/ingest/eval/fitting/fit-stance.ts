import type { MarkedPassage } from '#server/ingest/eval/labels/labelled.ts';
import type { FeatureValues, Weights } from '#server/ingest/extract/scoring/linear-model.ts';
import { sideOf } from '#server/ingest/extract/scoring/stance.ts';
import { type StanceFeature, stanceFeatures } from '#server/ingest/extract/scoring/stance-features.ts';
import { fitLogistic } from './logistic.ts';
import { heldOut } from './validation.ts';

/** A passage that holds a listed idea: its features and the stance its reader gave it. */
export type StanceRow = {
  readonly x: FeatureValues<StanceFeature>;
  readonly stance: string;
  readonly group: string;
};

/** Share right (0..1), and the confusion by read and inferred stance. */
export type StanceFigures = {
  readonly rows: number;
  readonly agreement: number;
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const PENALTY = 2;

/** Rows of the stance model: the passages that hold a listed idea. */
export function stanceRows(marked: readonly MarkedPassage[]): StanceRow[] {
  return marked.flatMap(({ reading, idea, group }) =>
    idea === null ? [] : [{ x: stanceFeatures(reading), stance: idea.stance, group }],
  );
}

/** Weights that tell BULLISH (above 0) from BEARISH, fitted on the passages that take one side. */
export function fitStances(rows: readonly StanceRow[]): Weights<StanceFeature> {
  const sided = rows.filter(({ stance }) => stance === 'BULLISH' || stance === 'BEARISH');
  return fitLogistic(
    sided.map(({ x, stance, group }) => ({ x, y: stance === 'BULLISH', group })),
    PENALTY,
  );
}

/** How the model tells stances of episodes that it was not fitted on; MIXED and BALANCED it never infers, so they count as wrong. */
export function stanceFigures(rows: readonly StanceRow[]): StanceFigures {
  const judged = heldOut(rows, (seen) => {
    const weights = fitStances(seen);
    return ({ x, stance }) => ({ stance, inferred: sideOf(x, weights) });
  });
  const confusion: Record<string, Record<string, number>> = {};
  for (const { stance, inferred } of judged) {
    const line = confusion[stance] ?? {};
    confusion[stance] = { ...line, [inferred]: (line[inferred] ?? 0) + 1 };
  }
  const right = judged.filter(({ stance, inferred }) => stance === inferred).length;
  return { rows: rows.length, agreement: right / Math.max(1, rows.length), confusion };
}
