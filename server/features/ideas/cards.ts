import type { CallContext } from '#server/api/trpc.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { findCurrentCards } from '#server/features/ideas/store.ts';

/** Cards of the current ideas among `ids`, in their order. */
export async function cardsOf(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  ids: readonly string[],
): Promise<IdeaCard[]> {
  const rows = await findCurrentCards(db, ids);
  return rows.map((row) => toCard(row, services.env));
}

/** The same by their ids, of those that are current. */
export async function cardsById(
  ctx: Pick<CallContext, 'db' | 'services'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IdeaCard>> {
  return new Map((await cardsOf(ctx, ids)).map((card) => [card.id, card]));
}
