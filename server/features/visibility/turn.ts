import { moveEvents } from '#server/features/alerts/events/moves/store.ts';
import type { Filing } from '#server/features/theses/update/rules.ts';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { type ChosenIdea, chooseFirsts } from '#server/features/visibility/repeats/store.ts';
import type { Db } from '#server/platform/db.ts';

/**
 * Brings repeats, theses and alerts up to date with these ideas, which were published, superseded, hidden, shown, corrected or
 * dated anew. Called in the caller's transaction, once, after all ideas are written; under `holdRepeats` if one of them is of a
 * talk with others. `formerly` as for `updateTheses`. Returns the ideas whose mark changed.
 */
export async function turnIdeas(
  tx: Db,
  ideaIds: readonly string[],
  now: Date,
  formerly: ReadonlyMap<string, Filing> = new Map(),
): Promise<ChosenIdea[]> {
  const chosen = await chooseFirsts(tx, ideaIds);
  const turned = [...ideaIds, ...chosen.map(({ id }) => id)];
  await updateTheses(tx, turned, now, formerly);
  await moveEvents(tx, turned);
  return chosen;
}
