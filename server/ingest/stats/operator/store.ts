import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const troubledEpisode = {
  ...pick(tables.episode, 'id', 'title', 'attempts', 'lastError', 'nextAttemptAt'),
  state: tables.episode.state.as<'pending' | 'transcribed' | 'failed'>(),
  show: tables.show.name,
};
/** An episode that waits, or was given up. */
export type TroubledEpisode = RowOf<typeof troubledEpisode>;

/** At most `limit` episodes that were given up, then postponed ones, then those that wait; each group newest first. */
export function troubledEpisodes(db: Db, limit: number): Promise<TroubledEpisode[]> {
  return db.rows(
    troubledEpisode,
    sql`
    SELECT e.id, e.title, e.state, e.attempts, e."lastError", e."nextAttemptAt", s.name AS show
    FROM episode e JOIN show s ON s.id = e."showId" WHERE e.state IN ('failed', 'pending', 'transcribed')
    ORDER BY e.state = 'failed' DESC, e."nextAttemptAt" IS NOT NULL DESC, e."publishedAt" DESC, e.id LIMIT ${limit}`,
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

const worker = { name: computed.text, since: computed.moment };
/** A worker process: its host and process id, and when it connected first. */
export type RunningWorker = RowOf<typeof worker>;

/** The application name of a worker's connections, for `listWorkers`. PostgreSQL keeps 63 bytes of it. */
export function workerName(host: string, pid: number): string {
  return `earmark worker ${host.slice(0, 36)} ${pid}`;
}

/** The workers that are connected to this database, the longest connected first. */
export function listWorkers(db: Db): Promise<RunningWorker[]> {
  return db.rows(
    worker,
    sql`
    SELECT substr(application_name, 16) AS name, min(backend_start) AS since FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'earmark worker %' GROUP BY 1 ORDER BY 2, 1`,
  );
}
