import type { StanceWord, ThesisState } from '#server/features/theses/schema.ts';
import { lastSpoken, spokenIn } from '#server/features/theses/spoken/store.ts';
import type { ThesisSubject } from '#server/features/theses/statement.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const thesisRow = {
  ...pick(tables.thesis, 'id', 'title', 'firstHeardAt', 'lastMentionAt', 'tickers'),
  state: tables.thesis.state.as<ThesisState>(),
  statements: computed.int,
  shows: computed.int,
};
export type ThesisRow = RowOf<typeof thesisRow>;
const thesisColumns = sql`
  t.id, t.title, t.state, t."firstHeardAt", t."lastMentionAt", t.tickers,
  (SELECT count(*)::int FROM thesis_statement x WHERE x."thesisId" = t.id) AS statements,
  (SELECT count(DISTINCT x."showId")::int FROM thesis_statement x WHERE x."thesisId" = t.id) AS shows`;

/** Theses that an idea states. */
export function thesesOfIdea(db: Db, ideaId: string): Promise<ThesisRow[]> {
  return db.rows(
    thesisRow,
    sql`
    SELECT ${thesisColumns} FROM thesis t JOIN thesis_statement own ON own."thesisId" = t.id
    WHERE own."ideaId" = ${ideaId}::uuid ORDER BY t."lastMentionAt" DESC, t.id`,
  );
}

/** What a thesis is about, as it was named last; null for an unknown thesis. */
export async function subjectOfThesis(
  db: Db,
  id: string,
): Promise<(ThesisSubject & { readonly sample: boolean }) | null> {
  const row = await db.row(
    {
      kind: tables.thesis.subjectKind.as<ThesisSubject['kind']>(),
      key: tables.thesis.subjectKey,
      name: tables.idea.subjectName,
      sample: tables.thesis.sample,
    },
    sql`
    SELECT t."subjectKind" AS kind, t."subjectKey" AS key, t.sample, i."subjectName" AS name
    FROM thesis t JOIN thesis_statement x ON x."thesisId" = t.id JOIN (${ideaTables}) ON i.id = x."ideaId"
    WHERE t.id = ${id}::uuid AND ${listedIdea} ORDER BY ${lastSpoken(spokenIn(sql`x.date`))} LIMIT 1`,
  );
  return row ?? null;
}

/** Every thesis on a subject, those with the most statements first. */
export function thesesOfSubject(db: Db, { kind, key }: ThesisSubject): Promise<ThesisRow[]> {
  return db.rows(
    thesisRow,
    sql`
    SELECT * FROM (SELECT ${thesisColumns} FROM thesis t WHERE t."subjectKind" = ${kind} AND t."subjectKey" = ${key}) x
    ORDER BY statements DESC, "lastMentionAt" DESC, id`,
  );
}

/** Theses spoken of last up to `now`, whatever their state; none whose last statement is of a show among `leftOut`. */
export function recentTheses(
  db: Db,
  now: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<ThesisRow[]> {
  return db.rows(
    thesisRow,
    sql`
    SELECT ${thesisColumns} FROM thesis t
    WHERE t."lastMentionAt" <= ${now} AND (t."lastShowId" = ANY (${leftOut}::uuid[])) IS NOT TRUE ORDER BY t."lastMentionAt" DESC, t.id LIMIT ${limit}`,
  );
}

const leadRow = {
  thesisId: tables.thesisStatement.thesisId,
  ideaId: tables.thesisStatement.ideaId,
  stance: tables.thesisStatement.stance.as<StanceWord>(),
  speakerName: tables.idea.speakerName,
  statements: computed.int,
};

/**
 * The listed statement of each thesis that says what it is about: the most fully argued that takes a side, else the most
 * fully argued; the first of equals, so that it stays. With how many listed statements the thesis has: without one, it has no such.
 */
export function leadingStatements(db: Db, thesisIds: readonly string[]) {
  return db.rows(
    leadRow,
    sql`
    SELECT DISTINCT ON (x."thesisId") x."thesisId", x."ideaId", x.stance, i."speakerName",
      (count(*) OVER (PARTITION BY x."thesisId"))::int AS statements
    FROM thesis_statement x JOIN (${ideaTables}) ON i.id = x."ideaId"
    WHERE x."thesisId" = ANY(${thesisIds}::uuid[]) AND ${listedIdea}
    ORDER BY x."thesisId", (x.stance IN ('bullish', 'bearish')) IS TRUE DESC, x.depth DESC, x.date, x."ideaId"`,
  );
}
