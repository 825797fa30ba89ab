import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Buckets, createBuckets } from './buckets.ts';
import { createLog, type Log } from './log.ts';

const silent = createLog('silent');

describe('a bucket', () => {
  afterEach(() => vi.useRealTimers());

  it('holds its quota, refuses what is over, and is full again when its window ends', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: new Date('2026-09-15T12:00:00Z'),
    });
    const buckets = createBuckets(undefined, silent);
    const states = [];
    for (let i = 0; i < 31; i += 1) states.push(await buckets.take('keyless', 'a'));
    expect(states.map(({ allowed }) => allowed)).toEqual([...Array(30).fill(true), false]);
    expect(states[0]).toMatchObject({ policy: 'keyless', quota: 30, windowSeconds: 60, remaining: 29 });
    expect(states[30]).toMatchObject({ remaining: 0, resetSeconds: 60 });
    vi.setSystemTime(new Date('2026-09-15T12:00:59.500Z'));
    expect(await buckets.take('keyless', 'a')).toMatchObject({ allowed: false, resetSeconds: 1 });
    vi.setSystemTime(new Date('2026-09-15T12:01:00.001Z'));
    expect(await buckets.take('keyless', 'a')).toMatchObject({ allowed: true, remaining: 29 });
    await buckets.close();
  });

  it('is its owner’s alone, and one of its kind alone', async () => {
    const buckets = createBuckets(undefined, silent);
    for (let i = 0; i < 10; i += 1) await buckets.take('ask', 'a');
    expect((await buckets.take('ask', 'a')).allowed).toBe(false);
    expect((await buckets.take('ask', 'b')).allowed).toBe(true);
    expect((await buckets.take('key', 'a')).allowed).toBe(true);
  });

  it('gives all of a count or nothing of it, and takes back', async () => {
    await takesWhole(createBuckets(undefined, silent));
  });

  it('holds no more than its quota, whatever is given back, also into the next window', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-09-15T12:00:00Z') });
    const buckets = createBuckets(undefined, silent);
    await buckets.giveBack('mail', 'a', 3);
    expect(await buckets.take('mail', 'a', 4)).toMatchObject({ allowed: true, remaining: 1 });
    vi.setSystemTime(new Date('2026-09-15T12:20:00Z'));
    await buckets.giveBack('mail', 'a', 4);
    expect(await buckets.take('mail', 'a')).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('lets exactly its quota of many simultaneous takers through', async () => {
    const buckets = createBuckets(undefined, silent);
    const states = await Promise.all(Array.from({ length: 300 }, () => buckets.take('key', 'a')));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(120);
  });
});

async function takesWhole(buckets: Buckets): Promise<void> {
  expect(await buckets.take('keyless', 'a', 20)).toMatchObject({ allowed: true, remaining: 10 });
  expect(await buckets.take('keyless', 'a', 20)).toMatchObject({ allowed: false, remaining: 10 });
  await buckets.giveBack('keyless', 'a', 5);
  expect(await buckets.take('keyless', 'a', 15)).toMatchObject({ allowed: true, remaining: 0 });
  for (let i = 0; i < 5; i += 1)
    expect(await buckets.take('keyless', 'a')).toMatchObject({ allowed: false, remaining: 0 });
  await buckets.giveBack('keyless', 'a', 1);
  expect(await buckets.take('keyless', 'a')).toMatchObject({ allowed: true, remaining: 0 });
  await buckets.giveBack('keyless', 'a', 50);
  expect(await buckets.take('keyless', 'a')).toMatchObject({ allowed: true, remaining: 29 });
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) console.warn('SKIPPED: buckets shared through Redis, since there is no redis-server here.');

describe.skipIf(!hasRedis)('buckets in Redis', () => {
  const opened: Buckets[] = [];
  let server: ChildProcess | undefined;

  afterEach(async () => {
    for (const buckets of opened.splice(0)) await buckets.close();
    server?.kill('SIGKILL');
  });

  async function redis(at?: number): Promise<string> {
    const port = at ?? (await freePort());
    server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no']);
    await new Promise<void>((ready) => {
      server!.stdout!.on('data', (said) => String(said).includes('Ready to accept') && ready());
    });
    return `redis://127.0.0.1:${port}`;
  }

  async function open(url: string, log: Log = silent): Promise<Buckets> {
    const buckets = createBuckets(url, log);
    opened.push(buckets);
    await vi.waitUntil(() => buckets.shared(), { timeout: 20_000 });
    return buckets;
  }

  it('give all of a count or nothing of it, and take back', async () => {
    await takesWhole(await open(await redis()));
  });

  it('are one for all processes', async () => {
    const url = await redis();
    const [one, other] = await Promise.all([open(url), open(url)]);
    const states = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? one : other).take('keyless', 'a')),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(30);
    expect(await one.take('keyless', 'a')).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('are kept in memory, with one warning, when Redis dies: never open and never down', async () => {
    const url = await redis();
    const warn = vi.fn();
    const buckets = await open(url, { ...silent, warn, info: vi.fn() } as unknown as Log);
    expect((await buckets.take('keyless', 'a')).allowed).toBe(true);
    server!.kill('SIGKILL');
    await once(server!, 'exit');
    const states = [];
    for (let i = 0; i < 35; i += 1) states.push(await buckets.take('keyless', 'b'));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(30);
    expect(await buckets.shared()).toBe(false);
    await vi.waitUntil(() => warn.mock.calls.length > 0, { timeout: 10_000 });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]![1]).toContain('Redis does not answer');
  });

  it('go on in each process from what Redis told it last, when it dies and when it comes back empty', async () => {
    const url = await redis();
    const buckets = [await open(url), await open(url)];
    const allowed = async (times: number) => {
      let count = 0;
      for (let i = 0; i < times; i += 1)
        for (const one of buckets) if ((await one.take('keyless', 'a')).allowed) count += 1;
      return count;
    };
    expect(await allowed(10)).toBe(20);
    server!.kill('SIGKILL');
    await once(server!, 'exit');
    // The one heard of 19, the other of 20.
    expect(await allowed(5)).toBe(10);
    await redis(Number(new URL(url).port));
    for (const one of buckets) await vi.waitUntil(() => one.shared(), { timeout: 20_000 });
    expect(await allowed(20)).toBe(6 + 5);
  });

  it('are full again in Redis when their window ends, whatever memory held', async () => {
    const buckets = await open(await redis());
    for (let i = 0; i < 31; i += 1) await buckets.take('keyless', 'a');
    const { resetSeconds } = await buckets.take('keyless', 'a');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (resetSeconds + 1) * 1000 });
    const client = new Redis(Number(server!.spawnargs[2]));
    await client.flushall();
    client.disconnect();
    expect(await buckets.take('keyless', 'a')).toMatchObject({ allowed: true, remaining: 29 });
    vi.useRealTimers();
  });

  it('are counted in memory from the start when Redis was never there', async () => {
    const warn = vi.fn();
    const log = { ...silent, warn, info: vi.fn() } as unknown as Log;
    const buckets = createBuckets(`redis://127.0.0.1:${await freePort()}`, log);
    opened.push(buckets);
    const states = [];
    for (let i = 0; i < 31; i += 1) states.push(await buckets.take('keyless', 'a'));
    expect(states.map(({ allowed }) => allowed)).toEqual([...Array(30).fill(true), false]);
    await vi.waitUntil(() => warn.mock.calls.length > 0, { timeout: 10_000 });
  });
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
