import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openShows, readAgain, readAll } from '#e2e/kills/ingestion.ts';
import { differences, type RecordTold, told } from '#e2e/kills/record.ts';
import { commandOn, killAfter, openWorld, until, type World } from '#e2e/kills/world.ts';
import { stop } from '#e2e/service.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

export type BackupTold = {
  /** Kills while the file was written, and all kills. */
  readonly inWriting: number;
  readonly tried: number;
  /** Backups that finished before their kill, and how many of them were whole. */
  readonly finished: number;
  readonly whole: number;
  /** Files left by kills that are refused as not whole. The others were complete, but did not have their name yet. */
  readonly refused: number;
  /** Files left by kills that the next backup did not delete. */
  readonly stillThere: number;
  /** Tables in which the database restored from the backup under load differs from the original. */
  readonly different: string[];
};

/** Kills tried at most, for each that is wanted: some miss the writing. */
const MOST_TRIED = 4;

/**
 * Kills `earmark backup` this many times while it writes and a worker reads every episode again. Then makes a backup, loses the
 * data folder, and restores it.
 */
export async function killBackups(times: number, random: () => number): Promise<BackupTold> {
  const folder = newDataFolder();
  const file = join(folder, 'today.backup');
  try {
    const { expected, ...kills } = await killUnderLoad(file, times, random);
    const stillThere = parts(file).length;
    return { ...kills, stillThere, different: await restored(file, expected) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The kills, and a whole backup in `file` at the end; `expected` is the record that it was made of. */
async function killUnderLoad(file: string, times: number, random: () => number) {
  const world = await openShows();
  try {
    await readAll(world);
    const expected = await told(world.services.db);
    const worker = world.start(['worker']);
    try {
      return { expected, ...(await killBackupsOf(world, file, times, random)) };
    } finally {
      await stop(worker);
    }
  } finally {
    await world.close();
  }
}

async function killBackupsOf(world: World, file: string, times: number, random: () => number) {
  let [inWriting, tried, finished, whole, refused] = [0, 0, 0, 0, 0];
  const isWhole = async (written: string) => (await world.run(['backup', '--verify', written])).ok;
  const took = await writingTakes(world, file);
  for (; inWriting < times && tried < times * MOST_TRIED; tried++) {
    await readAgain(world);
    const backup = world.start(['backup', file]);
    await until('the backup is begun', async () => parts(file).length > 0 || existsSync(file), 60_000, 2);
    await killAfter(backup, random() * took);
    if (existsSync(file)) {
      finished += 1;
      if (await isWhole(file)) whole += 1;
      rmSync(file);
    }
    const [half] = parts(file);
    if (half === undefined) continue;
    inWriting += 1;
    if (!(await isWhole(join(dirname(file), half)))) refused += 1;
  }
  await readAgain(world);
  const made = await world.run(['backup', file]);
  if (!made.ok) throw new Error(`No backup was made under load: ${made.said}`);
  return { inWriting, tried, finished, whole, refused };
}

/** Milliseconds from the first byte of a backup until it has its name. */
async function writingTakes(world: World, file: string): Promise<number> {
  const backup = world.start(['backup', file]);
  const ended = new Promise((done) => backup.once('exit', done));
  await until('the backup is begun', async () => parts(file).length > 0, 60_000, 2);
  const began = performance.now();
  await until('the backup has its name', async () => existsSync(file), 60_000, 2);
  const took = performance.now() - began;
  await ended;
  rmSync(file);
  return took;
}

function parts(file: string): string[] {
  return readdirSync(dirname(file)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.part'),
  );
}

/** The tables in which a new data folder, restored from the backup, differs from `expected`. */
async function restored(file: string, expected: RecordTold): Promise<string[]> {
  const dir = newDataFolder();
  const done = await commandOn(dir).run(['restore', file]);
  if (!done.ok) throw new Error(`The backup was not restored: ${done.said}`);
  const world = await openWorld({}, dir);
  try {
    return differences(expected, await told(world.services.db));
  } finally {
    await world.close();
  }
}
