import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { lastLines, shortenLog } from '#server/platform/postgres/server-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'earmark-log-'));
const log = join(folder, 'server.log');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(log, { force: true }));

it('keeps the last megabyte', () => {
  writeFileSync(log, `${'old line\n'.repeat(300_000)}FATAL: no room\n`);
  shortenLog(log);
  const kept = readFileSync(log, 'utf8');
  expect(kept).toHaveLength(1024 * 1024);
  expect(kept.endsWith('old line\nFATAL: no room\n')).toBe(true);
});

it('is shortened while a server writes there, which goes on at its end', () => {
  const server = openSync(log, 'a');
  writeSync(server, 'old line\n'.repeat(300_000));
  shortenLog(log);
  writeSync(server, 'LOG: goes on\n');
  closeSync(server);
  expect(readFileSync(log, 'utf8')).toMatch(/^.*\n(?:old line\n)+LOG: goes on\n$/);
});

it('leaves a short log, and none, as it is', () => {
  shortenLog(log);
  expect(existsSync(log)).toBe(false);
  writeFileSync(log, 'one line\n');
  shortenLog(log);
  expect(readFileSync(log, 'utf8')).toBe('one line\n');
});

it('writes to no file that a link in its place leads to', () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'mine\n'.repeat(300_000));
  symlinkSync(other, log);
  shortenLog(log);
  expect(readFileSync(other)).toHaveLength(1_500_000);
});

it('tells the last lines', () => {
  expect(lastLines(log, 2)).toEqual([]);
  writeFileSync(log, `${'old line\n'.repeat(300_000)}LOG: begins\nFATAL: no room\n`);
  expect(lastLines(log, 2)).toEqual(['LOG: begins', 'FATAL: no room']);
});
