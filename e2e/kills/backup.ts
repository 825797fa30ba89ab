import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openShows, readAgain, readAll } from '#e2e/kills/ingestion.ts';
import { differences, type RecordTold, told } from '#e2e/kills/record.ts';
import { commandOn, killAfter, newFolder, openWorld, until } from '#e2e/kills/world.ts';

export type BackupTold = {
  /** Backups that were finished before their kill, and how many of them were whole. */
  readonly finished: number;
  readonly whole: number;
  /** What kills left behind, before the next backup took it away and after it. */
  readonly leftOver: number;
  readonly stillThere: number;
  /** What a database that was restored from the backup made under load says otherwise than the one that it was made of. */
  readonly different: string[];
};

/** Kills `earmark backup` while a worker reads every episode again; then makes one, loses the data folder, and restores it. */
export async function killBackups(times: number, random: () => number): Promise<BackupTold> {
  const world = await openShows();
  await readAll(world);
  const expected = await told(world.services.db);
  const folder = newFolder();
  const file = join(folder, 'today.backup');
  const began = performance.now();
  await world.run(['backup', file]);
  const took = performance.now() - began;
  rmSync(file);
  const worker = world.start(['worker']);
  let [finished, whole, leftOver] = [0, 0, 0];
  try {
    for (let kill = 0; kill < times; kill++) {
      await readAgain(world);
      const backup = world.start(['backup', file]);
      // To start takes longer than to write: most kills are to fall into the writing.
      if (random() < 0.8)
        await until('the backup is begun', async () => parts(file).length > 0 || existsSync(file));
      await killAfter(backup, random() * took * 0.2);
      leftOver += parts(file).length > 0 ? 1 : 0;
      if (!existsSync(file)) continue;
      finished += 1;
      if ((await world.run(['backup', '--verify', file])).ok) whole += 1;
      rmSync(file);
    }
    await readAgain(world);
    const made = await world.run(['backup', file]);
    if (!made.ok) throw new Error(`No backup was made under load: ${made.said}`);
  } finally {
    worker.kill('SIGTERM');
    await new Promise((done) => worker.once('exit', done));
  }
  const stillThere = parts(file).length;
  await world.close();
  const different = await restored(file, expected);
  rmSync(folder, { recursive: true, force: true });
  return { finished, whole, leftOver, stillThere, different };
}

function parts(file: string): string[] {
  return readdirSync(dirname(file)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.part'),
  );
}

/** What a data folder says that holds nothing but what the backup brought back. */
async function restored(file: string, expected: RecordTold): Promise<string[]> {
  const dir = newFolder();
  const done = await commandOn(dir).run(['restore', file]);
  if (!done.ok) throw new Error(`The backup was not restored: ${done.said}`);
  const world = await openWorld({}, dir);
  try {
    return differences(expected, await told(world.services.db));
  } finally {
    await world.close();
  }
}
