import type { Sql } from 'sql-template-tag';
import { publicLink } from '#server/api/links.ts';
import type { Stance } from '#server/domain.ts';
import type { SpokenCue } from '#server/features/pages/context.ts';
import { type AlsoPublished, MOST_UNTOLD } from '#server/features/pages/schema.ts';
import type { StanceWord } from '#server/features/theses/schema.ts';
import {
  currentIdea,
  ideaTables,
  isSample,
  listedIdea,
  notOf,
  visibleIdea,
} from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';
import { cueOf, type StoredCue } from '#server/platform/stored-cue.ts';

const ids = async (db: Db, ideas: Sql) =>
  (await db.rows(pick(tables.idea, 'id'), ideas)).map((row) => row.id);

/** Air date of the newest idea up to `now` that no show among `leftOut` said; null where there is none. */
export async function newestAirDate(db: Db, now: Date, leftOut: readonly string[]): Promise<Date | null> {
  const row = await db.row(
    { at: tables.idea.publishedAt },
    sql`
    SELECT i."publishedAt" AS at FROM ${ideaTables} WHERE ${listedIdea} AND i."publishedAt" <= ${now} AND ${notOf(leftOut)}
    ORDER BY i."publishedAt" DESC LIMIT 1`,
  );
  return row?.at ?? null;
}

/** Ids of the newest ideas up to `now`, whatever their day, of shows that are not among `leftOut`; of one moment the most fully argued first. */
export function newestIdeaIds(
  db: Db,
  now: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<string[]> {
  return ids(
    db,
    sql`
      SELECT i.id FROM ${ideaTables} WHERE ${listedIdea} AND i."publishedAt" <= ${now} AND ${notOf(leftOut)}
      ORDER BY i."publishedAt" DESC, i."discussionDepth" DESC, i.id DESC LIMIT ${limit}`,
  );
}

/** The listed ideas among `among`, in their order. */
export async function listedAmong(db: Db, among: readonly string[]): Promise<string[]> {
  const listed = new Set(
    await ids(
      db,
      sql`SELECT i.id FROM ${ideaTables} WHERE i.id = ANY(${[...among]}::uuid[]) AND ${listedIdea}`,
    ),
  );
  return among.filter((id) => listed.has(id));
}

/** Ids of an episode's ideas in the order they were said. */
export function ideasOfEpisode(db: Db, episodeId: string, limit = 200): Promise<string[]> {
  return ids(
    db,
    sql`
      SELECT i.id FROM ${ideaTables} WHERE ${currentIdea} AND i."episodeId" = ${episodeId}::uuid
      ORDER BY i."timestampSeconds" NULLS LAST, i.id LIMIT ${limit}`,
  );
}

const publishedRow = {
  ...pick(tables.episode, 'id', 'title', 'publishedAt'),
  showName: tables.show.name,
};

/** Other episodes that published an idea, or one of an episode's ideas, from the same talk; what aired first comes first. */
export function alsoPublished(
  db: Db,
  of: { readonly ideaId: string } | { readonly episodeId: string },
): Promise<AlsoPublished[]> {
  const own =
    'ideaId' in of ? sql`own.id = ${of.ideaId}::uuid` : sql`own."episodeId" = ${of.episodeId}::uuid`;
  return db.rows(
    publishedRow,
    sql`
    SELECT DISTINCT e.id, e.title, e."publishedAt", s.name AS "showName"
    FROM idea own JOIN (${ideaTables}) ON i."repeatOf" = own.id OR i.id = own."repeatOf" OR i."repeatOf" = own."repeatOf"
    WHERE ${own} AND own."supersededAt" IS NULL AND i."episodeId" <> own."episodeId" AND ${currentIdea}
    ORDER BY e."publishedAt", e.id`,
  );
}

const ideaFactsRow = {
  ...pick(
    tables.idea,
    'episodeId',
    'showId',
    'publishedAt',
    'subjectKind',
    'subjectKey',
    'subjectName',
    'stance',
    'speakerName',
  ),
  indexedAt: tables.idea.createdAt,
  durationSeconds: tables.episode.durationSeconds,
  episodeLink: tables.episode.link,
  audioUrl: computed.text.orNull(),
  /** Whether its show is a fictional sample. */
  sample: computed.bool,
  /** The idea that was published first of its talk, itself or the one that it repeats. */
  firstOfTalk: computed.text,
};
export type IdeaFacts = RowOf<typeof ideaFactsRow>;

/** Facts of an idea that may be shown by its id, replaced ones included; null for hidden and unknown ones. */
export async function ideaFacts(db: Db, id: string): Promise<IdeaFacts | null> {
  const row = await db.row(
    ideaFactsRow,
    sql`
    SELECT i."episodeId", i."showId", i."publishedAt", i."subjectKind", i."subjectKey", i."subjectName", i.stance, i."speakerName", i."createdAt" AS "indexedAt", e."durationSeconds", e.link AS "episodeLink",
      CASE WHEN e."enclosureType" LIKE 'audio/%' THEN e."enclosureUrl" END AS "audioUrl",
      ${isSample(sql`i."showId"`)} AS sample, COALESCE(i."repeatOf", i.id)::text AS "firstOfTalk"
    FROM ${ideaTables} WHERE i.id = ${id}::uuid AND ${visibleIdea}`,
  );
  if (!row) return null;
  return { ...row, episodeLink: publicLink(row.episodeLink), audioUrl: publicLink(row.audioUrl) };
}

const otherSide: Readonly<Partial<Record<StanceWord, Stance>>> = { bullish: 'BEARISH', bearish: 'BULLISH' };

/**
 * The most fully argued idea on a subject against a side, the newest of equals; null when nobody argued it, and for no side. No
 * fictional sample is set against what was said.
 */
export async function opposingIdea(
  db: Db,
  on: Pick<IdeaFacts, 'subjectKind' | 'subjectKey' | 'sample'>,
  side: StanceWord | null,
): Promise<string | null> {
  const opposite = side === null ? undefined : otherSide[side];
  if (!opposite) return null;
  const row = await db.row(
    pick(tables.idea, 'id'),
    sql`
    SELECT i.id FROM ${ideaTables} WHERE ${listedIdea} AND i."subjectKind" = ${on.subjectKind} AND i."subjectKey" = ${on.subjectKey}
      AND i.stance = ${opposite} AND (${on.sample} OR NOT ${isSample(sql`i."showId"`)}) ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC LIMIT 1`,
  );
  return row?.id ?? null;
}

/**
 * How many ideas on a subject, beside one that takes a side, are not told one: an integer, at most `MOST_UNTOLD`; 0 for no side.
 * Samples count for a sample alone.
 */
export async function untoldOn(
  db: Db,
  on: Pick<IdeaFacts, 'subjectKind' | 'subjectKey' | 'sample'>,
  side: StanceWord | null,
): Promise<number> {
  if (side === null || !otherSide[side]) return 0;
  const row = await db.row(
    { ideas: computed.int },
    sql`
    SELECT count(*)::int AS ideas FROM (
      SELECT 1 FROM ${ideaTables} WHERE ${listedIdea} AND i."subjectKind" = ${on.subjectKind} AND i."subjectKey" = ${on.subjectKey}
        AND i.stance IS NULL AND (${on.sample} OR NOT ${isSample(sql`i."showId"`)}) LIMIT ${MOST_UNTOLD}) x`,
  );
  return row!.ideas;
}

/** What was argued on an idea's subject next to it: by its speaker, who is then named, or else on its show. */
export type NextTo = {
  readonly speaker: string | null;
  readonly before: string | null;
  readonly after: string | null;
};

/** What the speaker of an idea, on whatever show, or else its show argued on the same subject next to it. */
export async function besideOnSubject(db: Db, idea: IdeaFacts): Promise<NextTo> {
  const { speakerName: speaker, showId } = idea;
  if (speaker !== null) {
    const own = await nextOf(db, idea, sql`${listedIdea} AND i."speakerName" = ${speaker}`);
    if (own.before !== null || own.after !== null) return { speaker, ...own };
  }
  return { speaker: null, ...(await nextOf(db, idea, sql`${currentIdea} AND i."showId" = ${showId}::uuid`)) };
}

/**
 * What these ideas argue on the same subject in the episodes next before and next after an idea's, the most fully argued of
 * each; not what another episode published of the same talk.
 */
async function nextOf(db: Db, idea: IdeaFacts, among: Sql): Promise<Omit<NextTo, 'speaker'>> {
  const near = sql`${among} AND COALESCE(i."repeatOf", i.id) <> ${idea.firstOfTalk}::uuid AND i."subjectKind" = ${idea.subjectKind}
    AND i."subjectKey" = ${idea.subjectKey} AND i."episodeId" <> ${idea.episodeId}::uuid`;
  const [before, after] = await Promise.all([
    ids(
      db,
      sql`
      SELECT i.id FROM ${ideaTables} WHERE ${near} AND i."publishedAt" < ${idea.publishedAt}
      ORDER BY i."publishedAt" DESC, i."discussionDepth" DESC, i.id LIMIT 1`,
    ),
    ids(
      db,
      sql`
      SELECT i.id FROM ${ideaTables} WHERE ${near} AND i."publishedAt" > ${idea.publishedAt}
      ORDER BY i."publishedAt", i."discussionDepth" DESC, i.id LIMIT 1`,
    ),
  ]);
  return { before: before[0] ?? null, after: after[0] ?? null };
}

/** Whether an account has saved an idea, and whether it opened it in full on the UTC day. */
export async function ideaMarks(
  db: Db,
  accountId: string,
  ideaId: string,
  day: string,
): Promise<{ saved: boolean; opened: boolean }> {
  return (await db.row(
    { saved: computed.bool, opened: computed.bool },
    sql`
    SELECT EXISTS (SELECT 1 FROM saved_idea WHERE "accountId" = ${accountId}::uuid AND "ideaId" = ${ideaId}::uuid) AS saved,
      EXISTS (SELECT 1 FROM idea_read WHERE "accountId" = ${accountId}::uuid AND "ideaId" = ${ideaId}::uuid AND day = ${day}::date) AS opened`,
  ))!;
}

/** Themes that an idea touches, by name. */
export function themesOfIdea(db: Db, ideaId: string): Promise<{ slug: string; name: string }[]> {
  return db.rows(
    pick(tables.theme, 'slug', 'name'),
    sql`
    SELECT t.slug, t.name FROM idea_theme x JOIN theme t ON t.slug = x.slug WHERE x."ideaId" = ${ideaId}::uuid ORDER BY t.name`,
  );
}

/** What the transcript of an idea's episode holds between two seconds, sponsor reads left out, in order. */
export async function spokenBetween(db: Db, ideaId: string, from: number, to: number): Promise<SpokenCue[]> {
  const rows = await db.rows(
    { cue: computed.json.as<StoredCue>() },
    sql`
    SELECT c.cue FROM idea i JOIN episode e ON e.id = i."episodeId" JOIN transcript t ON t."episodeId" = e.id
      CROSS JOIN LATERAL jsonb_array_elements(t.cues) WITH ORDINALITY c (cue, at)
    WHERE i.id = ${ideaId}::uuid AND (c.cue->>0)::float8 BETWEEN ${from} AND ${to}
      AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(e."adRanges") a
        WHERE (c.cue->>0)::float8 >= (a->>0)::float8 AND (c.cue->>0)::float8 < (a->>1)::float8)
    ORDER BY c.at`,
  );
  return rows.map(({ cue }) => cueOf(cue));
}
