import type { Relation, StanceWord } from '#server/features/theses/schema.ts';

type Said = {
  readonly showId: string;
  readonly episodeId: string;
  /** Null where none was assigned. */
  readonly stance: StanceWord | null;
  readonly depth: number;
};
type Told = Said & { readonly stance: StanceWord };

/** What went before in a thesis, of the statements whose stance is told: the last one, and the last that took a side. */
export type Before = { readonly previous: Told | null; readonly sided: Told | null };

/**
 * How a statement stands to those before it in its thesis (docs/contract.md, Thesis history answer 5). The first initiates
 * it, whatever its stance. Null where the stance of a later one, or that of all before it, is not told: nothing relates to
 * what took no side that we know of. A neutral statement in between does not hide a change of side: the side is that of
 * the last statement that took one. Taking a side after balance strengthens. Two sides within one episode are an argument
 * between those who speak in it, not a show that changes its mind.
 */
export function relationTo(before: Before | null, next: Said): Relation | null {
  if (before === null) return 'initiates';
  const { previous, sided } = before;
  if (next.stance === null || previous === null) return null;
  if (next.stance === 'neutral' && previous.stance !== 'neutral') return 'weakens';
  if (next.stance !== 'neutral' && sided !== null && sided.stance !== next.stance) {
    return sided.showId === next.showId && sided.episodeId !== next.episodeId ? 'reverses' : 'disputes';
  }
  if (next.stance !== previous.stance) return 'strengthens';
  return next.depth > previous.depth ? 'strengthens' : 'reiterates';
}

/** What the statement after `next` has before it. */
export function movedTo(before: Before | null, next: Said): Before {
  if (!isTold(next)) return before ?? { previous: null, sided: null };
  return { previous: next, sided: next.stance === 'neutral' ? (before?.sided ?? null) : next };
}

function isTold(said: Said): said is Told {
  return said.stance !== null;
}

/** True when the relation says that the other side was taken. */
export function opposes(relation: Relation | null): boolean {
  return relation === 'reverses' || relation === 'disputes';
}
