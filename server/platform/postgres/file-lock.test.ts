import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountOf } from '#server/platform/failure/failure.ts';
import { lockFailure, lockWithin, tryLock } from '#server/platform/postgres/file-lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earmark-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Another process that holds the lock until it is ended. */
async function holder(mode: 'shared' | 'exclusive'): Promise<ChildProcess> {
  const program = `import { tryLock } from '#server/platform/postgres/file-lock.ts';
    globalThis.held = tryLock(${JSON.stringify(file)}, '${mode}');
    process.stdout.write(held ? 'held' : 'refused');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  expect(said.toString()).toBe('held');
  return child;
}

it('is held by one alone, or shared, across processes and within one', async () => {
  const other = await holder('shared');
  expect(tryLock(file, 'exclusive')).toBeNull();
  const mine = tryLock(file, 'shared')!;
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(tryLock(file, 'exclusive')).toBeNull();
  mine.release();
  const alone = tryLock(file, 'exclusive')!;
  expect(tryLock(file, 'shared')).toBeNull();
  alone.release();
});

it('ends with the process that holds it, and is waited for', async () => {
  const other = await holder('exclusive');
  expect(await lockWithin(100, file, 'exclusive')).toBeNull();
  const waiting = lockWithin(10_000, file, 'exclusive');
  other.kill('SIGKILL');
  const held = await waiting;
  expect(held).not.toBeNull();
  held!.release();
});

it('a full disk is lockFailure as one sentence, with what to do', () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  expect(accountOf(lockFailure(full, '/var/lib/earmark/server.lock'))).toBe(
    'The disk of /var/lib/earmark is full: make room on it, or move it to a larger one.',
  );
});
