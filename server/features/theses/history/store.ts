import type { Sql } from 'sql-template-tag';
import type { Relation, StanceWord, ThesisState } from '#server/features/theses/schema.ts';
import { firstSpoken, inTurn, lastSpoken, type SpokenColumns } from '#server/features/theses/spoken/store.ts';
import type { Transition } from '#server/features/theses/states.ts';
import { ideaTables, listedIdea, nameContains } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/**
 * Which theses are asked for, before any filter; both hold when both are given, all theses when neither is. Of a thesis
 * on something else that a symbol is named in, only the statements about the symbol are asked for.
 */
export type Scope = { readonly symbol: string | null; readonly thesisId: string | null };
/** What a statement must pass: part of its show's name, and the first moment it may have aired. */
export type StatementFilter = { readonly show: string | null; readonly since: Date | null };
/**
 * `latest`: the last statement of each thesis, admitted or dropped by the filter. `all`: the newest `statements` of
 * those that pass the filter.
 */
export type View = { readonly kind: 'latest' } | { readonly kind: 'all'; readonly statements: number };

/** Of a symbol, rows come from two looks put together (`newest`). */
const statementRow = {
  thesisId: computed.uuid,
  showId: computed.uuid,
  ideaId: computed.uuid,
  date: computed.moment,
  show: computed.text,
  episodeTitle: computed.text,
  episodeId: computed.uuid,
  seconds: computed.int.orNull(),
  /** The sentence written by us. */
  quote: computed.text,
  subjectKind: computed.text,
  subjectName: computed.text,
  speakerName: computed.text.orNull(),
  /** What was said, whole; never served. */
  spoken: computed.text.orNull(),
  quoteChars: computed.int,
  mediaEnabled: computed.bool,
  stance: computed.text.as<StanceWord>().orNull(),
  relation: computed.text.as<Relation>().orNull(),
};
export type StatementRow = Omit<RowOf<typeof statementRow>, 'thesisId' | 'episodeId'>;

const thesisRow = {
  ...pick(tables.thesis, 'id', 'title', 'firstHeardAt', 'lastMentionAt', 'tickers'),
  state: tables.thesis.state.as<ThesisState>(),
  /** Of its last statement. */
  lastIdeaId: computed.uuid,
  /** It has more than its latest statement of the scope, whatever the filter. */
  hasEarlier: computed.bool,
};
const transitionRow = {
  ...pick(tables.thesisTransition, 'thesisId', 'at', 'ideaId'),
  fromState: tables.thesisTransition.fromState.as<ThesisState>(),
  toState: tables.thesisTransition.toState.as<ThesisState>(),
};

export type ThesisRow = RowOf<typeof thesisRow> & {
  /** Oldest first. */
  readonly statements: readonly StatementRow[];
  /** Oldest first; empty in the view `latest`. */
  readonly transitions: readonly Transition[];
};

export type HistoryQuery = {
  readonly scope: Scope;
  readonly filter: StatementFilter;
  readonly view: View;
  /** How many theses at most; null for all. */
  readonly limit: number | null;
};

/** Theses of the scope with at least one statement left by view and filter: the symbol's own first, then by last mention. */
export function readHistory(db: Db, query: HistoryQuery): Promise<ThesisRow[]> {
  return query.view.kind === 'latest' ? readLatest(db, query) : readAll(db, query, query.view.statements);
}

/** Each thesis with its last statement, in one look at its newest two. */
async function readLatest(db: Db, { scope, filter, limit }: HistoryQuery): Promise<ThesisRow[]> {
  const { those, at } = candidates(scope, filter);
  const rows = await db.rows(
    { ...thesisRow, ...statementRow },
    sql`
    SELECT ${thesisColumns}, ${lastIdeaId(scope)} AS "lastIdeaId", x.*
    FROM ${those} CROSS JOIN LATERAL (
      SELECT n.*, count(*) OVER () > 1 AS "hasEarlier" FROM (${newest(2, scope)}) n ORDER BY ${lastSpoken(spokenInRow(sql`n`))} LIMIT 1) x
    WHERE ${inScope(scope)} AND ${mentionedSince(sql`t`, filter)} AND ${passes(sql`x`, filter)}
    ORDER BY ${ownFirst(scope)} ${at}."lastMentionAt" DESC, ${at}.id LIMIT ${unseen(sql`${limit}::int`)}`,
  );
  return rows.map((row) => ({ ...row, statements: [row], transitions: [] }));
}

/** Each thesis with the newest `most` of its statements that pass, and its transitions. */
async function readAll(db: Db, query: HistoryQuery, most: number): Promise<ThesisRow[]> {
  const { scope, filter, limit } = query;
  const rows = await db.rows(
    thesisRow,
    sql`
    SELECT ${thesisColumns}, (${lastOfAll}) AS "lastIdeaId", (${hasEarlier(scope)}) AS "hasEarlier"
    FROM thesis t WHERE ${inScope(scope)} AND ${mentionedSince(sql`t`, filter)} AND EXISTS (${newest(1, scope, filter)})
    ORDER BY ${ownFirst(scope)} t."lastMentionAt" DESC, t.id LIMIT ${unseen(sql`${limit}::int`)}`,
  );
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [statements, transitions] = await Promise.all([
    readStatements(db, query, most, ids),
    readTransitions(db, ids),
  ]);
  // An idea may have been hidden since the first read, and its thesis left without a statement.
  return rows.flatMap((row) => {
    const said = statements.get(row.id);
    return said ? [{ ...row, statements: said, transitions: transitions.get(row.id) ?? [] }] : [];
  });
}

/** True when a thesis of the scope holds more than its latest statement. */
export async function hasEarlierStatements(db: Db, scope: Scope): Promise<boolean> {
  const row = await db.row(sql`
    SELECT 1 FROM thesis t WHERE ${inScope(scope)} AND (${hasEarlier(scope)}) LIMIT 1`);
  return row !== undefined;
}

async function readStatements(
  db: Db,
  { scope, filter }: HistoryQuery,
  most: number,
  ids: readonly string[],
): Promise<Map<string, StatementRow[]>> {
  const rows = await db.rows(
    statementRow,
    sql`
    SELECT x.* FROM thesis t CROSS JOIN LATERAL (${newest(most, scope, filter)}) x WHERE t.id = ANY (${unseen(sql`${ids}::uuid[]`)}::uuid[])
    ORDER BY ${firstSpoken(spokenInRow(sql`x`))}`,
  );
  return Map.groupBy(rows, (row) => row.thesisId);
}

async function readTransitions(db: Db, ids: readonly string[]): Promise<Map<string, Transition[]>> {
  const rows = await db.rows(
    transitionRow,
    sql`
    SELECT "thesisId", at, "fromState", "toState", "ideaId" FROM thesis_transition WHERE "thesisId" = ANY (${unseen(sql`${ids}::uuid[]`)}::uuid[])
    ORDER BY "thesisId", ${inTurn}`,
  );
  return Map.groupBy(rows, (row) => row.thesisId);
}

/** Whether thesis row `t` has more than its latest statement of the scope. */
function hasEarlier(scope: Scope) {
  return sql`SELECT count(*) > 1 FROM (${newest(2, scope)}) x`;
}

/** Columns of thesis row `t`, but for its last idea and whether it has earlier statements. */
const thesisColumns = sql`t.id, t.title, t.state, t."firstHeardAt", t."lastMentionAt", t.tickers`;

const noFilter: StatementFilter = { show: null, since: null };

/** The idea of the last listed statement of thesis row `t`, whatever it is about. */
const lastOfAll = sql`SELECT l."ideaId" FROM (${newest(1, { symbol: null, thesisId: null })}) l`;

/** The same where `x` is the last in scope: of the symbol's own theses, and without a symbol, that is the last of all. */
function lastIdeaId({ symbol }: Scope) {
  return symbol === null
    ? sql`x."ideaId"`
    : sql`CASE WHEN ${isOwn(symbol)} THEN x."ideaId" ELSE (${lastOfAll}) END`;
}

/**
 * The newest listed statements of thesis row `t` in scope, newest first: all of the symbol's own theses, and of another one
 * those that name the symbol beside its own.
 */
function newest(most: number, { symbol }: Scope, filter = noFilter) {
  if (symbol === null) return newestOf(sql`thesis_statement st`, sql`true`, most, filter);
  const naming = sql`(
    SELECT k."thesisId", k."ideaId", k.date, o."showId", o.quote, o.stance, o.relation FROM statement_ticker k
    JOIN thesis_statement o ON o."thesisId" = k."thesisId" AND o."ideaId" = k."ideaId" WHERE k.symbol = ${unseen(sql`${symbol}::text`)}) st`;
  return sql`
    (${newestOf(sql`thesis_statement st`, isOwn(symbol), most, filter)})
    UNION ALL (${newestOf(naming, sql`NOT ${isOwn(symbol)}`, most, filter)})`;
}

/** The newest listed ones of these statements `st` of thesis row `t`, where `asked` holds of it. */
function newestOf(those: Sql, asked: Sql, most: number, filter: StatementFilter) {
  return sql`
    SELECT x.* FROM (
      SELECT st."thesisId", st."showId", st."ideaId", st.date, s.name AS show, e.title AS "episodeTitle", i."episodeId", i."timestampSeconds" AS seconds,
        st.quote, st.stance, st.relation, i."subjectKind", i."subjectName", i."speakerName", i.quote AS spoken, s."quoteChars", s."mediaEnabled"
      FROM ${those} JOIN (${ideaTables}) ON i.id = st."ideaId" WHERE st."thesisId" = t.id AND ${asked} AND ${listedIdea}) x
    WHERE ${passes(sql`x`, filter)}
    ORDER BY ${lastSpoken(spokenInRow(sql`x`))} LIMIT ${unseen(sql`${most}::int`)}`;
}

/** When the statement of a row was made. */
function spokenInRow(row: Sql): SpokenColumns {
  return {
    date: sql`${row}.date`,
    episodeId: sql`${row}."episodeId"`,
    seconds: sql`${row}.seconds`,
    ideaId: sql`${row}."ideaId"`,
  };
}

/** Whether thesis row `t` is the symbol's own. */
function isOwn(symbol: string) {
  return sql`(t."subjectKind" = 'ticker' AND t."subjectKey" = ${unseen(sql`${symbol}::text`)})`;
}

/** Whether a statement passes, told from its own row: what does not is not looked up any further. */
function passes(said: Sql, { show, since }: StatementFilter) {
  const named =
    show === null
      ? sql`true`
      : sql`${said}."showId" = ANY (ARRAY(SELECT s.id FROM show s WHERE ${nameContains(sql`s.name`, show)}))`;
  return since === null ? named : sql`${named} AND ${said}.date >= ${since}`;
}

/** What a thesis needs for any statement of it to pass. */
function mentionedSince(thesis: Sql, { since }: StatementFilter) {
  return since === null ? sql`true` : sql`${thesis}."lastMentionAt" >= ${since}`;
}

/**
 * Thesis rows `t` whose last statement may pass, and the row that tells their order. Where all theses are asked for by show,
 * each show of that name leads to those it spoke of last (`OFFSET 0` keeps the planner from looking through all others), and they
 * are put in order before anything of them is read.
 */
function candidates({ symbol, thesisId }: Scope, filter: StatementFilter) {
  const { show } = filter;
  if (show === null || symbol !== null || thesisId !== null) return { those: sql`thesis t`, at: sql`t` };
  return {
    those: sql`(
      SELECT l.id, l."lastMentionAt" FROM show s CROSS JOIN LATERAL (
        SELECT l.id, l."lastMentionAt" FROM thesis l WHERE l."lastShowId" = s.id AND ${mentionedSince(sql`l`, filter)} OFFSET 0) l
      WHERE ${nameContains(sql`s.name`, show)} ORDER BY l."lastMentionAt" DESC, l.id) c JOIN thesis t ON t.id = c.id`,
    at: sql`c`,
  };
}

/** Without a symbol the order is the index's. */
function ownFirst({ symbol }: Scope) {
  return symbol === null ? sql`` : sql`${isOwn(symbol)} DESC,`;
}

function inScope({ symbol, thesisId }: Scope) {
  const ofSymbol = symbol === null ? sql`true` : sql`t.tickers @> ARRAY[${unseen(sql`${symbol}::text`)}]`;
  return thesisId === null ? ofSymbol : sql`${ofSymbol} AND t.id = ${thesisId}::uuid`;
}
