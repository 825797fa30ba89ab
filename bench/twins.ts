import { rmSync } from 'node:fs';
import { holdTwins } from '#server/ingest/publish/repeats/store.ts';
import { type Db, openDatabase, sql } from '#server/platform/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { tables } from '#server/platform/rows.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';
import { median } from './statistics.ts';

/**
 * How long publishing searches this many transcripts for episodes with the same talk: median milliseconds. Each transcript has a
 * sample of some three hundred runs of words; two of them are the same in all episodes of a show, and one transcript in five has
 * an advert.
 * Run: node bench/twins.ts [sizes]     (1000 10000 when absent)
 */
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 10_000];
const SHOWS = 20;
const RUNS = 9;

const dir = newDataFolder();
const server = await startEmbeddedPostgres(dir, '-c fsync=off -c synchronous_commit=off -c max_wal_size=4GB');
try {
  await migrate(server.url);
  const db = openDatabase(server.url, 1);
  for (const [at, size] of sizes.entries()) {
    await fill(db, sizes[at - 1] ?? 0, size);
    console.log(`${size} transcripts: ${(await lookTakes(db)).toFixed(0)} ms`);
  }
  await db.close();
} finally {
  await server.leave();
  rmSync(dir, { recursive: true, force: true });
}

async function fill(db: Db, from: number, until: number): Promise<void> {
  await db.run(sql`
    INSERT INTO show (slug, name) SELECT 'show-' || n, 'Show ' || n FROM generate_series(1, ${SHOWS}::int) n ON CONFLICT DO NOTHING`);
  await db.run(sql`
    INSERT INTO episode ("showId", guid, title, "publishedAt")
    SELECT s.id, 'guid-' || n, 'Episode ' || n, now() FROM generate_series(${from + 1}::int, ${until}::int) n
    JOIN (SELECT id, row_number() OVER (ORDER BY slug) AS k FROM show) s ON s.k = 1 + n % ${SHOWS}::int`);
  // The length of the guid makes PostgreSQL draw other runs for each row.
  await db.run(sql`
    INSERT INTO transcript ("episodeId", type, "textHash", cues, sketch)
    SELECT e.id, 'vtt', e.guid, '[]', ARRAY(SELECT (random() * 2000000000)::int + 0 * length(e.guid) FROM generate_series(1, 295))
      || ARRAY[hashtext(e."showId" || 'opening'), hashtext(e."showId" || 'closing')] || CASE WHEN random() < 0.2 THEN ARRAY[1, 2, 3] ELSE '{}' END
    FROM episode e WHERE NOT EXISTS (SELECT 1 FROM transcript t WHERE t."episodeId" = e.id)`);
  await db.run(sql`VACUUM ANALYZE transcript`);
}

/** Milliseconds of one search: the median of several. */
async function lookTakes(db: Db): Promise<number> {
  const row = await db.row(
    { id: tables.transcript.episodeId },
    sql`SELECT "episodeId" AS id FROM transcript WHERE sketch @> ARRAY[1] LIMIT 1`,
  );
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    await db.transaction((tx) => holdTwins(tx, row!.id));
    times.push(performance.now() - started);
  }
  return median(times);
}
