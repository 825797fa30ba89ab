import type { Sql } from 'sql-template-tag';
import {
  inOrderOf,
  isOfSome,
  type SearchBounds,
  withinBounds,
} from '#server/features/ask/find/bounds/store.ts';
import { matchingAll, matchingAny, rarityOf, type WordCount } from '#server/features/ask/find/words/store.ts';
import { FEWEST_OF_TITLE } from '#server/features/ask/read/reading.ts';
import { fullTerms } from '#server/features/ideas/search/matches/store.ts';
import { detailColumns, detailRow } from '#server/features/ideas/store.ts';
import {
  ideaTables,
  isSample,
  listedIdea,
  listedWhere,
  visibleEpisode,
  visibleIdea,
} from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const ideaCandidate = {
  ...detailRow,
  ...pick(tables.idea, 'statement', 'subjectKey', 'themes'),
  /** Whether its show is a fictional sample. */
  sample: computed.bool,
};
/** An idea that may answer: what its card and body say, and what the show permits to quote. */
export type IdeaCandidate = RowOf<typeof ideaCandidate>;

export const passageCandidate = {
  ...pick(tables.passage, 'id', 'episodeId', 'startSeconds', 'endSeconds', 'speaker', 'text'),
  episodeTitle: tables.episode.title,
  publishedAt: tables.episode.publishedAt,
  showId: tables.show.id,
  showName: tables.show.name,
  ...pick(tables.show, 'mediaEnabled', 'quoteChars'),
  /** Sponsor reads as [start, end] in seconds. */
  adRanges: tables.episode.adRanges.as<readonly (readonly [number, number])[]>(),
  /** Whether it holds the moment of a hidden idea, which must not be quoted. */
  withdrawn: computed.bool,
  /** Whether its show is a fictional sample. */
  sample: computed.bool,
  /** Places in the text where another label of the transcript begins; null where that is not known. */
  voiceStarts: tables.passage.voiceStarts.as<readonly number[]>().orNull(),
  /** The unfinished sentence right before, where the text goes on in the middle of one; null otherwise. */
  begun: computed.text.orNull(),
};
/** A transcript window that may answer. Seconds count from the start of the episode. */
export type PassageCandidate = RowOf<typeof passageCandidate>;

/** Ideas by subject: of one of these symbols, companies or themes. */
export type SubjectFilter = {
  readonly symbols: readonly string[];
  readonly slugs: readonly string[];
  readonly themes: readonly string[];
};

export const MOST_CANDIDATES = 150;
const MOST_TITLED = 20;

const candidateColumns = sql`${detailColumns}, i.statement, i."subjectKey", i.themes, ${isSample(sql`i."showId"`)} AS sample`;

/** Listed ideas about a subject, by air date. */
export function ideasOfSubjects(
  db: Db,
  subject: SubjectFilter,
  scope: SearchBounds,
): Promise<IdeaCandidate[]> {
  const { symbols, slugs, themes } = subject;
  return db.rows(
    ideaCandidate,
    sql`
    SELECT ${candidateColumns} FROM ${ideaTables}
    WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)}
      AND (i.id IN (SELECT "ideaId" FROM idea_ticker WHERE symbol = ANY(${[...symbols]}::text[]))
        OR i.id IN (SELECT "ideaId" FROM idea_theme WHERE slug = ANY(${[...themes]}::text[]))
        OR i."subjectKey" = ANY(${[...slugs]}::text[]) OR i.entities && ${[...slugs]}::text[])
    ORDER BY i."publishedAt" ${inOrderOf(scope)}, i.id DESC LIMIT ${MOST_CANDIDATES}`,
  );
}

/** Visible episodes whose title holds all of these words, at least two, by air date. Words are letters and digits only. */
export async function episodesTitled(
  db: Db,
  words: readonly string[],
  scope: SearchBounds,
): Promise<string[]> {
  if (words.length < FEWEST_OF_TITLE) return [];
  const rows = await db.rows(
    pick(tables.episode, 'id'),
    sql`
    SELECT e.id FROM episode e JOIN show s ON s.id = e."showId"
    WHERE to_tsvector('english', e.title) @@ ${matchingAll(words)} AND ${visibleEpisode}
      AND ${withinBounds(scope, sql`e."publishedAt"`)}
    ORDER BY e."publishedAt" ${inOrderOf(scope)}, e.id LIMIT ${MOST_TITLED}`,
  );
  return rows.map(({ id }) => id);
}

/** Listed ideas of these episodes, by air date. */
export async function ideasOfEpisodes(
  db: Db,
  ids: readonly string[],
  scope: SearchBounds,
): Promise<IdeaCandidate[]> {
  if (ids.length === 0) return [];
  return db.rows(
    ideaCandidate,
    sql`
    SELECT ${candidateColumns} FROM ${ideaTables}
    WHERE ${listedWhere(isOfSome(scope))} AND i."episodeId" = ANY(${[...ids]}::uuid[])
    ORDER BY i."publishedAt" ${inOrderOf(scope)}, i.id DESC LIMIT ${MOST_CANDIDATES}`,
  );
}

/** Listed ideas by any of these speakers, or by anybody when none is given: the most deeply argued first, or by air date alone. */
export function ideasBySpeakers(
  db: Db,
  speakers: readonly string[],
  scope: SearchBounds,
  order: 'depth' | 'time',
): Promise<IdeaCandidate[]> {
  return db.rows(
    ideaCandidate,
    sql`
    SELECT ${candidateColumns} FROM ${ideaTables}
    WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)}
      ${speakers.length > 0 ? sql`AND i."speakerName" = ANY(${[...speakers]}::text[])` : empty}
    ORDER BY ${order === 'depth' ? sql`i."discussionDepth" DESC,` : empty} i."publishedAt" ${inOrderOf(scope)}, i.id DESC LIMIT ${MOST_CANDIDATES}`,
  );
}

/** Listed ideas that hold any of the words, those with the rarest words first. */
export async function ideasByWords(
  db: Db,
  words: readonly WordCount[],
  scope: SearchBounds,
): Promise<IdeaCandidate[]> {
  const found = words.filter((word) => word.count > 0);
  if (found.length === 0) return [];
  return db.rows(
    ideaCandidate,
    planEachTime(sql`
    SELECT ${candidateColumns} FROM ${ideaTables}
    WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)} AND ${fullTerms} @@ ${matchingAny(found)}
    ORDER BY ${rarityOf(found, sql`i."searchFull"`)} DESC, i."publishedAt" ${inOrderOf(scope)}, i.id DESC LIMIT ${MOST_CANDIDATES}`),
  );
}

/** Transcript windows of visible episodes with any of the words and, if given, any of the names; the rarest words first. */
export async function passagesByWords(
  db: Db,
  words: readonly WordCount[],
  names: readonly WordCount[],
  scope: SearchBounds,
): Promise<PassageCandidate[]> {
  const found = words.filter(({ count }) => count > 0);
  const known = names.filter(({ count }) => count > 0);
  if (found.length === 0 || (names.length > 0 && known.length === 0)) return [];
  return db.rows(
    passageCandidate,
    planEachTime(sql`
    ${passagesWithin(scope)} AND p.search @@ ${matchingAny(found)}
      ${known.length > 0 ? sql`AND p.search @@ ${matchingAny(known)}` : empty}
    ORDER BY ${rarityOf([...found, ...known], sql`p.search`)} DESC, e."publishedAt" ${inOrderOf(scope)}, p.id LIMIT ${MOST_CANDIDATES}`),
  );
}

/** Listed ideas among these. */
export async function ideasByIds(
  db: Db,
  ids: readonly string[],
  scope: SearchBounds,
): Promise<IdeaCandidate[]> {
  if (ids.length === 0) return [];
  return db.rows(
    ideaCandidate,
    sql`
    SELECT ${candidateColumns} FROM ${ideaTables}
    WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)} AND i.id = ANY(${[...ids]}::uuid[])`,
  );
}

/** Transcript windows of visible episodes among these. */
export async function passagesByIds(
  db: Db,
  ids: readonly number[],
  scope: SearchBounds,
): Promise<PassageCandidate[]> {
  if (ids.length === 0) return [];
  return db.rows(passageCandidate, sql`${passagesWithin(scope)} AND p.id = ANY(${[...ids]}::bigint[])`);
}

/** Whether a passage row holds the moment of a hidden idea. */
function isWithdrawn(row: Sql): Sql {
  return sql`EXISTS (
    SELECT 1 FROM idea h WHERE h."episodeId" = ${row}."episodeId" AND h.hidden
      AND COALESCE(h."quoteStartSeconds", h."timestampSeconds") <= ${row}."endSeconds"
      AND COALESCE(h."quoteEndSeconds", h."quoteStartSeconds", h."timestampSeconds") >= ${row}."startSeconds")`;
}

/** The sentence that the window before passage row `p` leaves open and `p` goes on with; null where there is none. */
const sentenceBegun = sql`CASE WHEN p.text ~ '^[[:lower:]]' THEN (
  SELECT NULLIF(btrim(substring(o.text FROM '[^.!?]*$')), '') FROM (
    SELECT q.* FROM passage q WHERE q."episodeId" = p."episodeId" AND q."startSeconds" < p."startSeconds"
    ORDER BY q."startSeconds" DESC LIMIT 1) o
  WHERE o."endSeconds" >= p."startSeconds" - 1 AND NOT ${isWithdrawn(sql`o`)}) END`;

/** Transcript windows of visible episodes within bounds, for a statement to go on. */
export function passagesWithin(scope: SearchBounds) {
  return sql`
    SELECT p.id, p."episodeId", p."startSeconds", p."endSeconds", p.speaker, p.text, p."voiceStarts", e.title AS "episodeTitle", e."publishedAt",
      s.id AS "showId", s.name AS "showName", s."mediaEnabled", s."quoteChars", e."adRanges", ${isWithdrawn(sql`p`)} AS withdrawn, ${isSample(sql`s.id`)} AS sample,
      ${sentenceBegun} AS begun
    FROM passage p JOIN episode e ON e.id = p."episodeId" JOIN show s ON s.id = e."showId"
    WHERE ${visibleEpisode} AND ${withinBounds(scope, sql`e."publishedAt"`)}`;
}

/** The visible idea with this id; null when it is unknown or hidden. */
export async function findIdeaCandidate(db: Db, ideaId: string): Promise<IdeaCandidate | null> {
  const row = await db.row(
    ideaCandidate,
    sql`
    SELECT ${candidateColumns} FROM ${ideaTables} WHERE i.id = ${ideaId}::uuid AND ${visibleIdea}`,
  );
  return row ?? null;
}

/** A subject that the record discusses, and how many ideas take each side. */
export type DiscussedSubject = RowOf<typeof discussed>;
const discussed = {
  name: computed.text,
  symbol: computed.text.orNull(),
  isTheme: computed.bool,
  ideas: computed.int,
  shows: computed.int,
  /** The show's name when only one discusses it. */
  show: computed.text.orNull(),
  bullish: computed.int,
  bearish: computed.int,
};

/** The subjects of most listed ideas, by the last 200 days and then by all time; only the given subjects if there are any. */
export function discussedSubjects(
  db: Db,
  now: Date,
  limit: number,
  subject: SubjectFilter | null = null,
): Promise<DiscussedSubject[]> {
  const narrowed = subject
    ? sql`AND i."subjectKey" = ANY(${[...subject.symbols, ...subject.slugs, ...subject.themes]}::text[])`
    : empty;
  return db.rows(
    discussed,
    sql`
    SELECT max(i."subjectName") AS name, CASE WHEN i."subjectKind" = 'ticker' THEN i."subjectKey" END AS symbol,
      i."subjectKind" = 'theme' AS "isTheme", count(*)::int AS ideas, count(DISTINCT i."showId")::int AS shows,
      CASE WHEN count(DISTINCT i."showId") = 1 THEN max(s.name) END AS show,
      (count(*) FILTER (WHERE i.stance = 'BULLISH'))::int AS bullish, (count(*) FILTER (WHERE i.stance = 'BEARISH'))::int AS bearish
    FROM ${ideaTables} WHERE ${listedIdea} ${narrowed}
    GROUP BY i."subjectKind", i."subjectKey"
    ORDER BY count(*) FILTER (WHERE i."publishedAt" > ${now}::timestamptz - interval '200 days') DESC, count(*) DESC, i."subjectKey" LIMIT ${limit}`,
  );
}
