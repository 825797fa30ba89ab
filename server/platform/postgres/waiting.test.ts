import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sayingWait } from '#server/platform/postgres/waiting.ts';

let said: string;
beforeEach(() => {
  said = '';
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says every few seconds what a process waits for, as it stands then, and no more once it is there', async () => {
  let why = 'nothing listens there';
  let arrive = (_value: string) => {};
  const waited = sayingWait(
    () => `the database: ${why}`,
    new Promise<string>((done) => {
      arrive = done;
    }),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  why = 'it is starting or stopping';
  await vi.advanceTimersByTimeAsync(5_000);
  arrive('there');
  expect(await waited).toBe('there');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toBe(
    'Waiting for the database: nothing listens there (5 s so far).\nWaiting for the database: it is starting or stopping (10 s so far).\n',
  );
});

it('says nothing of what takes no time, also when it fails', async () => {
  await expect(sayingWait(() => 'it', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toBe('');
});
