import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSignInToken } from '#server/features/accounts/signin/rules.ts';
import { takeSignInToken } from '#server/features/accounts/signin/store.ts';
import { call } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices({}, new Date().toISOString());
  await seedCorpus(services);
});
afterAll(() => services.close());

const SECRET = 'the secret that the command signs with, too';
const earmark = (...args: string[]) =>
  runCommand(services, args, { EARMARK_SECRET: SECRET, EARMARK_BASE_URL: 'http://earmark.test' });

describe('earmark account create --reviewer', { timeout: 60_000 }, () => {
  it('makes an account with data, a key of every scope and links that sign in once', async () => {
    const { code, data } = await earmark(
      'account',
      'create',
      '--email',
      'directory@example.org',
      '--reviewer',
    );
    expect(code).toBe(0);
    const { key, links } = data as { key: string; links: string[] };
    const me = await call(services, 'GET', '/v1/agent/me', { key });
    expect(me.body.plan).toBe('premium');
    expect(me.body.quotas).toMatchObject({ savedIdeas: { used: 3 }, followedShows: { used: 2 } });
    expect(me.body.quotas.followedTickers.used).toBeGreaterThan(0);
    const { searchParams, pathname, origin } = new URL(links[0]!);
    expect([origin, data.leadTo]).toEqual(['http://earmark.test', 'http://earmark.test']);
    expect(pathname).toBe('/sign-in/confirm');
    const take = () =>
      takeSignInToken(
        services.db,
        'directory@example.org',
        hashSignInToken(searchParams.get('token')!, SECRET),
      );
    const taken = await take();
    expect(taken!.expires.getTime() - Date.now()).toBeGreaterThan(59 * 86_400_000);
    expect(await take()).toBeNull();
    expect(new Set(links).size).toBe(10);
  });
});

describe('earmark account plan --plan trial', { timeout: 60_000 }, () => {
  const plan = (email: string, wanted: string) =>
    earmark('account', 'plan', '--email', email, '--plan', wanted);

  it('is refused on Premium without an end, and leaves the one trial unused', async () => {
    const email = 'premium@example.org';
    await earmark('account', 'create', '--email', email, '--plan', 'premium');
    expect(await plan(email, 'trial')).toEqual({
      code: 1,
      data: {},
      stderr: `${email} is on Premium already.\n`,
    });
    await plan(email, 'free');
    expect(await plan(email, 'trial')).toMatchObject({ code: 0, data: { plan: 'premium' } });
  });
});

describe('earmark key create', { timeout: 60_000 }, () => {
  const create = (...args: string[]) => earmark('key', 'create', '--email', 'ann@example.org', ...args);

  it('makes a key for trying', async () => {
    const { data } = await create('--test');
    expect(data).toMatchObject({ env: 'test', key: expect.stringMatching(/^emk_test_/) });
  });

  it('limits a key to addresses, and refuses what is none', async () => {
    const { data } = await create('--from', '203.0.113.7, 2001:db8::/32');
    expect(data.addresses).toEqual(['203.0.113.7/32', '2001:db8::/32']);
    const key = data.key as string;
    expect((await call(services, 'GET', '/v1/agent/me', { key, ip: '203.0.113.7' })).status).toBe(200);
    expect((await call(services, 'GET', '/v1/agent/me', { key, ip: '203.0.113.8' })).status).toBe(401);
    expect(await create('--from', 'my house')).toMatchObject({ code: 2, data: {} });
  });
});
