import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
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
  return code === 0 ? said : `exit ${code}: ${said}`;
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
