import { buildTheses, type Thesis } from '#server/features/theses/rules.ts';
import { byText, type IdeaStatement } from '#server/features/theses/statement.ts';
import { DORMANT_DAYS } from '#server/features/theses/states.ts';
import { namesOf, type SubjectKey } from '#server/features/theses/subject.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, join, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/**
 * Builds the theses of these subjects anew from their visible, current ideas, inside the caller's transaction: after a
 * new episode, a re-analysis, an idea hidden or shown again. Thesis ids stay; only rows that differ are written.
 * Waits for any other transaction that rebuilds one of the subjects. Call it once per transaction, with all subjects,
 * after the ideas are written: two calls could lock in an order that waits forever.
 */
export async function rebuildTheses(tx: Db, subjects: readonly SubjectKey[], now: Date): Promise<void> {
  const distinct = await holdSubjects(tx, subjects);
  if (distinct.length === 0) return;
  const theses = buildTheses(await readStatements(tx, distinct), now);
  await deleteOthers(tx, distinct, theses);
  await writeTheses(tx, theses);
  await writeStatements(tx, theses);
  await writeTransitions(tx, theses);
}

export type Rebuilt = { readonly subjects: number; readonly theses: number; readonly statements: number };

/**
 * Builds every thesis anew from the ideas there are, one subject a transaction: what a changed line rule needs. A
 * second run writes nothing, and a run that stops half-way has done whole subjects. Safe beside a worker, which waits
 * for one subject at most.
 */
export async function rebuildAllTheses(
  db: Db,
  now: Date,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<Rebuilt> {
  const subjects = await db.rows(
    { kind: computed.text.as<SubjectKey['kind']>(), key: computed.text },
    sql`
    SELECT i."subjectKind" AS kind, i."subjectKey" AS key FROM ${ideaTables} WHERE ${listedIdea}
    UNION SELECT "subjectKind", "subjectKey" FROM thesis ORDER BY 1, 2`,
  );
  for (const [done, subject] of subjects.entries()) {
    await db.transaction((tx) => rebuildTheses(tx, [subject], now));
    onProgress(done + 1, subjects.length);
  }
  const row = await db.row(
    { theses: computed.int, statements: computed.int },
    sql`
    SELECT (SELECT count(*)::int FROM thesis) AS theses, (SELECT count(*)::int FROM thesis_statement) AS statements`,
  );
  return { subjects: subjects.length, ...row! };
}

/** Each subject once under each of its names. */
function distinctSubjects(subjects: readonly SubjectKey[]): SubjectKey[] {
  const byName = new Map(subjects.flatMap(namesOf).map((subject) => [nameOf(subject), subject]));
  return [...byName.values()].sort((a, b) => byText(nameOf(a), nameOf(b)));
}

function nameOf({ kind, key }: SubjectKey): string {
  return `${kind}:${key}`;
}

/**
 * Keeps other transactions from rebuilding these subjects until this one ends, as `rebuildTheses` does by itself; for
 * one that deletes ideas first. Returns each subject once under each of its names.
 */
export async function holdSubjects(tx: Db, subjects: readonly SubjectKey[]): Promise<SubjectKey[]> {
  const distinct = distinctSubjects(subjects);
  // One by one and in one order, so that no two transactions wait for each other.
  for (const subject of distinct) {
    await tx.run(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`thesis ${nameOf(subject)}`}, 0))`);
  }
  return distinct;
}

const ideaStatement = {
  ...pick(tables.idea, 'showId', 'episodeId', 'stance', 'headline', 'thesis', 'statement', 'tickers'),
  ideaId: tables.idea.id,
  date: tables.idea.publishedAt,
  seconds: tables.idea.timestampSeconds,
  depth: tables.idea.discussionDepth,
  subject: computed.json.as<IdeaStatement['subject']>(),
};

function readStatements(tx: Db, subjects: readonly SubjectKey[]): Promise<IdeaStatement[]> {
  return tx.rows(
    ideaStatement,
    sql`
    SELECT i.id AS "ideaId", i."showId", i."episodeId", i."publishedAt" AS date, i."timestampSeconds" AS seconds, i.stance,
      i."discussionDepth" AS depth, json_build_object('kind', i."subjectKind", 'key', i."subjectKey", 'name', i."subjectName") AS subject,
      i.headline, i.thesis, i.statement, i.tickers
    FROM ${ideaTables} WHERE (i."subjectKind", i."subjectKey") IN (${subjectList(subjects)}) AND ${listedIdea}`,
  );
}

function subjectList(subjects: readonly SubjectKey[]) {
  return join(subjects.map(({ kind, key }) => sql`(${kind}, ${key})`));
}

function deleteOthers(tx: Db, subjects: readonly SubjectKey[], theses: readonly Thesis[]): Promise<number> {
  return tx.run(sql`
    DELETE FROM thesis WHERE ("subjectKind", "subjectKey") IN (${subjectList(subjects)})
      AND id <> ALL (${theses.map((thesis) => thesis.id)}::uuid[])`);
}

async function writeTheses(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.map(({ statements: _, transitions: __, subject, ...thesis }) => ({
    ...thesis,
    subjectKind: subject.kind,
    subjectKey: subject.key,
  }));
  await tx.run(sql`
    INSERT INTO thesis AS t (id, "subjectKind", "subjectKey", line, title, state, "firstHeardAt", "lastMentionAt", tickers)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, "subjectKind" text, "subjectKey" text,
      line text, title text, state text, "firstHeardAt" timestamptz, "lastMentionAt" timestamptz, tickers text[])
    ON CONFLICT (id) DO UPDATE SET "subjectKind" = excluded."subjectKind", "subjectKey" = excluded."subjectKey", title = excluded.title, state = excluded.state, "firstHeardAt" = excluded."firstHeardAt",
      "lastMentionAt" = excluded."lastMentionAt", tickers = excluded.tickers
    WHERE (t."subjectKind", t."subjectKey", t.title, t.state, t."firstHeardAt", t."lastMentionAt", t.tickers)
      IS DISTINCT FROM (excluded."subjectKind", excluded."subjectKey", excluded.title, excluded.state, excluded."firstHeardAt", excluded."lastMentionAt", excluded.tickers)`);
}

async function writeStatements(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.flatMap(({ id, statements }) => statements.map((said) => ({ thesisId: id, ...said })));
  await tx.run(sql`
    DELETE FROM thesis_statement WHERE "thesisId" = ANY (${theses.map((thesis) => thesis.id)}::uuid[])
      AND ("thesisId", "ideaId") NOT IN (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, "ideaId" uuid))`);
  await tx.run(sql`
    INSERT INTO thesis_statement AS s ("thesisId", "ideaId", date, "showId", stance, depth, relation, quote)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, "ideaId" uuid, date timestamptz,
      "showId" uuid, stance text, depth int, relation text, quote text)
    ON CONFLICT ("thesisId", "ideaId") DO UPDATE SET date = excluded.date, "showId" = excluded."showId",
      stance = excluded.stance, depth = excluded.depth, relation = excluded.relation, quote = excluded.quote
    WHERE (s.date, s."showId", s.stance, s.depth, s.relation, s.quote)
      IS DISTINCT FROM (excluded.date, excluded."showId", excluded.stance, excluded.depth, excluded.relation, excluded.quote)`);
}

async function writeTransitions(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.flatMap(({ id, transitions }) =>
    transitions.map((move) => ({ thesisId: id, ...move })),
  );
  await tx.run(sql`
    DELETE FROM thesis_transition WHERE "thesisId" = ANY (${theses.map((thesis) => thesis.id)}::uuid[])`);
  await tx.run(sql`
    INSERT INTO thesis_transition ("thesisId", at, "fromState", "toState", "ideaId")
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, at timestamptz,
      "fromState" text, "toState" text, "ideaId" uuid)`);
}

/**
 * Writes down the theses that fell dormant by the passing of time alone; returns how many. A periodic pass: answers
 * are right without it. Leaves alone what a rebuild holds, since that writes the same.
 */
export async function refreshDormancy(db: Db, now: Date): Promise<number> {
  const row = await db.row(
    { slept: computed.int },
    sql`
    WITH due AS (
      SELECT id, state, "lastMentionAt" + make_interval(days => ${DORMANT_DAYS}) AS at FROM thesis
      WHERE state <> 'dormant' AND "lastMentionAt" <= ${now}::timestamptz - make_interval(days => ${DORMANT_DAYS})
      FOR UPDATE SKIP LOCKED
    ), noted AS (
      INSERT INTO thesis_transition ("thesisId", at, "fromState", "toState", "ideaId")
      SELECT due.id, due.at, due.state, 'dormant', last."ideaId" FROM due, LATERAL (${lastStatementSql}) last
    ), slept AS (
      UPDATE thesis t SET state = 'dormant' FROM due WHERE t.id = due.id RETURNING 1
    )
    SELECT count(*)::int AS slept FROM slept`,
  );
  return row!.slept;
}

const lastStatementSql = sql`
  SELECT s."ideaId" FROM thesis_statement s JOIN idea i ON i.id = s."ideaId" WHERE s."thesisId" = due.id
  ORDER BY s.date DESC, i."episodeId" DESC, i."timestampSeconds" DESC NULLS FIRST, s."ideaId" DESC LIMIT 1`;
