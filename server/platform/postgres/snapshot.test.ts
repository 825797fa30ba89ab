import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/platform/db.ts';
import { openMarks } from '#server/platform/postgres/snapshot.ts';
import { addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('is another mark once something was written', async () => {
  const marks = openMarks([services.db]);
  const before = await marks.now();
  await addShow(services);
  expect(await marks.now()).not.toBe(before);
});

it('is one question for calls that come together, asked after they came', async () => {
  let asked = 0;
  const row = async () => {
    asked += 1;
    return { mark: String(asked) };
  };
  const db = { row };
  const marks = openMarks([{ ...db, cancelledBy: () => db } as unknown as Db]);
  const first = marks.now();
  await Promise.resolve();
  const later = await Promise.all([marks.now(), marks.now(), marks.now()]);
  expect([await first, ...later]).toEqual(['1', '2', '2', '2']);
});

it('is none where a database keeps silent, and asked for again', async () => {
  let silent = true;
  const row = () => (silent ? new Promise(() => {}) : Promise.resolve({ mark: '7' }));
  const marks = openMarks([{ row, cancelledBy: () => ({ row }) } as unknown as Db], { withinMs: 20 });
  await expect(marks.now()).rejects.toThrow(/longer than it was given/);
  silent = false;
  expect(await marks.now()).toBe('7');
});
