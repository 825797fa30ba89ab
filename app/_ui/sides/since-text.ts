import type { SidesAnswer } from '#server/features/pages/subjects/sides.ts';
import { counted, day } from '../text/format.ts';

/**
 * What aired after `before`, in one sentence. `aired` holds air dates, `wholeFrom` the one from which on none is missing
 * (null: none is missing at all); all are ISO 8601 date-times in UTC.
 */
export function sinceText(before: string, aired: readonly string[], wholeFrom: string | null): string {
  const fresh = aired.filter((at) => at > before).length;
  const when = `since you were here on ${day(before)}`;
  if (fresh === 0) return `Nothing new aired ${when}.`;
  const least = wholeFrom !== null && before < wholeFrom ? 'At least ' : '';
  return `${least}${counted(fresh, 'idea')} aired ${when}.`;
}

/** The air dates of the newest ideas of each side, as `sinceText` takes them. `total` counts all ideas, shown or not. */
export function airedOf(sides: SidesAnswer, total: number): { aired: string[]; wholeFrom: string | null } {
  const bySide = Object.values(sides).map((ideas) => ideas.map(({ episode }) => episode.publishedAt));
  const aired = bySide.flat();
  if (total <= aired.length) return { aired, wholeFrom: null };
  // A side may go on below its oldest idea here.
  const oldest = bySide.flatMap((dates) => dates.at(-1) ?? []).sort();
  return { aired, wholeFrom: oldest.at(-1) ?? null };
}
