import { sigmoid, weigh } from '#server/ingest/extract/scoring/linear-model.ts';
import { fitLogistic, type Row } from './logistic.ts';

/** A row with the probability given by a linear model that was fitted without the row's group. */
export type RowWithProbability = { readonly y: boolean; readonly weight: number; readonly p: number };

const FOLDS = 5;

/** An answer for every row from what was learnt on the other folds, fold by fold. A group lies in one fold. */
export function heldOut<Kind extends { readonly group: string }, Answer>(
  rows: readonly Kind[],
  learn: (seen: readonly Kind[]) => (row: Kind) => Answer,
): Answer[] {
  const groups = [...new Set(rows.map((row) => row.group))].sort();
  const foldOf = new Map(groups.map((group, i) => [group, i % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const unseen = rows.filter((row) => foldOf.get(row.group) === fold);
    return unseen.length === 0 ? [] : unseen.map(learn(rows.filter((row) => foldOf.get(row.group) !== fold)));
  });
}

/** Every row with its probability under weights fitted on the other folds. */
export function crossValidated<Name extends string>(
  rows: readonly Row<Name>[],
  penalty: number,
): RowWithProbability[] {
  return heldOut(rows, (seen) => {
    const weights = fitLogistic(seen, penalty);
    return ({ x, y, weight = 1 }) => ({ y, weight, p: sigmoid(weigh(x, weights)) });
  });
}

/** How well probabilities rank true rows: area under the curve, average precision, precision of the surest 1, 2 and 4 per cent. */
export function ranking(judged: readonly RowWithProbability[]): {
  readonly rows: number;
  readonly true: number;
  readonly auc: number;
  readonly averagePrecision: number;
  readonly surest: readonly number[];
} {
  const ordered = [...judged].sort((a, b) => b.p - a.p);
  const total = ordered.reduce((sum, row) => sum + (row.y ? row.weight : 0), 0);
  const others = ordered.reduce((sum, row) => sum + (row.y ? 0 : row.weight), 0);
  let found = 0;
  let seen = 0;
  let area = 0;
  let precision = 0;
  for (const row of ordered) {
    seen += row.weight;
    if (!row.y) {
      area += row.weight * found;
      continue;
    }
    found += row.weight;
    precision += row.weight * (found / seen);
  }
  return {
    rows: judged.length,
    true: Math.round(total),
    auc: round(area / (total * others)),
    averagePrecision: round(precision / total),
    surest: [0.01, 0.02, 0.04].map((part) => round(shareTrue(ordered.slice(0, part * ordered.length)))),
  };
}

function shareTrue(rows: readonly RowWithProbability[]): number {
  const all = rows.reduce((sum, row) => sum + row.weight, 0);
  return rows.reduce((sum, row) => sum + (row.y ? row.weight : 0), 0) / Math.max(1e-9, all);
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
