import type { Line } from '#server/features/theses/line.ts';
import { filed, thesisId } from '#server/features/theses/rules.ts';
import type { StanceWord, ThesisState } from '#server/features/theses/schema.ts';
import { firstSpoken, inTurn, lastSpoken, spokenIn } from '#server/features/theses/spoken/store.ts';
import type { IdeaStatement } from '#server/features/theses/statement.ts';
import {
  holdSubjects,
  ideaStatement,
  namedSubject,
  rebuildTheses,
  statementColumns,
} from '#server/features/theses/store.ts';
import { presentSubject, type SubjectKey } from '#server/features/theses/subject.ts';
import {
  type Around,
  type Change,
  changed,
  changesOf,
  type Filing,
  leaving,
  type Touched,
} from '#server/features/theses/update/rules.ts';
import {
  subjectList,
  writeStatements,
  writeTheses,
  writeTransitions,
} from '#server/features/theses/writing/store.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/**
 * Brings theses up to date with these ideas, which came, were hidden or shown, or say something else: writes what
 * `rebuildTheses` of their subjects would, and reads the statements around each change alone. `formerly` has each of them
 * that is of another subject or symbol than before. In the caller's transaction, once, after the ideas are written, as
 * `rebuildTheses`.
 */
export async function updateTheses(
  tx: Db,
  ideaIds: readonly string[],
  now: Date,
  formerly: ReadonlyMap<string, Filing> = new Map(),
): Promise<void> {
  const left = [...formerly.values()].map(({ subject }) => subject);
  const { ids, subjects } = await holdSubjectsOf(tx, ideaIds, left);
  if (subjects.length === 0) return;
  if (await areRenamed(tx, subjects)) return rebuildTheses(tx, subjects, now);
  const changes = changesOf(await readTouched(tx, ids, formerly));
  if (changes.length === 0) return;
  const around = await readAround(tx, changes);
  const after = changes.map((change) => changed(change, around(change), now));
  const theses = after.filter((thesis) => thesis !== null);
  await deleteEmpty(
    tx,
    changes.filter((_, i) => after[i] === null),
  );
  await writeTheses(tx, theses);
  await deleteGone(tx, changes);
  await writeStatements(tx, theses);
  await writeTransitions(tx, theses);
}

type Held = { readonly ids: readonly string[]; readonly subjects: readonly SubjectKey[] };

/**
 * Holds the subjects of these ideas and of all that repeat them, and the ones that they left. Whoever held a subject until now may
 * have told repeats on others: then it lets all go and holds the larger set, so that no two transactions wait for each other.
 */
async function holdSubjectsOf(
  tx: Db,
  ideaIds: readonly string[],
  left: readonly SubjectKey[],
): Promise<Held> {
  let wanted = [...left, ...(await subjectsOf(tx, await withRepeats(tx, ideaIds)))];
  await tx.run(sql`SAVEPOINT unheld`);
  for (;;) {
    const subjects = await holdSubjects(tx, wanted);
    const ids = await withRepeats(tx, ideaIds);
    const found = await subjectsOf(tx, ids);
    if (areAmong(found, wanted)) {
      await tx.run(sql`RELEASE SAVEPOINT unheld`);
      return { ids, subjects };
    }
    await tx.run(sql`ROLLBACK TO SAVEPOINT unheld`);
    wanted = [...wanted, ...found];
  }
}

/** These ideas and those that repeat one of them, which are told in its place once it goes. */
async function withRepeats(tx: Db, ideaIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    pick(tables.idea, 'id'),
    sql`SELECT id FROM idea WHERE id = ANY(${[...ideaIds]}::uuid[]) OR "repeatOf" = ANY(${[...ideaIds]}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}

function subjectsOf(tx: Db, ideaIds: readonly string[]): Promise<SubjectKey[]> {
  return tx.rows(
    { kind: tables.idea.subjectKind.as<SubjectKey['kind']>(), key: tables.idea.subjectKey },
    sql`SELECT DISTINCT "subjectKind" AS kind, "subjectKey" AS key FROM idea WHERE id = ANY(${[...ideaIds]}::uuid[])`,
  );
}

function areAmong(some: readonly SubjectKey[], all: readonly SubjectKey[]): boolean {
  return some.every(({ kind, key }) => all.some((one) => one.kind === kind && one.key === key));
}

const place = {
  ...pick(tables.thesis, 'id', 'sample'),
  line: tables.thesis.line.as<Line>(),
  kind: tables.thesis.subjectKind.as<SubjectKey['kind']>(),
  key: tables.thesis.subjectKey,
};

/** Whether theses of the subjects stand under names or ids that are others today: then all of a subject moves. */
async function areRenamed(tx: Db, subjects: readonly SubjectKey[]): Promise<boolean> {
  const stored = await tx.rows(
    place,
    sql`SELECT id, line, sample, "subjectKind" AS kind, "subjectKey" AS key FROM thesis
      WHERE ("subjectKind", "subjectKey") IN (${subjectList(subjects)})`,
  );
  return stored.some(
    ({ id, line, sample, kind, key }) =>
      presentSubject({ kind, key, name: '' }).key !== key || id !== thesisId({ kind, key }, line, sample),
  );
}

const touchedIdea = {
  ...ideaStatement,
  listed: computed.bool,
  thesisId: tables.thesisStatement.thesisId.orNull(),
  formerDate: tables.thesisStatement.date.orNull(),
};

async function readTouched(
  tx: Db,
  ideaIds: readonly string[],
  formerly: ReadonlyMap<string, Filing>,
): Promise<Touched[]> {
  const rows = await tx.rows(
    touchedIdea,
    sql`
    SELECT ${statementColumns}, (${listedIdea}) AS listed, st."thesisId", st.date AS "formerDate"
    FROM ${ideaTables} LEFT JOIN thesis_statement st ON st."ideaId" = i.id WHERE i.id = ANY(${[...ideaIds]}::uuid[])`,
  );
  return rows.map(({ listed, thesisId, formerDate, ...said }) => {
    const idea = filed(said);
    const { subject, tickers } = formerly.get(idea.ideaId) ?? idea;
    return {
      idea,
      listed,
      former: thesisId === null ? null : { thesisId, date: formerDate!, subject, tickers },
    };
  });
}

type Place = { readonly id: string; readonly from: Date; readonly settledAt: Date | null };

/** What stands around each change. */
async function readAround(tx: Db, changes: readonly Change[]): Promise<(change: Change) => Around> {
  const stored = new Map((await readEdges(tx, changes)).map((row) => [row.id, row]));
  const places = changes.map(({ id, from }) => ({ id, from, settledAt: stored.get(id)?.settledAt ?? null }));
  const said = Map.groupBy(await readSaid(tx, places), ({ thesisId }) => thesisId);
  const transitions = Map.groupBy(await readTransitions(tx, changes), ({ thesisId }) => thesisId);
  const staying = Map.groupBy(await readStaying(tx, changes), ({ id }) => id);
  return ({ id }) => {
    const row = stored.get(id);
    return {
      stored: row ? { ...row, subject: { ...row.subject, name: '' } } : null,
      last: row?.last && { ...row.last, date: new Date(row.last.date) },
      before: row?.last ? { previous: row.previous, sided: row.sided } : null,
      settledAt: row?.settledAt ?? null,
      opposing: row?.opposing && { ...row.opposing, date: new Date(row.opposing.date) },
      said: said.get(id) ?? [],
      transitions: transitions.get(id) ?? [],
      staying: (staying.get(id) ?? []).map(({ symbol }) => symbol),
    } as Around;
  };
}

type Told = NonNullable<NonNullable<Around['before']>['previous']>;
type Dated<T> = T extends { readonly date: Date } ? Omit<T, 'date'> & { readonly date: string } : never;

const edges = {
  ...pick(tables.thesis, 'id', 'sample', 'title', 'firstHeardAt', 'lastMentionAt', 'tickers'),
  lastShowId: computed.uuid,
  line: tables.thesis.line.as<Line>(),
  subject: computed.json.as<Pick<IdeaStatement['subject'], 'kind' | 'key'>>(),
  last: computed.json.as<Dated<NonNullable<Around['last']>>>().orNull(),
  previous: computed.json.as<Told>().orNull(),
  sided: computed.json.as<Told>().orNull(),
  settledAt: computed.moment.orNull(),
  opposing: computed.json.as<Dated<NonNullable<Around['opposing']>>>().orNull(),
};

/** The theses that there are of the changes, with the statements that border each change. */
function readEdges(tx: Db, changes: readonly Change[]) {
  const rows = changes.map(({ id, from, until }) => ({ id, from, until }));
  const told = sql`json_build_object('showId', st."showId", 'episodeId', i."episodeId", 'stance', st.stance, 'depth', st.depth)`;
  const before = sql`
    FROM thesis_statement st JOIN idea i ON i.id = st."ideaId" WHERE st."thesisId" = t.id AND st.date < c."from"`;
  const spoken = spokenIn(sql`st.date`);
  const newest = sql`ORDER BY ${lastSpoken(spoken)} LIMIT 1`;
  // Null where an older version, which does not know the column, made the thesis while the record was upgraded.
  const lastShow = sql`(
    SELECT st."showId" FROM thesis_statement st JOIN idea i ON i.id = st."ideaId" WHERE st."thesisId" = t.id ${newest})`;
  return tx.rows(
    edges,
    sql`
    SELECT t.id, t.sample, t.title, t."firstHeardAt", t."lastMentionAt", COALESCE(t."lastShowId", ${lastShow}) AS "lastShowId", t.tickers, t.line,
      json_build_object('kind', t."subjectKind", 'key', t."subjectKey") AS subject,
      (SELECT json_build_object('ideaId', i.id, 'showId', st."showId", 'date', st.date, 'subject', ${namedSubject}) ${before} ${newest}) AS last,
      (SELECT ${told} ${before} AND st.stance IS NOT NULL ${newest}) AS previous,
      (SELECT ${told} ${before} AND st.stance IN ('bullish', 'bearish') ${newest}) AS sided,
      settled.date AS "settledAt",
      (SELECT json_build_object('ideaId', i.id, 'date', st.date) FROM thesis_statement st JOIN idea i ON i.id = st."ideaId"
       WHERE st."thesisId" = t.id AND st.date > settled.date AND st.relation IN ('reverses', 'disputes')
       ORDER BY ${firstSpoken(spoken)} LIMIT 1) AS opposing
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(id uuid, "from" timestamptz, until timestamptz)
    JOIN thesis t ON t.id = c.id
    LEFT JOIN LATERAL (
      SELECT st.date FROM thesis_statement st WHERE st."thesisId" = t.id AND st.date > c.until AND st.stance IN ('bullish', 'bearish')
      ORDER BY st.date LIMIT 1) settled ON true`,
  );
}

const saidRow = {
  ...pick(tables.thesisStatement, 'thesisId', 'ideaId', 'showId', 'date', 'depth', 'quote'),
  stance: tables.thesisStatement.stance.as<StanceWord>(),
  episodeId: tables.idea.episodeId,
  seconds: tables.idea.timestampSeconds,
  subject: computed.json.as<IdeaStatement['subject']>(),
};

/** Statements as they stand of each of these places. */
function readSaid(tx: Db, places: readonly Place[]) {
  return tx.rows(
    saidRow,
    sql`
    SELECT st."thesisId", st."ideaId", st."showId", st.date, st.depth, st.quote, st.stance, i."episodeId", i."timestampSeconds" AS seconds,
      ${namedSubject} AS subject
    FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS p(id uuid, "from" timestamptz, "settledAt" timestamptz)
    JOIN thesis_statement st ON st."thesisId" = p.id AND st.date >= p."from" AND st.date <= COALESCE(p."settledAt", 'infinity')
    JOIN idea i ON i.id = st."ideaId"`,
  );
}

const transitionRow = {
  ...pick(tables.thesisTransition, 'thesisId', 'at', 'ideaId'),
  fromState: tables.thesisTransition.fromState.as<ThesisState>(),
  toState: tables.thesisTransition.toState.as<ThesisState>(),
};

/** Oldest first. */
function readTransitions(tx: Db, changes: readonly Change[]) {
  return tx.rows(
    transitionRow,
    sql`
    SELECT "thesisId", at, "ideaId", "fromState", "toState" FROM thesis_transition
    WHERE "thesisId" = ANY (${changes.map(({ id }) => id)}::uuid[])
    ORDER BY ${inTurn}`,
  );
}

/** Symbols that would leave a thesis, did not another of its statements name them. */
async function readStaying(tx: Db, changes: readonly Change[]): Promise<{ id: string; symbol: string }[]> {
  const rows = changes.flatMap((change) => leaving(change).map((symbol) => ({ id: change.id, symbol })));
  if (rows.length === 0) return [];
  const gone = changes.flatMap(({ removed }) => removed.map(({ ideaId }) => ideaId));
  return tx.rows(
    { id: computed.uuid, symbol: computed.text },
    sql`
    SELECT r.id, r.symbol FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, symbol text)
    WHERE EXISTS (SELECT 1 FROM thesis_statement st JOIN idea_ticker k ON k."ideaId" = st."ideaId"
      WHERE st."thesisId" = r.id AND k.symbol = r.symbol AND st."ideaId" <> ALL (${gone}::uuid[]))`,
  );
}

async function deleteEmpty(tx: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(sql`DELETE FROM thesis WHERE id = ANY (${changes.map(({ id }) => id)}::uuid[])`);
}

/** Deletes the statements that changes took from a thesis and did not add to it again. */
async function deleteGone(tx: Db, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ id, added, removed }) => {
    const stay = new Set(added.map(({ ideaId }) => ideaId));
    return removed.filter(({ ideaId }) => !stay.has(ideaId)).map(({ ideaId }) => ({ id, ideaId }));
  });
  if (rows.length === 0) return;
  await tx.run(sql`
    DELETE FROM thesis_statement st USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, "ideaId" uuid)
    WHERE st."thesisId" = r.id AND st."ideaId" = r."ideaId"`);
}
