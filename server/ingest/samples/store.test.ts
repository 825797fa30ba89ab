import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginDay } from '#server/ingest/samples/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const [ADA, BEN, CLEO] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const accounts = async () =>
  (await services.db.rows(pick(tables.account, 'id'), sql`SELECT id FROM account ORDER BY id`)).map(
    ({ id }) => id,
  );
const enter = (accountId: string, day: string) =>
  beginDay(services.db, { day, accountId, now: services.clock() });

it('what test keys did on a day is forgotten by the next day, and not by a call of the day before', async () => {
  await enter(ADA, '2026-09-14');
  await enter(BEN, '2026-09-15');
  expect(await accounts()).toEqual([BEN]);
  await enter(CLEO, '2026-09-14');
  expect(await accounts()).toEqual([BEN, CLEO]);
});
