import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deleteExpiredRecords,
  findRecord,
  insertGrant,
  upsertRecord,
} from '#server/features/grants/store.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('forgets what has run out, but no client that somebody is connected with', async () => {
  const { db, clock } = services;
  const now = clock();
  const past = new Date(now.getTime() - 1000);
  const keep = (kind: string, id: string, expiresAt: Date) =>
    upsertRecord(db, { kind, id, payload: {}, grantId: null, expiresAt });
  await keep('Client', 'connected', past);
  await keep('Client', 'forgotten', past);
  await keep('Interaction', 'old', past);
  await keep('Interaction', 'new', new Date(now.getTime() + 1000));
  const { accountId } = await accountWithKey(services);
  await insertGrant(db, {
    id: randomUUID(),
    accountId,
    clientId: 'connected',
    clientName: 'A client',
    clientHost: 'client.example',
    scopes: ['profile:read'],
    createdAt: past,
    expiresAt: new Date(now.getTime() + 1000),
  });
  await deleteExpiredRecords(db, now);
  expect(await findRecord(db, 'Client', 'connected')).toBeDefined();
  expect(await findRecord(db, 'Interaction', 'new')).toBeDefined();
  expect(await findRecord(db, 'Client', 'forgotten')).toBeUndefined();
  expect(await findRecord(db, 'Interaction', 'old')).toBeUndefined();
});
