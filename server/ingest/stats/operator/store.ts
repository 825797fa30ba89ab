import { waitsAfter } from '#server/ingest/episodes/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const troubledEpisode = {
  ...pick(tables.episode, 'id', 'title', 'attempts', 'lastError', 'nextAttemptAt'),
  state: tables.episode.state.as<'pending' | 'transcribed' | 'failed'>(),
  show: tables.show.name,
  isPutOff: computed.bool,
};
/** An episode that waits, or was given up. */
export type TroubledEpisode = RowOf<typeof troubledEpisode>;

/** At most `limit` episodes that were given up, then those put off, then those that are due; each group newest first. */
export function troubledEpisodes(db: Db, now: Date, limit: number): Promise<TroubledEpisode[]> {
  return db.rows(
    troubledEpisode,
    sql`
    SELECT e.id, e.title, e.state, e.attempts, e."lastError", e."nextAttemptAt", s.name AS show, ${waitsAfter(now)} AS "isPutOff"
    FROM episode e JOIN show s ON s.id = e."showId" WHERE e.state IN ('failed', 'pending', 'transcribed')
    ORDER BY e.state = 'failed' DESC, "isPutOff" DESC, e."publishedAt" DESC, e.id LIMIT ${limit}`,
  );
}

const rights = pick(tables.show, 'slug', 'name', 'embedEnabled', 'mediaEnabled', 'quoteChars', 'hidden');
/** What a show allows. */
export type ShownRights = RowOf<typeof rights>;

/** What each show allows, by name. */
export function listRights(db: Db): Promise<ShownRights[]> {
  return db.rows(
    rights,
    sql`SELECT slug, name, "embedEnabled", "mediaEnabled", "quoteChars", hidden FROM show ORDER BY name, slug`,
  );
}

const worker = { name: computed.text, startedAt: computed.moment, seenAt: computed.moment };
/** A worker process: its host and process id, when it started, and when it last asked the database for something. */
export type ConnectedWorker = RowOf<typeof worker>;

/** The application name of a worker's connections, for `listWorkers`. PostgreSQL keeps 63 bytes of it. */
export function workerName(host: string, pid: number, startedAt: Date): string {
  return `earmark worker ${host.slice(0, 29)} ${pid} ${Math.floor(startedAt.getTime() / 1000)}`;
}

/** The workers that are connected to this database, the longest running first. Connections come and go while one runs. */
export function listWorkers(db: Db): Promise<ConnectedWorker[]> {
  return db.rows(
    worker,
    sql`
    SELECT w.told[1] AS name, to_timestamp(w.told[2]::float8) AS "startedAt", max(COALESCE(a.state_change, a.backend_start)) AS "seenAt"
    FROM pg_stat_activity a, regexp_match(a.application_name, '^earmark worker (.+ \\d+) (\\d+)$') AS w (told)
    WHERE a.datname = current_database() AND w.told IS NOT NULL GROUP BY 1, 2 ORDER BY 2, 1`,
  );
}
