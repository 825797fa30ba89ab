import type { Subject } from '#server/domain.ts';
import { spanOf } from '#server/features/corrections/made/rules.ts';
import { asAired, holdRepeats } from '#server/features/visibility/repeats/store.ts';
import {
  type EpisodeTalk,
  isTwin,
  repeatsAmong,
  type TalkIdea,
} from '#server/ingest/publish/repeats/rules.ts';
import { cuesOf } from '#server/ingest/transcript/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** One talk is rarely published more often. The episodes that share most are taken. */
const MOST_TWINS = 5;
/** A run that more episodes than this share (an opening, an advert) is not used to look for twins. */
const EVERYWHERE = 64;

/** Stores the sample of an episode's words, by which `holdTwins` finds it. */
export async function storeSketch(db: Db, episodeId: string, sketch: readonly number[]): Promise<void> {
  await db.run(sql`
    UPDATE transcript SET sketch = ${[...sketch]}::int[] WHERE "episodeId" = ${episodeId}::uuid AND sketch <> ${[...sketch]}::int[]`);
}

/**
 * Ids of the episodes with the same talk as this one, those that share most first. Calls `holdRepeats` where there are any, or where
 * an idea of this episode repeats another or is repeated.
 */
export async function holdTwins(tx: Db, episodeId: string): Promise<string[]> {
  const found = [...(await sameTranscript(tx, episodeId)), ...(await sharingRuns(tx, episodeId))];
  const twins = [...new Set(found)].slice(0, MOST_TWINS);
  if (twins.length > 0 || (await hasRepeats(tx, episodeId))) await holdRepeats(tx);
  return twins;
}

/** Episodes with the transcript of this one, which may be too short to share many runs: the same text, or the same address in its show. */
async function sameTranscript(tx: Db, episodeId: string): Promise<string[]> {
  const rows = await tx.rows(
    { id: tables.episode.id },
    sql`
    WITH own AS MATERIALIZED (
      SELECT e."showId", t."textHash", t."sourceUrl" FROM transcript t JOIN episode e ON e.id = t."episodeId" WHERE e.id = ${episodeId}::uuid
    ), same AS (
      SELECT t."episodeId" FROM own JOIN transcript t ON t."textHash" = own."textHash"
      UNION SELECT e.id FROM own JOIN transcript t ON t."sourceUrl" = own."sourceUrl" JOIN episode e ON e.id = t."episodeId" AND e."showId" = own."showId"
    )
    SELECT e.id FROM same JOIN episode e ON e.id = same."episodeId" WHERE e.id <> ${episodeId}::uuid
    ORDER BY e."publishedAt", e."createdAt", e.id LIMIT ${MOST_TWINS}`,
  );
  return rows.map(({ id }) => id);
}

/** Episodes whose samples share so much with that of this one that they hold the same talk, those that share most first. */
async function sharingRuns(tx: Db, episodeId: string): Promise<string[]> {
  const rows = await tx.rows(
    { id: tables.transcript.episodeId, shared: computed.int, shorter: computed.int },
    sql`
    WITH own AS MATERIALIZED (SELECT sketch FROM transcript WHERE "episodeId" = ${episodeId}::uuid),
      telling AS MATERIALIZED (
        SELECT array_agg(run) AS runs FROM own, unnest(own.sketch) run
        WHERE (SELECT count(*) FROM (SELECT 1 FROM transcript t WHERE t.sketch @> ARRAY[run] LIMIT ${EVERYWHERE + 1}) x) <= ${EVERYWHERE})
    SELECT t."episodeId" AS id, LEAST(cardinality(t.sketch), cardinality(own.sketch)) AS shorter,
      (SELECT count(*)::int FROM (SELECT unnest(t.sketch) INTERSECT SELECT unnest(own.sketch)) x) AS shared
    FROM own, telling JOIN transcript t ON t.sketch && telling.runs
    WHERE t."episodeId" <> ${episodeId}::uuid ORDER BY shared DESC, id`,
  );
  return rows.filter(({ shared, shorter }) => isTwin(shared, shorter)).map(({ id }) => id);
}

async function hasRepeats(tx: Db, episodeId: string): Promise<boolean> {
  const row = await tx.row(
    pick(tables.idea, 'id'),
    sql`
    SELECT i.id FROM idea i WHERE i."episodeId" = ${episodeId}::uuid
      AND (i."repeatOf" IS NOT NULL OR EXISTS (SELECT 1 FROM idea r WHERE r."repeatOf" = i.id)) LIMIT 1`,
  );
  return row !== undefined;
}

/**
 * Marks the ideas of an episode and its twins, unless superseded, that repeat another idea (docs/decisions.md, Repeats). Returns the
 * ids of the ideas whose mark changed; the caller updates their theses.
 */
export async function markRepeats(tx: Db, episodeId: string, twins: readonly string[]): Promise<string[]> {
  const talks = await talksOf(tx, [episodeId, ...twins]);
  const ideas = talks.flatMap((talk) => talk.ideas);
  const firsts = repeatsAmong(talks);
  const known = new Set(ideas.map(({ id }) => id));
  // A twin's idea may repeat an idea of an episode that is no twin of this one: that mark stays.
  const changed = ideas.filter(
    ({ id, repeatOf, episodeId: own }) =>
      repeatOf !== (firsts.get(id) ?? null) &&
      (own === episodeId || firsts.has(id) || repeatOf === null || known.has(repeatOf)),
  );
  const rows = changed.map(({ id }) => ({ id, first: firsts.get(id) ?? null }));
  if (rows.length > 0)
    await tx.run(sql`
      UPDATE idea i SET "repeatOf" = r.first
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, first uuid) WHERE i.id = r.id`);
  return changed.map(({ id }) => id);
}

type StoredTalk = Pick<EpisodeTalk, 'cues'> & { readonly ideas: readonly (TalkIdea & IdeaPlace)[] };

/** The ideas of these episodes with the words that are said there, as they aired; hidden ones, too. One alone needs no words. */
export async function talksOf(tx: Db, episodeIds: readonly string[]): Promise<StoredTalk[]> {
  const episodes = [...Map.groupBy(await notSuperseded(tx, episodeIds), (idea) => idea.episodeId)];
  const cues = await cuesOf(tx, episodeIds.length < 2 ? [] : episodes.map(([id]) => id));
  return episodes.map(([id, ideas]) => ({ cues: cues.get(id) ?? [], ideas }));
}

/** Hides ideas that repeat what an operator hid. */
export async function holdBack(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`UPDATE idea SET hidden = true WHERE id = ANY(${[...ids]}::uuid[])`);
}

const ideaRow = {
  ...pick(tables.idea, 'id', 'episodeId', 'repeatOf'),
  kind: tables.idea.subjectKind.as<Subject['kind']>(),
  key: tables.idea.subjectKey,
  ...pick(tables.idea, 'quoteStartSeconds', 'quoteEndSeconds', 'timestampSeconds'),
};

/** Ideas of the episodes that have a time, in the order in which they aired. */
async function notSuperseded(tx: Db, episodeIds: readonly string[]): Promise<(TalkIdea & IdeaPlace)[]> {
  const rows = await tx.rows(
    ideaRow,
    sql`
    SELECT i.id, i."episodeId", i."repeatOf", i."subjectKind" AS kind, i."subjectKey" AS key,
      i."quoteStartSeconds", i."quoteEndSeconds", i."timestampSeconds"
    FROM idea i JOIN episode e ON e.id = i."episodeId"
    WHERE i."episodeId" = ANY(${[...episodeIds]}::uuid[]) AND i."supersededAt" IS NULL ORDER BY ${asAired}`,
  );
  return rows.flatMap(({ quoteStartSeconds, quoteEndSeconds, timestampSeconds, ...idea }) => {
    const span = spanOf({ quoteStartSeconds, quoteEndSeconds, timestampSeconds });
    return span ? [{ ...idea, ...span }] : [];
  });
}

type IdeaPlace = { readonly episodeId: string; readonly repeatOf: string | null };
