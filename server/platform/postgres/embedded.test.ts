import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { connect, DatabaseUnreachable } from '#server/platform/postgres/connection.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';

const COMMANDS = 6;
const FLAGS = '-c fsync=off -c synchronous_commit=off';

/** What a command does: opens the database, asks it something, leaves; twice. Answers what went wrong. */
async function command(dataDir: string, delayMs: number): Promise<string> {
  const program = `import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
    import { connect } from '#server/platform/postgres/connection.ts';
    await new Promise((done) => setTimeout(done, ${delayMs}));
    for (let round = 0; round < 2; round++) {
      const { url, leave } = await startEmbeddedPostgres(${JSON.stringify(dataDir)}, '${FLAGS}');
      const client = await connect(url, 0);
      await client.query('SELECT pg_sleep(0.02)');
      await client.end();
      await leave();
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  // On a busy machine it says that it waits for the others.
  const wrong = said.replace(/^Waiting for .*\n/gm, '');
  return code === 0 ? wrong : `exit ${code}: ${wrong}`;
}

it('is opened and left by several processes at once without one harming another, and stopped by the last', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'earmark-postgres-'));
  chmodSync(dataDir, 0o755);
  try {
    const failures = await Promise.all(
      Array.from({ length: COMMANDS }, (_, index) => command(dataDir, index * 60)),
    );
    expect(failures).toEqual(Array.from({ length: COMMANDS }, () => ''));
    const mine = await startEmbeddedPostgres(dataDir, FLAGS);
    const beside = await startEmbeddedPostgres(dataDir, FLAGS);
    expect(beside.url).toBe(mine.url);
    await beside.leave();
    await (await connect(mine.url, 0)).end();
    await mine.leave();
    await expect(connect(mine.url, 0)).rejects.toThrow(DatabaseUnreachable);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);

it('keeps its log short for as long as it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await inFolder(async (dataDir) => {
    const { url, leave } = await startEmbeddedPostgres(dataDir, FLAGS);
    const client = await connect(url);
    const { rows } = await client.query('SHOW data_directory');
    const log = join(rows[0].data_directory, 'server.log');
    appendFileSync(log, 'old line\n'.repeat(300_000));
    vi.advanceTimersByTime(3_600_000);
    expect(statSync(log).size).toBe(1024 * 1024);
    await client.query('SELECT 1 / 0').catch(() => undefined);
    expect(readFileSync(log, 'utf8')).toMatch(/old line\n.*division by zero/);
    await client.end();
    await leave();
  }).finally(() => vi.useRealTimers());
}, 120_000);

it('is started again at the same address after it was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'earmark-postgres-'));
  chmodSync(dataDir, 0o755);
  try {
    const { url, revive, leave } = await startEmbeddedPostgres(dataDir, FLAGS);
    expect(await revive()).toBe(false);
    const client = await connect(url);
    const { rows } = await client.query(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
    );
    process.kill(rows[0].pid, 'SIGKILL');
    await client.end().catch(() => undefined);
    await expect.poll(() => revive().catch(() => false), { timeout: 30_000, interval: 200 }).toBe(true);
    await (await connect(url)).end();
    await leave();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);

/** A folder for a data directory that the database's own user can reach; removed at the end. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-postgres-'));
  chmodSync(folder, 0o755);
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeWord(url: string, word: string): Promise<void> {
  const client = await connect(url);
  await client.query(`CREATE TABLE IF NOT EXISTS word (word text)`);
  await client.query('INSERT INTO word VALUES ($1)', [word]);
  await client.end();
}

async function wordsIn(url: string): Promise<string[]> {
  const client = await connect(url);
  const { rows } = await client.query<{ word: string }>('SELECT word FROM word ORDER BY word');
  await client.end();
  return rows.map(({ word }) => word);
}

it('serves a copied data folder by a server of its own, and leaves the original running and untouched', async () => {
  await inFolder(async (folder) => {
    const original = await startEmbeddedPostgres(join(folder, 'original'), FLAGS);
    await writeWord(original.url, 'before');
    spawnSync('cp', ['-a', '-T', join(folder, 'original'), join(folder, 'copy')]);
    const copy = await startEmbeddedPostgres(join(folder, 'copy'), FLAGS);
    await writeWord(copy.url, 'in the copy');
    await copy.leave();
    expect(await wordsIn(original.url)).toEqual(['before']);
    await original.leave();
  });
}, 120_000);

it('keeps of its log at a start what the last ones wrote', async () => {
  await inFolder(async (dataDir) => {
    const log = join(dataDir, 'postgres', 'server.log');
    await (await startEmbeddedPostgres(dataDir, FLAGS)).leave();
    writeFileSync(log, 'LOG: long ago\n'.repeat(500_000));
    await (await startEmbeddedPostgres(dataDir, FLAGS)).leave();
    expect(readFileSync(log).length).toBeLessThan(2 ** 21);
  });
}, 120_000);

it('makes a password where a full disk left an empty one, for its owner alone', async () => {
  await inFolder(async (dataDir) => {
    const file = join(dataDir, 'postgres.password');
    writeFileSync(file, '');
    const { url, leave } = await startEmbeddedPostgres(dataDir, FLAGS);
    expect(new URL(url).password).toBe(readFileSync(file, 'utf8'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await (await connect(url)).end();
    await leave();
  });
}, 120_000);

it.runIf(process.getuid?.() === 0)(
  'under root makes its own copy of the binaries anew where copying them was interrupted',
  async () => {
    await inFolder(async (folder) => {
      chmodSync(folder, 0o700);
      const dataDir = join(folder, 'data');
      const home = join('/var/lib/earmark', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
      mkdirSync(join(home, 'native.new', 'bin'), { recursive: true });
      writeFileSync(join(home, 'native.new', 'bin', 'half'), '');
      try {
        const { url, leave } = await startEmbeddedPostgres(dataDir, FLAGS);
        await (await connect(url)).end();
        await leave();
        expect(existsSync(join(home, 'native.new'))).toBe(false);
        expect(readdirSync(join(home, 'native', 'bin'))).not.toContain('half');
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    });
  },
  120_000,
);

it('does not take another process for its server that has the number noted before a reboot', async () => {
  await inFolder(async (folder) => {
    const other = await startEmbeddedPostgres(join(folder, 'other'), FLAGS);
    const dataDir = join(folder, 'mine');
    await (await startEmbeddedPostgres(dataDir, FLAGS)).leave();
    const note = readFileSync(join(folder, 'other', 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    note[1] = join(dataDir, 'postgres');
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), note.join('\n'));
    const mine = await startEmbeddedPostgres(dataDir, FLAGS);
    expect(mine.url).not.toBe(other.url);
    await mine.leave();
    await (await connect(other.url)).end();
    await other.leave();
  });
}, 120_000);

it('starts beside the leavings of a first start that was interrupted, which may still be written to, and removes them', async () => {
  await inFolder(async (dataDir) => {
    const left = join(dataDir, 'postgres.new');
    const writer = spawn('sh', ['-c', `while mkdir -p ${left}/base; do :; done`], { stdio: 'ignore' });
    await expect.poll(() => existsSync(left), { timeout: 10_000 }).toBe(true);
    const { url, leave } = await startEmbeddedPostgres(dataDir, FLAGS).finally(() => writer.kill());
    await (await connect(url)).end();
    await leave();
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    await (await startEmbeddedPostgres(dataDir, FLAGS)).leave();
    expect(readdirSync(dataDir).filter((name) => name.includes('.new'))).toEqual([]);
  });
}, 120_000);
