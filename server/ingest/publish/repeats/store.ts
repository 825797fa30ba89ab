import type { Subject } from '#server/domain.ts';
import { currentIdea, firstOfTalk, ideaTables } from '#server/features/visibility/store.ts';
import { isTwin, repeatsAmong, type TalkIdea } from '#server/ingest/publish/repeats/rules.ts';
import { cuesOf } from '#server/ingest/transcript/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** One talk is rarely published more often. The episodes that share most are taken. */
const MOST_TWINS = 5;
/** A run that more episodes than this share (an opening, an advert) is not used to look for twins. */
const EVERYWHERE = 64;
/** Lock for marking repeats: two transactions at once would not see each other's ideas. */
const ONE_TELLER = 717_031;

/**
 * No other transaction marks repeats until the caller's ends. Call it after episodes and shows are locked, and before ideas are:
 * everybody locks in that order.
 */
export async function holdRepeats(tx: Db): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${ONE_TELLER}::bigint)`);
}

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
  const twins = rows.filter(({ shared, shorter }) => isTwin(shared, shorter)).slice(0, MOST_TWINS);
  if (twins.length > 0 || (await hasRepeats(tx, episodeId))) await holdRepeats(tx);
  return twins.map(({ id }) => id);
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
 * Marks the current ideas of an episode and its twins that repeat another idea (docs/decisions.md, Repeats). Returns the
 * ids of the ideas whose mark changed; the caller updates their theses.
 */
export async function markRepeats(tx: Db, episodeId: string, twins: readonly string[]): Promise<string[]> {
  const ideas = await currentIdeas(tx, [episodeId, ...twins]);
  const episodes = [...Map.groupBy(ideas, (idea) => idea.episodeId)];
  const cues = await cuesOf(tx, twins.length === 0 ? [] : episodes.map(([id]) => id));
  const firsts = repeatsAmong(episodes.map(([id, own]) => ({ cues: cues.get(id) ?? [], ideas: own })));
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

const chosenIdea = { ...pick(tables.idea, 'id', 'episodeId', 'headline'), comesForward: computed.bool };
/** An idea whose mark changed. `comesForward`: it repeated another and is listed in its place from now on. */
export type ChosenIdea = RowOf<typeof chosenIdea>;

/**
 * Chooses anew which idea of a talk is the first, for these ideas and everything that repeats the same: the current one that aired
 * first, else the one that aired first. All others repeat it. Call it under `holdRepeats`, after ideas were hidden, shown or
 * superseded. Returns the ideas whose mark changed; the caller updates their theses.
 */
export function chooseFirsts(tx: Db, ideaIds: readonly string[]): Promise<ChosenIdea[]> {
  return tx.rows(
    chosenIdea,
    sql`
    WITH RECURSIVE above AS (
      SELECT id, "repeatOf" FROM idea WHERE id = ANY(${[...ideaIds]}::uuid[])
      UNION SELECT f.id, f."repeatOf" FROM above JOIN idea f ON f.id = above."repeatOf"
    ), talk AS (
      SELECT id AS talk, id FROM above WHERE "repeatOf" IS NULL
      UNION SELECT t.talk, r.id FROM talk t JOIN idea r ON r."repeatOf" = t.id
    ), chosen AS (
      SELECT i.id, i."repeatOf" AS before, ${currentIdea} AS current, first_value(i.id) OVER (PARTITION BY t.talk ORDER BY ${firstOfTalk}) AS first
      FROM talk t JOIN (${ideaTables}) ON i.id = t.id
    )
    UPDATE idea i SET "repeatOf" = NULLIF(c.first, i.id) FROM chosen c
    WHERE c.id = i.id AND c.before IS DISTINCT FROM NULLIF(c.first, c.id)
    RETURNING i.id, i."episodeId", i.headline, c.current AND c.first = i.id AS "comesForward"`,
  );
}

const ideaRow = {
  ...pick(tables.idea, 'id', 'episodeId', 'repeatOf'),
  kind: tables.idea.subjectKind.as<Subject['kind']>(),
  key: tables.idea.subjectKey,
  start: tables.idea.quoteStartSeconds.notNull(),
  end: computed.int,
};

/** Current ideas of the episodes that have a time, in the order in which the episodes aired. */
function currentIdeas(tx: Db, episodeIds: readonly string[]): Promise<(TalkIdea & IdeaPlace)[]> {
  return tx.rows(
    ideaRow,
    sql`
    SELECT i.id, i."episodeId", i."repeatOf", i."subjectKind" AS kind, i."subjectKey" AS key, i."quoteStartSeconds" AS start,
      COALESCE(i."quoteEndSeconds", i."quoteStartSeconds") AS end
    FROM idea i JOIN episode e ON e.id = i."episodeId"
    WHERE i."episodeId" = ANY(${[...episodeIds]}::uuid[]) AND i."supersededAt" IS NULL AND i."quoteStartSeconds" IS NOT NULL
    ORDER BY e."publishedAt", e.id, start, i.id`,
  );
}

type IdeaPlace = { readonly episodeId: string; readonly repeatOf: string | null };
