import type { Reviewed } from '#server/features/corrections/made/rules.ts';
import { hideReadings } from '#server/features/corrections/readings/store.ts';
import { correctAlike } from '#server/features/corrections/repeated/store.ts';
import { repeatsAmong, type TalkIdea } from '#server/ingest/publish/repeats/rules.ts';
import { holdBack, talksOf } from '#server/ingest/publish/repeats/store.ts';
import type { Db } from '#server/platform/db.ts';

/**
 * Applies an operator's decisions at twin episodes (`reviewed`): a fresh idea that repeats a hidden one is hidden, one that repeats a
 * corrected one is corrected alike. Returns the ids of the hidden ones. Call it before `markRepeats`.
 */
export async function reviewAlike(
  tx: Db,
  { episodeId, twins, fresh }: Fresh,
  reviewed: readonly Reviewed[],
  now: Date,
): Promise<string[]> {
  if (fresh.length === 0 || reviewed.length === 0) return [];
  const places = new Map(reviewed.map((one) => [one.id, placesOf(one)]));
  const talks = await talksOf(tx, [episodeId, ...twins]);
  const placesIn = (idea: TalkIdea): readonly TalkIdea[] => places.get(idea.id) ?? [idea];
  const firsts = repeatsAmong(talks.map(({ cues, ideas }) => ({ cues, ideas: ideas.flatMap(placesIn) })));
  const firstOf = (id: string) => firsts.get(id) ?? id;
  const held: string[] = [];
  for (const id of fresh) {
    const same = reviewed.filter((one) => firstOf(one.id) === firstOf(id));
    const [model] = same;
    if (same.some(({ hidden }) => hidden)) held.push(id);
    else if (model) await correctAlike(tx, id, model.id, now);
  }
  await holdBack(tx, held);
  await hideReadings(tx, held);
  return held;
}

type Fresh = {
  readonly episodeId: string;
  readonly twins: readonly string[];
  /** Ideas that were not current before: added, or found again. */
  readonly fresh: readonly string[];
};

/** A reviewed idea at every place and under every subject that it has or had. */
function placesOf({ id, subjects, spans }: Reviewed): TalkIdea[] {
  return subjects.flatMap(({ kind, key }) => spans.map(({ start, end }) => ({ id, kind, key, start, end })));
}
