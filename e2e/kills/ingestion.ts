import { differences, type RecordTold, told } from '#e2e/kills/record.ts';
import { killAfter, momentIn, openWorld, type Span, until, type World } from '#e2e/kills/world.ts';
import { stop } from '#e2e/service.ts';
import { buildSamples } from '#prisma/samples/build.ts';
import { samplesLoadedAt } from '#server/feeds/samples/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

/** A world with the feeds of the sample shows, none of them read yet. */
export async function openShows(settings: Record<string, string> = {}): Promise<World> {
  const world = await openWorld(settings);
  const { db, clock, env } = world.services;
  const shows = buildSamples(await samplesLoadedAt(db, clock()), env.webUrl);
  for (const show of shows) await addFeed(db, show.feedUrl, clock(), true);
  return world;
}

/** How many episodes are read, and how many wait for a transcript or an analysis. */
async function progress({ services: { db } }: World): Promise<{ read: number; waiting: number }> {
  return (await db.row(
    { read: computed.int, waiting: computed.int },
    sql`
    SELECT count(*) FILTER (WHERE state = 'processed')::int AS read, count(*) FILTER (WHERE state <> 'processed')::int AS waiting FROM episode`,
  ))!;
}

/** Runs a worker until every episode is read. Returns the span from before its first write until half of the rest, ten seconds at most. */
export async function readAll(world: World): Promise<Span> {
  const began = performance.now();
  let first = 0;
  const worker = world.start(['worker']);
  const feeds = sql`SELECT count(*) FILTER (WHERE "lastPolledAt" IS NULL)::int AS unpolled FROM feed`;
  try {
    await until('every episode is read', async () => {
      const { unpolled } = (await world.services.db.row({ unpolled: computed.int }, feeds))!;
      const { read, waiting } = await progress(world);
      if (first === 0 && read + waiting > 0) first = performance.now() - began;
      return unpolled === 0 && read > 0 && waiting === 0;
    });
  } finally {
    await stop(worker);
  }
  const all = performance.now() - began;
  return { soonest: first / 2, latest: first + Math.min(all - first, 20_000) / 2 };
}

/** Sends every episode to the workers again: half to be analysed, half to be fetched as well. */
export async function readAgain({ services: { db } }: World): Promise<void> {
  await db.run(sql`
    UPDATE episode SET state = CASE WHEN hashtext(guid) % 2 = 0 THEN 'pending' ELSE 'transcribed' END, attempts = 0, "nextAttemptAt" = NULL
    WHERE state = 'processed'`);
}

/** Kills a worker this many times, at random moments, always with episodes left to read. Returns how many it had read each time. */
async function killWorkers(world: World, span: Span, times: number, random: () => number): Promise<number[]> {
  const progressed: number[] = [];
  for (let kill = 0; kill < times; kill++) {
    const { read, waiting } = await progress(world);
    if (read > 0 && waiting < 5) await readAgain(world);
    const before = await progress(world);
    await killAfter(world.start(['worker']), momentIn(span, random));
    // Without this, feeds that the killed worker was polling wait until its lease of ten minutes ends.
    await world.services.db.run(sql`UPDATE feed SET "nextPollAt" = now() WHERE "lastPolledAt" IS NULL`);
    progressed.push((await progress(world)).read - before.read);
  }
  return progressed;
}

/** Reads the shows undisturbed and under kills. Returns counts of rows, the tables that differ, and how many episodes were read between kills. */
export async function killIngestion(
  times: number,
  random: () => number,
): Promise<{ counts: Record<string, number>; different: string[]; progressed: number[] }> {
  const { span, expected } = await undisturbed();
  const world = await openShows();
  try {
    const progressed = await killWorkers(world, span, times, random);
    await readAll(world);
    const different = differences(expected, await told(world.services.db));
    const counts = Object.fromEntries(Object.entries(expected).map(([name, { count }]) => [name, count]));
    return { counts, different, progressed };
  } finally {
    await world.close();
  }
}

async function undisturbed(): Promise<{ span: Span; expected: RecordTold }> {
  const world = await openShows();
  try {
    return { span: await readAll(world), expected: await told(world.services.db) };
  } finally {
    await world.close();
  }
}
