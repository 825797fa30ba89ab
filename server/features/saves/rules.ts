import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { Refusal } from '#server/api/errors.ts';
import { airedText, counted, spanOf } from '#server/features/ideas/rules.ts';
import { toRemove } from '#server/features/plans/rules.ts';

/** One quotable sentence on a page of saved ideas; `total` counts every page. */
export function savesSummary(
  rows: readonly { readonly publishedAt: Date; readonly showId: string }[],
  total: number,
): string {
  const span = spanOf(rows);
  if (!span) return NO_DISCUSSION;
  const listed = span.ideas === total ? 'all' : `${span.ideas} of them`;
  return `You have saved ${counted(total, 'idea')}: ${listed} listed here, newest save first, from ${counted(span.shows, 'show')}, ${airedText(span)}.`;
}

/** The refusal at the free cap (docs/contract.md, Limits 9). */
export function saveLimit(limit: number, used: number): Refusal {
  return new Refusal('save_limit', {
    message: `You have saved ${used} ideas, and the free plan allows ${limit}: remove ${toRemove(used, limit)} or upgrade.`,
    limit,
    used,
  });
}
