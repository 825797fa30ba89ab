import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '#server/contract/routes.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const issue = (body: unknown, key?: string) =>
  call(services, 'POST', '/v1/agent/keys', { body, ...(key ? { key } : {}) });

describe('POST /v1/agent/keys', () => {
  it('issues a key that is shown once, with how to keep it and what it allows', async () => {
    const { status, body } = await issue({ email: 'desk@example.org', purpose: 'A research desk.' });
    expect(status).toBe(201);
    expect(body).toEqual({
      key: expect.stringMatching(/^emk_free_[0-9A-Za-z]{38}$/),
      keyPrefix: body.key.slice(0, 15),
      note: expect.stringContaining('shown once'),
      rateLimitPerMinute: 120,
    });
  });

  it('stores keys of either kind hashed: their text is in no row of any table', async () => {
    const texts = [
      (await issue({ email: 'hash@example.org' })).body.key,
      (await accountWithKey(services)).key,
    ];
    const tables = await services.db.rows(
      { name: computed.text },
      sql`SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const holding: string[] = [];
    for (const { name } of tables) {
      for (const text of texts) {
        const { rows } = await services.db.pool.query(
          `SELECT 1 FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`,
          [text.slice('emk_free_'.length + 6)],
        );
        if (rows.length > 0) holding.push(name);
      }
    }
    expect(holding).toEqual([]);
  });

  it.each([
    [{}, 'email'],
    [{ email: 'not an address' }, 'email'],
    [{ email: 5 }, 'email'],
    [{ email: 'a@example.org', purpose: 'p'.repeat(201) }, 'purpose'],
    [{ email: 'a@example.org', scopes: ['profile:read'] }, 'scopes'],
  ])('refuses %j with 400 naming %s', async (body, field) => {
    const refused = await issue(body);
    expect([refused.status, refused.body.error, refused.body.field]).toEqual([400, 'invalid_request', field]);
  });

  it('takes a purpose of 200 characters', async () => {
    expect((await issue({ email: 'long@example.org', purpose: 'p'.repeat(200) })).status).toBe(201);
  });

  it('is a handle, not an account: the e-mail of an account opens nothing of it', async () => {
    const { email } = await accountWithKey(services, { plan: 'premium' });
    const { key } = (await issue({ email })).body;
    expect((await call(services, 'GET', '/v1/agent/me', { key })).status).toBe(403);
    const { body } = await call(services, 'GET', '/v1/agent/ticker-stance-timeline?ticker=NVDA', { key });
    expect(body.stanceChangesLock).not.toBeNull();
  });

  it('answers 503 while the agent surface is switched off', async () => {
    const off = { ...services, env: { ...services.env, EARMARK_AGENT_API: false } };
    const body = { email: 'off@example.org' };
    expect((await call(off, 'POST', '/v1/agent/keys', { body })).body.error).toBe('agent_api_disabled');
  });
});

describe('a key', () => {
  it('mints no connector key: what it is given on issuance has no scope, and no other route gives a key', async () => {
    const { key, accountId } = await accountWithKey(services);
    const issued = await issue({ email: 'child@example.org' }, key);
    for (const path of ['/v1/agent/me', '/v1/agent/ideas', '/v1/agent/saves'])
      expect((await call(services, 'GET', path, { key: issued.body.key })).status).toBe(403);
    const own = await services.db.rows(
      sql`SELECT 1 FROM connector_key WHERE "accountId" = ${accountId}::uuid`,
    );
    expect(own).toHaveLength(1);
    const giving = procedures().filter(({ path, meta }) => path.toLowerCase().includes('key') && meta.route);
    expect(giving.map(({ path }) => path)).toEqual(['keys.issueCorpusKey']);
  });
});
