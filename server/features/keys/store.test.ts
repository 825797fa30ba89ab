import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintKey } from '#server/features/keys/rules.ts';
import { findCorpusKey, insertCorpusKey } from '#server/features/keys/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('notes the use of a free-tier key twice a minute at most, so that a busy key is not a busy row', async () => {
  const { db } = services;
  const start = services.clock();
  const minted = mintKey('corpus', 'live', randomInt);
  const key = {
    email: 'a@example.org',
    purpose: null,
    ip: '192.0.2.1',
    env: 'live',
    minted,
    now: start,
  } as const;
  await insertCorpusKey(db, key);
  const usedAfter = async (seconds: number) => {
    await findCorpusKey(db, minted.text, 'live', new Date(start.getTime() + seconds * 1000));
    const row = await db.row(pick(tables.corpusKey, 'lastUsedAt'), sql`SELECT "lastUsedAt" FROM corpus_key`);
    return (row!.lastUsedAt!.getTime() - start.getTime()) / 1000;
  };
  expect([await usedAfter(0), await usedAfter(20), await usedAfter(31)]).toEqual([0, 0, 31]);
});
