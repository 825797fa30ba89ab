import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountWithKey, call } from '#server/testing/api.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

describe('GET /v1/agent/me', () => {
  it('answers the plan, the quotas and the key, and never the e-mail or the raw key', async () => {
    const { key, email } = await accountWithKey(services);
    const { status, body } = await call(services, 'GET', '/v1/agent/me', { key });
    expect(status).toBe(200);
    expect(body.plan).toBe('free');
    expect(body.quotas.ideaReads).toEqual({
      used: 0,
      limit: 3,
      remaining: 3,
      resetsAt: '2026-09-16T00:00:00.000Z',
    });
    expect(body.quotas.followedShows).toEqual({ used: 0, limit: 15, remaining: 15 });
    expect(body.key.keyPrefix).toBe(key.slice(0, 15));
    expect(JSON.stringify(body)).not.toContain(key);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('answers unlimited quotas with null on Premium', async () => {
    const { key } = await accountWithKey(services, { plan: 'premium' });
    const { body } = await call(services, 'GET', '/v1/agent/me', { key });
    expect(body.quotas.asks).toMatchObject({ limit: null, remaining: null });
  });

  it('refuses a key without the scope and names it', async () => {
    const { key } = await accountWithKey(services, { scopes: ['ideas:read'] });
    const { status, body } = await call(services, 'GET', '/v1/agent/me', { key });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      error: 'forbidden_scope',
      missingScope: 'profile:read',
      settingsUrl: 'http://earmark.test/settings/connectors',
    });
  });

  it('refuses a missing key with where to make one', async () => {
    const { status, body } = await call(services, 'GET', '/v1/agent/me');
    expect(status).toBe(401);
    expect(body).toMatchObject({
      error: 'unauthorized',
      settingsUrl: 'http://earmark.test/settings/connectors',
    });
  });

  it('tells expired once when the key is past ninety idle days', async () => {
    const { key } = await accountWithKey(services);
    services.setNow('2026-12-14T12:00:01Z');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(services, 'GET', '/v1/agent/me', { key })),
    );
    services.setNow('2026-09-15T12:00:00Z');
    expect(answers.every((answer) => answer.status === 401)).toBe(true);
    expect(answers.filter((answer) => answer.body.reason === 'expired')).toHaveLength(1);
  });
});
