import { type Db, sql } from '#server/platform/db.ts';
import { computed, type RowOf } from '#server/platform/rows.ts';

/** Counts of what the corpus holds. Of ideas, `superseded` are those that a later analysis replaced, `ideas` all others, hidden ones too. */
export type CorpusCounts = RowOf<typeof corpusRow>;
const corpusRow = {
  shows: computed.int,
  feeds: computed.int,
  episodes: computed.int,
  processed: computed.int,
  waiting: computed.int,
  withoutTranscript: computed.int,
  failed: computed.int,
  cues: computed.int,
  passages: computed.int,
  ideas: computed.int,
  superseded: computed.int,
  tickersDiscussed: computed.int,
  theses: computed.int,
  statements: computed.int,
  accounts: computed.int,
  latestEpisodeAt: computed.moment.orNull(),
};

/** Counts the corpus. */
export async function corpusCounts(db: Db): Promise<CorpusCounts> {
  const row = await db.row(
    corpusRow,
    sql`
    SELECT (SELECT count(*)::int FROM show) AS shows, (SELECT count(*)::int FROM feed) AS feeds,
      (SELECT count(*)::int FROM episode) AS episodes,
      (SELECT count(*)::int FROM episode WHERE state = 'processed') AS processed,
      (SELECT count(*)::int FROM episode WHERE state IN ('pending', 'transcribed')) AS waiting,
      (SELECT count(*)::int FROM episode WHERE state = 'no_transcript') AS "withoutTranscript",
      (SELECT count(*)::int FROM episode WHERE state = 'failed') AS failed,
      (SELECT COALESCE(sum(jsonb_array_length(cues)), 0)::int FROM transcript) AS cues,
      (SELECT count(*)::int FROM passage) AS passages,
      (SELECT count(*)::int FROM idea WHERE "supersededAt" IS NULL) AS ideas,
      (SELECT count(*)::int FROM idea WHERE "supersededAt" IS NOT NULL) AS superseded,
      (SELECT count(DISTINCT symbol)::int FROM idea_ticker) AS "tickersDiscussed",
      (SELECT count(*)::int FROM thesis) AS theses, (SELECT count(*)::int FROM thesis_statement) AS statements,
      (SELECT count(*)::int FROM account) AS accounts, (SELECT max("publishedAt") FROM episode) AS "latestEpisodeAt"`,
  );
  return row!;
}

/** The version of the database server: its own text, and its number (170010 for 17.10). */
export async function databaseVersion(db: Db): Promise<{ version: string; number: number }> {
  const row = await db.row(
    { version: computed.text, number: computed.int },
    sql`
    SELECT version() AS version, current_setting('server_version_num')::int AS number`,
  );
  return row!;
}
