import { buildTheses } from '#server/features/theses/rules.ts';
import { lastSpoken, spokenIn } from '#server/features/theses/spoken/store.ts';
import { byText, type IdeaStatement } from '#server/features/theses/statement.ts';
import { DORMANT_DAYS } from '#server/features/theses/states.ts';
import { namesOf, type SubjectKey } from '#server/features/theses/subject.ts';
import {
  deleteOtherStatements,
  deleteOthers,
  subjectList,
  writeStatements,
  writeTheses,
  writeTransitions,
} from '#server/features/theses/writing/store.ts';
import { ideaTables, isSample, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/**
 * Builds the theses of these subjects anew from all their visible, current ideas, inside the caller's transaction: where
 * ideas were deleted, or are of another subject or symbol than before. For all else `updateTheses` reads less. Thesis ids
 * stay; only rows that differ are written. Waits for any other transaction that rebuilds one of the subjects. Call it once per transaction, with all subjects,
 * after the ideas are written: two calls could lock in an order that waits forever.
 */
export async function rebuildTheses(tx: Db, subjects: readonly SubjectKey[], now: Date): Promise<void> {
  const distinct = await holdSubjects(tx, subjects);
  if (distinct.length === 0) return;
  const theses = buildTheses(await readStatements(tx, distinct), now);
  await deleteOthers(tx, distinct, theses);
  await writeTheses(tx, theses);
  await deleteOtherStatements(tx, theses);
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

/**
 * Builds anew the theses that fictional samples share with real shows, as versions before made them; returns the number of
 * their subjects, 0 from then on.
 */
export async function partSamples(db: Db, now: Date): Promise<number> {
  const subjects = await db.rows(
    { kind: tables.thesis.subjectKind.as<SubjectKey['kind']>(), key: tables.thesis.subjectKey },
    sql`
    SELECT DISTINCT t."subjectKind" AS kind, t."subjectKey" AS key
    FROM feed f JOIN idea i ON i."showId" = f."showId" JOIN thesis_statement st ON st."ideaId" = i.id JOIN thesis t ON t.id = st."thesisId"
    WHERE f.sample AND NOT t.sample`,
  );
  for (const subject of subjects) await db.transaction((tx) => rebuildTheses(tx, [subject], now));
  return subjects.length;
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

/** An idea as a statement of its subject; `statementColumns` of idea row `i`. */
export const ideaStatement = {
  ...pick(tables.idea, 'showId', 'episodeId', 'stance', 'headline', 'thesis', 'statement', 'tickers'),
  ideaId: tables.idea.id,
  date: tables.idea.publishedAt,
  seconds: tables.idea.timestampSeconds,
  depth: tables.idea.discussionDepth,
  subject: computed.json.as<IdeaStatement['subject']>(),
  sample: computed.bool,
};
export const namedSubject = sql`json_build_object('kind', i."subjectKind", 'key', i."subjectKey", 'name', i."subjectName")`;
export const statementColumns = sql`
  i.id AS "ideaId", i."showId", i."episodeId", i."publishedAt" AS date, i."timestampSeconds" AS seconds, i.stance,
  i."discussionDepth" AS depth, ${namedSubject} AS subject,
  ${isSample(sql`i."showId"`)} AS sample, i.headline, i.thesis, i.statement, i.tickers`;

function readStatements(tx: Db, subjects: readonly SubjectKey[]): Promise<IdeaStatement[]> {
  return tx.rows(
    ideaStatement,
    sql`
    SELECT ${statementColumns} FROM ${ideaTables}
    WHERE (i."subjectKind", i."subjectKey") IN (${subjectList(subjects)}) AND ${listedIdea}`,
  );
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
  ORDER BY ${lastSpoken(spokenIn(sql`s.date`))} LIMIT 1`;
