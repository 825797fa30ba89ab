import type { Relation, StanceWord } from '#server/features/theses/schema.ts';

type Said = {
  readonly showId: string;
  readonly episodeId: string;
  readonly stance: StanceWord;
  readonly depth: number;
};

/** What went before in a thesis: the statement just before, and the last one that took a side. */
export type Before = { readonly previous: Said; readonly sided: Said | null };

/**
 * How a statement stands to the one before it in its thesis (docs/contract.md, Thesis history answer 5). A neutral statement in between does
 * not hide a change of side: the side is that of the last statement that took one. Taking a side after balance strengthens.
 * Two sides within one episode are an argument between those who speak in it, not a show that changes its mind.
 */
export function relationTo(before: Before | null, next: Said): Relation {
  if (before === null) return 'initiates';
  const { previous, sided } = before;
  if (next.stance === 'neutral' && previous.stance !== 'neutral') return 'weakens';
  if (next.stance !== 'neutral' && sided !== null && sided.stance !== next.stance) {
    return sided.showId === next.showId && sided.episodeId !== next.episodeId ? 'reverses' : 'disputes';
  }
  if (next.stance !== previous.stance) return 'strengthens';
  return next.depth > previous.depth ? 'strengthens' : 'reiterates';
}

/** What the statement after `next` has before it. */
export function movedTo(before: Before | null, next: Said): Before {
  return { previous: next, sided: next.stance === 'neutral' ? (before?.sided ?? null) : next };
}

/** True when the relation says that the other side was taken. */
export function opposes(relation: Relation): boolean {
  return relation === 'reverses' || relation === 'disputes';
}
