import type { Sql } from 'sql-template-tag';
import type { Candidate, DigestWindow, Following } from '#server/features/digest/rules.ts';
import { type SpokenColumns, spokenAt, spokenIn } from '#server/features/theses/spoken/store.ts';
import {
  ideaOfShow,
  listedOfShow,
  newsFor,
  visibleEpisode,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';
import { computed } from '#server/platform/rows.ts';

/** Shows and tickers that an account follows. */
export type Followed = {
  readonly showIds: string[];
  readonly tickers: { readonly symbol: string; readonly held: boolean }[];
};

const followed = { showIds: computed.texts, tickers: computed.json.as<Followed['tickers']>() };

function followedColumns(accountId: string): Sql {
  return sql`
    ARRAY(SELECT s.id::text FROM show_follow f JOIN show s ON s.id = f."showId"
      WHERE f."accountId" = ${accountId}::uuid AND ${visibleShow}) AS "showIds",
    (SELECT COALESCE(jsonb_agg(jsonb_build_object('symbol', symbol, 'held', held)), '[]') FROM ticker_follow
      WHERE "accountId" = ${accountId}::uuid) AS tickers`;
}

/** What an account follows; no show that is hidden. */
export async function readFollowing(db: Db, accountId: string): Promise<Followed> {
  return (await db.row(followed, sql`SELECT ${followedColumns(accountId)}`))!;
}

/**
 * What stands for the saved idea `o`: itself, and of a replaced one what a later analysis of the episode says on its subject.
 * `OFFSET 0` has the episode's ideas looked through, which are few, and not those of the subject.
 */
const standsFor = sql`
  SELECT o.id, o."publishedAt", o."episodeId", o."timestampSeconds"
  UNION ALL SELECT l.id, l."publishedAt", l."episodeId", l."timestampSeconds"
    FROM (SELECT l.* FROM idea l WHERE l."episodeId" = o."episodeId" OFFSET 0) l
    WHERE o."supersededAt" IS NOT NULL AND l."subjectKind" = o."subjectKind" AND l."subjectKey" = o."subjectKey"`;

type Aired = Pick<DigestWindow, 'from' | 'until'>;

/** The moment at which something aired lies in the window. */
function liesIn(aired: Sql, { from, until }: Aired): Sql {
  return sql`${aired} >= ${unseen(sql`${from}::timestamptz`)} AND ${aired} < ${unseen(sql`${until}::timestamptz`)}`;
}

/** When what stands for a saved idea was said, row `saved` of `savedTheses`. */
const spokenInSaved: SpokenColumns = {
  date: sql`saved."publishedAt"`,
  episodeId: sql`saved."episodeId"`,
  seconds: sql`saved."timestampSeconds"`,
  ideaId: sql`saved.id`,
};

/** Theses that hold a saved idea of the account, each with what stands for that. */
function savedTheses(accountId: string): Sql {
  return sql`
    SELECT DISTINCT t."thesisId", n."publishedAt", n."episodeId", n."timestampSeconds", n.id
    FROM saved_idea v JOIN idea o ON o.id = v."ideaId" CROSS JOIN LATERAL (${standsFor}) n
    JOIN thesis_statement t ON t."ideaId" = n.id WHERE v."accountId" = ${accountId}::uuid`;
}

/** Ideas that aired in the window and are news for the account. `OFFSET 0` has those of the window read, not those of each show. */
function candidatesOf(accountId: string, window: Aired): Sql {
  return sql`
    WITH saved AS MATERIALIZED (${savedTheses(accountId)})
    SELECT i.id, COALESCE(i."repeatOf", i.id) AS talk, i."showId", i."publishedAt", i."discussionDepth", i.tickers,
      CASE WHEN i."subjectKind" = 'theme' THEN i."subjectKey" END AS theme,
      ARRAY(SELECT fund ->> 'symbol' FROM jsonb_array_elements(i."participationEtfs") fund) AS etfs,
      EXISTS (SELECT 1 FROM saved) AND EXISTS (SELECT 1 FROM thesis_statement t JOIN saved USING ("thesisId")
        WHERE t."ideaId" = i.id AND ${spokenAt(spokenIn(sql`i."publishedAt"`))} > ${spokenAt(spokenInSaved)}) AS "savedThesis"
    FROM (SELECT * FROM idea i WHERE ${liesIn(sql`i."publishedAt"`, window)} OFFSET 0) i JOIN show s ON s.id = i."showId"
    WHERE ${newsFor(sql`${accountId}::uuid`)}`;
}

/** Air date of the newest listed idea before a moment. */
function latestListed(until: Sql): Sql {
  return sql`
    SELECT i."publishedAt" FROM ${ideaOfShow} WHERE ${listedOfShow} AND i."publishedAt" < ${until}
    ORDER BY i."publishedAt" DESC, i.id DESC LIMIT 1`;
}

/** What a digest of a window is made of, but for its cards. */
export type Day = {
  readonly following: Followed;
  readonly candidates: Candidate[];
  /** Whether an episode that aired in the window still waits for its transcript or its ideas. */
  readonly incomplete: boolean;
  /** Air date of the newest listed idea before the window's end; null when there is none. */
  readonly latestIdeaAt: Date | null;
};

type WrittenCandidate = Omit<Candidate, 'publishedAt'> & { readonly publishedAt: string };

const day = {
  ...followed,
  candidates: computed.json.as<WrittenCandidate[]>(),
  incomplete: computed.bool,
  latestIdeaAt: computed.moment.orNull(),
};

/** The account's day in one statement. */
export async function readDay(db: Db, accountId: string, window: Aired): Promise<Day> {
  const row = await db.row(
    day,
    sql`
    SELECT ${followedColumns(accountId)},
      (SELECT COALESCE(json_agg(c), '[]') FROM (${candidatesOf(accountId, window)}) c) AS candidates,
      EXISTS (
        SELECT 1 FROM episode e JOIN show s ON s.id = e."showId"
        WHERE e.state IN ('pending', 'transcribed') AND ${visibleEpisode}
          AND ${liesIn(sql`e."publishedAt"`, window)}) AS incomplete,
      (${latestListed(unseen(sql`${window.until}::timestamptz`))}) AS "latestIdeaAt"`,
  );
  const { showIds, tickers, candidates, incomplete, latestIdeaAt } = row!;
  return {
    following: { showIds, tickers },
    candidates: candidates.map((idea) => ({ ...idea, publishedAt: new Date(idea.publishedAt) })),
    incomplete,
    latestIdeaAt,
  };
}

/** Air date of the newest listed idea before a moment; null when there is none. */
export function lastHeldByAnybody(db: Db, until: Date): Promise<Date | null> {
  return momentOf(db, latestListed(sql`${until}::timestamptz`));
}

/**
 * Air date of the newest idea before a moment that is news for the account and has a reason of `reasonOf`; null when there
 * is none. Each reason finds its newest by an index.
 */
export function lastHeldFor(
  db: Db,
  accountId: string,
  { shows, tickers, themes, etfs, fundThemes }: Following,
  until: Date,
): Promise<Date | null> {
  const newest = (rows: Sql, aired: Sql, which: Sql) => sql`
    SELECT ${aired} AS at FROM ${rows} WHERE ${which} AND ${aired} < ${until}::timestamptz AND ${newsFor(sql`${accountId}::uuid`)}
    ORDER BY ${aired} DESC LIMIT 1`;
  const ofEach = (keys: ReadonlySet<string>, rows: Sql) =>
    sql`SELECT n.at FROM unnest(${[...keys]}::text[]) AS k(key) CROSS JOIN LATERAL (${rows}) n`;
  const airedAt = sql`i."publishedAt"`;
  const isOfFund = sql`EXISTS (
    SELECT 1 FROM jsonb_array_elements(i."participationEtfs") fund WHERE fund ->> 'symbol' = ANY(${[...etfs]}::text[]))`;
  return momentOf(
    db,
    sql`
    WITH saved AS (${savedTheses(accountId)}), held AS (
      ${ofEach(shows, newest(ideaOfShow, airedAt, sql`i."showId" = k.key::uuid`))}
      UNION ALL ${ofEach(tickers, newest(sql`idea_ticker t JOIN (${ideaOfShow}) ON i.id = t."ideaId"`, sql`t."publishedAt"`, sql`t.symbol = k.key`))}
      UNION ALL ${ofEach(themes, newest(ideaOfShow, airedAt, sql`i."subjectKind" = 'theme' AND i."subjectKey" = k.key`))}
      UNION ALL ${ofEach(fundThemes, newest(sql`idea_theme t JOIN (${ideaOfShow}) ON i.id = t."ideaId"`, sql`t."publishedAt"`, sql`t.slug = k.key AND ${isOfFund}`))}
      UNION ALL SELECT n.at FROM saved CROSS JOIN LATERAL (${newest(
        sql`thesis_statement t JOIN (${ideaOfShow}) ON i.id = t."ideaId"`,
        sql`t.date`,
        sql`t."thesisId" = saved."thesisId" AND t.date >= saved."publishedAt" AND ${spokenAt(spokenIn(sql`t.date`))} > ${spokenAt(spokenInSaved)}`,
      )}) n)
    SELECT max(at) AS "publishedAt" FROM held`,
  );
}

async function momentOf(db: Db, statement: Sql): Promise<Date | null> {
  const row = await db.row({ publishedAt: computed.moment.orNull() }, statement);
  return row?.publishedAt ?? null;
}
