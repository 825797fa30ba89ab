import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter } from '#server/edges/entry.ts';
import { limitConnectorKey } from '#server/features/keys/connector/store.ts';
import { keyExpiry, mintKey } from '#server/features/keys/rules.ts';
import {
  findCorpusKey,
  insertConnectorKey,
  listConnectorKeys,
  revokeConnectorKey,
} from '#server/features/keys/store.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
const START = '2026-09-15T12:00:00Z';
const MINUTE = 60_000;

beforeAll(async () => {
  services = await testServices();
  await seedCorpus(services);
});
afterAll(() => services.close());

const me = (key: string) => call(services, 'GET', '/v1/agent/me', { key });
const timeline = '/v1/agent/ticker-stance-timeline?ticker=NVDA';

/** Leaves `left` calls in a bucket. */
async function drain(name: BucketName, who: string, quota: number, left: number): Promise<void> {
  for (let taken = 0; taken < quota - left; taken += 1) await services.buckets.take(name, who);
}

async function corpusKey(email: string): Promise<{ key: string; id: string }> {
  const { body } = await call(services, 'POST', '/v1/agent/keys', { body: { email } });
  return { key: body.key, id: (await findCorpusKey(services.db, body.key, 'live', services.clock()))!.id };
}

/** Moves the clock to `at`, calling with the key every 60 days on the way, so that it is never idle. */
async function keepBusyUntil(key: string, at: Date): Promise<void> {
  const days60 = 60 * 86_400_000;
  for (let moment = Date.parse(START); moment < at.getTime(); moment += days60) {
    services.setNow(new Date(moment));
    expect((await me(key)).status).toBe(200);
  }
  services.setNow(at);
}

describe('a free-tier key', () => {
  it('is refused by a server of the other kind', async () => {
    const { key } = await corpusKey('kinds@example.org');
    const other = { ...services, env: { ...services.env, EARMARK_ENV: 'test' as const } };
    expect((await call(services, 'GET', timeline, { key })).status).toBe(200);
    expect((await call(other, 'GET', timeline, { key })).status).toBe(401);
  });
});

describe('keys that are looked up together', () => {
  it('open each what is its own, and one of them that was revoked opens nothing', async () => {
    const holders = await Promise.all(Array.from({ length: 8 }, () => accountWithKey(services)));
    const revoked = holders[3]!;
    await revokeConnectorKey(services.db, revoked.accountId, revoked.keyId, services.clock());
    const unknown = mintKey('connector', 'live', randomInt).text;
    const keys = [...holders.map(({ key }) => key), unknown, holders[0]!.key];
    let asked = 0;
    const db = {
      ...services.db,
      cancelledBy: (signal: AbortSignal) => ({ ...services.db.cancelledBy(signal), rows }),
    };
    const rows = (async (...given: Parameters<typeof services.db.rows>) => {
      if (/connector_key/.test((given.at(-1) as { sql: string }).sql)) asked += 1;
      return services.db.rows(...given);
    }) as typeof services.db.rows;
    const entered = await Promise.allSettled(
      keys.map((text) => {
        const caller = {
          ip: '192.0.2.7',
          address: '192.0.2.7',
          authorization: `Bearer ${text}`,
          apiKeyHeader: null,
          asked: null,
          headersOnly: false,
        };
        return enter({ ...services, db }, caller, services.clock());
      }),
    );
    const told = entered.map(
      (one) =>
        one.status === 'fulfilled' && 'accountId' in one.value.principal && one.value.principal.accountId,
    );
    const own = holders.map(({ accountId }) => (accountId === revoked.accountId ? false : accountId));
    expect(told).toEqual([...own, false, holders[0]!.accountId]);
    expect(asked).toBeLessThan(keys.length);
  });
});

describe('the life of a connector key', () => {
  it('lasts to ten minutes before its year, and answers expired ten minutes after, to exactly one of many callers', async () => {
    services.setNow(START);
    const { key } = await accountWithKey(services);
    const end = keyExpiry(new Date(START));
    await keepBusyUntil(key, new Date(end.getTime() - 10 * MINUTE));
    expect((await me(key)).status).toBe(200);
    services.setNow(new Date(end.getTime() + 10 * MINUTE));
    const answers = await Promise.all(Array.from({ length: 40 }, () => me(key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(401));
    expect(answers.filter(({ body }) => body.reason === 'expired')).toHaveLength(1);
    const after = await me(key);
    expect([after.status, after.body.reason]).toEqual([401, undefined]);
    services.setNow(START);
  });

  it('lasts to ten minutes before ninety idle days, and a call starts them anew', async () => {
    services.setNow(START);
    const { key } = await accountWithKey(services);
    await me(key);
    const idleEnd = (since: number) => since + 90 * 86_400_000;
    const almost = idleEnd(Date.parse(START)) - 10 * MINUTE;
    services.setNow(new Date(almost));
    expect((await me(key)).status).toBe(200);
    services.setNow(new Date(idleEnd(almost) + 10 * MINUTE));
    const first = await me(key);
    expect([first.status, first.body.reason, first.body.error]).toEqual([401, 'expired', 'unauthorized']);
    expect((await me(key)).body.reason).toBeUndefined();
    services.setNow(START);
  });

  it('is told by no HEAD to be over: the next call with a body tells it', async () => {
    services.setNow(START);
    const { key } = await accountWithKey(services);
    services.setNow(new Date(keyExpiry(new Date(START)).getTime() + 10 * MINUTE));
    expect((await call(services, 'HEAD', '/v1/agent/me', { key })).status).toBe(401);
    const told = await me(key);
    services.setNow(START);
    expect([told.status, told.body.reason]).toEqual([401, 'expired']);
  });

  it('ends at once when the key is revoked, without a reason', async () => {
    const { key, keyId, accountId } = await accountWithKey(services);
    expect((await me(key)).status).toBe(200);
    await revokeConnectorKey(services.db, accountId, keyId, services.clock());
    const refused = await me(key);
    expect([refused.status, refused.body.error, refused.body.reason]).toEqual([
      401,
      'unauthorized',
      undefined,
    ]);
    expect(refused.body.settingsUrl).toBe('http://earmark.test/settings/connectors');
  });

  it('is bound to the deployment: a live key opens nothing on a server for tests', async () => {
    const { key } = await accountWithKey(services);
    const other = { ...services, env: { ...services.env, EARMARK_ENV: 'test' as const } };
    expect((await call(other, 'GET', '/v1/agent/me', { key })).status).toBe(401);
  });
});

describe('rate limits', () => {
  it('let 120 calls a minute through with one key, then say when to come back', async () => {
    const { key, keyId } = await accountWithKey(services);
    await drain('key', keyId, 120, 1);
    const last = await me(key);
    expect([last.status, last.headers.get('ratelimit')?.split(';t')[0]]).toEqual([200, '"key";r=0']);
    const refused = await me(key);
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    expect(refused.body.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(refused.body.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfterSeconds));
    expect(refused.headers.get('ratelimit-policy')).toContain('"key";q=120;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/"key";r=0;t=\d+/);
  });

  it('let 600 calls an hour through for one account, over all its keys', async () => {
    const first = await accountWithKey(services);
    const minted = mintKey('connector', 'live', randomInt);
    const now = services.clock();
    const scopes = ['profile:read'] as const;
    const rest = { accountId: first.accountId, name: null, env: 'live' as const, createdAt: now };
    await insertConnectorKey(services.db, { ...rest, scopes, minted, expiresAt: keyExpiry(now) });
    await drain('account', first.accountId, 600, 2);
    expect((await me(first.key)).status).toBe(200);
    expect((await me(minted.text)).status).toBe(200);
    const refused = await me(minted.text);
    expect([refused.status, refused.body.retryAfterSeconds > 60]).toEqual([429, true]);
    expect((await me((await accountWithKey(services)).key)).status).toBe(200);
  });

  it('let 10 questions a minute through with one key, refused ones included', async () => {
    const { key, keyId } = await accountWithKey(services, { plan: 'premium' });
    const ask = () =>
      call(services, 'POST', '/v1/agent/ask', { key, body: { question: 'Should I sell my Apple shares?' } });
    await drain('ask', keyId, 10, 1);
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('ratelimit-policy')).toContain('"ask";q=10;w=60');
    expect(refused.body.message).toBe(
      'Too many requests: at most 10 questions a minute. Wait and try again.',
    );
    expect((await me(key)).status).toBe(200);
  });

  it('let 30 calls a minute through from one address without a key', async () => {
    const ip = '203.0.113.30';
    const keyless = () => call(services, 'GET', timeline, { ip });
    const first = await keyless();
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"keyless";r=29;t=60']);
    await drain('keyless', ip, 29, 1);
    expect((await keyless()).status).toBe(200);
    expect((await keyless()).status).toBe(429);
    expect((await call(services, 'GET', timeline, { ip: '203.0.113.31' })).status).toBe(200);
  });

  it('give a free-tier key its own 120 a minute, apart from its address', async () => {
    const { key, id } = await corpusKey('own-bucket@example.org');
    const ip = '203.0.113.40';
    await drain('keyless', ip, 30, 0);
    expect((await call(services, 'GET', timeline, { ip })).status).toBe(429);
    const mine = await call(services, 'GET', timeline, { ip, key });
    expect([mine.status, mine.headers.get('ratelimit-policy')]).toEqual([200, '"key";q=120;w=60']);
    await drain('key', id, 119, 0);
    expect((await call(services, 'GET', timeline, { ip, key })).status).toBe(429);
  });

  it('bound guesses of keys by address, and leave its keyless calls alone', async () => {
    const ip = '203.0.113.50';
    await drain('badKey', ip, 120, 1);
    const guess = () =>
      call(services, 'GET', '/v1/agent/me', { ip, key: mintKey('connector', 'live', randomInt).text });
    const refused = await guess();
    expect([refused.status, refused.headers.get('ratelimit')?.split(';t')[0]]).toEqual([401, '"badKey";r=0']);
    expect((await guess()).status).toBe(429);
    expect((await call(services, 'GET', timeline, { ip })).status).toBe(200);
  });

  it('are told on every answer, whatever its status', async () => {
    const { key } = await accountWithKey(services, { scopes: ['ideas:read'] });
    const search = await call(services, 'GET', '/v1/agent/ideas', { key });
    const etag = search.headers.get('etag')!;
    const unknown = '/v1/agent/ideas/00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all([
      search,
      call(services, 'GET', '/v1/agent/ideas', { key, headers: { 'if-none-match': etag } }),
      call(services, 'GET', '/v1/agent/openapi.json'),
      call(services, 'GET', '/v1/agent/me', { key: 'emk_live_wrong' }),
      call(services, 'GET', '/v1/agent/me'),
      call(services, 'GET', '/v1/agent/me', { key }),
      call(services, 'GET', unknown, { key }),
      call(services, 'GET', '/v1/agent/ideas?limit=0', { key }),
      call(services, 'GET', '/v1/agent/ticker-stance-timeline'),
      call(services, 'POST', '/v1/agent/keys', { body: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 401, 401, 403, 404, 422, 400, 400]);
    for (const { status, headers } of answers) {
      expect(headers.get('ratelimit'), String(status)).toMatch(/^"\w+";r=\d+;t=\d+/);
      expect(headers.get('ratelimit-policy'), String(status)).toMatch(/^"\w+";q=\d+;w=\d+/);
    }
  });
});

describe('callers of one IPv6 block', () => {
  it('get thirty keyless calls and twenty free keys in all, as one caller does', async () => {
    const of = (host: number) => `2001:db8:5:6::${host.toString(16)}`;
    const calls = await Promise.all(
      Array.from({ length: 60 }, (_, host) => call(services, 'GET', timeline, { ip: of(host + 1) })),
    );
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(30);
    const neighbour = await call(services, 'GET', timeline, { ip: '2001:db8:5:7::1' });
    expect(neighbour.status).toBe(200);
    const issued: number[] = [];
    for (let host = 1; host <= 40; host++) {
      const body = { email: `block-${host}@example.org` };
      issued.push(
        (await call(services, 'POST', '/v1/agent/keys', { ip: `2001:db8:8:9::${host}`, body })).status,
      );
    }
    expect(issued.filter((status) => status === 201)).toHaveLength(20);
  });
});

describe('a key that is limited to ranges of addresses', () => {
  const limited = async (addresses: readonly string[]) => {
    services.setNow(START);
    const account = await accountWithKey(services);
    await limitConnectorKey(services.db, account.accountId, { id: account.keyId, addresses });
    return {
      ...account,
      from: (ip: string) => call(services, 'GET', '/v1/agent/me', { key: account.key, ip }),
    };
  };

  it('opens from within them, over IPv4 and IPv6', async () => {
    const { from } = await limited(['203.0.113.0/24', '2001:db8:7::/64']);
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:7::1'])
      expect((await from(ip)).status, ip).toBe(200);
  });

  it('answers from elsewhere in the very words of a key that never was, and is not used by it', async () => {
    const { from, accountId } = await limited(['203.0.113.0/24']);
    const elsewhere = await from('198.51.100.7');
    const made = mintKey('connector', 'live', randomInt).text;
    const unknown = await call(services, 'GET', '/v1/agent/me', { key: made, ip: '198.51.100.8' });
    expect([elsewhere.status, elsewhere.body]).toEqual([401, unknown.body]);
    const named = ({ headers }: typeof unknown) => [...headers.keys()].sort();
    expect(named(elsewhere)).toEqual(named(unknown));
    expect(elsewhere.headers.get('ratelimit-policy')).toBe(unknown.headers.get('ratelimit-policy'));
    expect((await listConnectorKeys(services.db, accountId))[0]!.lastUsedAt).toBeNull();
  });

  it('tells nobody elsewhere that it has expired, and is closed by its holder’s call', async () => {
    const { from } = await limited(['203.0.113.0/24']);
    services.setNow(new Date(Date.parse(START) + 100 * 86_400_000));
    expect((await from('198.51.100.7')).body.reason).toBeUndefined();
    expect((await from('203.0.113.7')).body.reason).toBe('expired');
    services.setNow(START);
  });
});
