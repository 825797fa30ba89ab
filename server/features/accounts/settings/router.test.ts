import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scopes } from '#server/api/scopes.ts';
import { findViewer, pageCaller } from '#server/edges/pages.ts';
import { exportAccount } from '#server/features/accounts/export/store.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

/** An account holder at the settings pages. */
async function holder() {
  const account = await accountWithKey(services);
  const caller = async () => pageCaller(await findViewer(account.accountId), '127.0.0.1');
  return { ...account, caller };
}

const me = (key: string) => call(services, 'GET', '/v1/agent/me', { key });

describe('connector keys in settings', () => {
  it('makes a key that works at once, with the scopes of its preset', async () => {
    const { caller } = await holder();
    const made = await (await caller()).settings.createKey({ name: 'laptop', preset: 'read', scopes: [] });
    const profile = await me(made.key);
    expect(profile.status).toBe(200);
    expect(profile.body.key.scopes).toEqual(scopes.filter((scope) => scope.endsWith(':read')));
  });

  it('makes one key of a form, however often it is sent', async () => {
    const { caller, keyId } = await holder();
    const form = { id: randomUUID(), name: 'laptop', preset: 'read' } as const;
    const made = await (await caller()).settings.createKey(form);
    const again = (await caller()).settings.createKey(form);
    await expect(again).rejects.toMatchObject({ cause: { message: expect.stringContaining('sent before') } });
    const keys = await (await caller()).settings.keys();
    expect(new Set(keys.map(({ id }) => id))).toEqual(new Set([form.id, keyId]));
    expect(made.id).toBe(form.id);
  });

  it('refuses a key without any scope', async () => {
    const { caller } = await holder();
    const asked = (await caller()).settings.createKey({ name: 'none', preset: 'custom', scopes: [] });
    await expect(asked).rejects.toMatchObject({ cause: { code: 'invalid_request' } });
  });

  it.each(['', '  ', 'n'.repeat(61), 'red\u001b[31m', 'one\ntwo'])('refuses a key named %j', async (name) => {
    const { caller } = await holder();
    const asked = (await caller()).settings.createKey({ name, preset: 'read', scopes: [] });
    await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('refuses the eleventh active key, and takes it after one is revoked', async () => {
    const { caller, keyId } = await holder();
    for (let made = 1; made < 10; made++) {
      await (await caller()).settings.createKey({ name: `k${made}`, preset: 'read', scopes: [] });
    }
    const eleventh = async () =>
      (await caller()).settings.createKey({ name: 'k11', preset: 'read', scopes: [] });
    await expect(eleventh()).rejects.toMatchObject({ cause: { code: 'key_limit' } });
    await (await caller()).settings.revokeKey({ id: keyId });
    expect((await eleventh()).key).toMatch(/^emk_live_/);
  });

  it('replaces a key with 24 hours in which both work, even at ten keys', async () => {
    const { caller, key, keyId } = await holder();
    for (let made = 1; made < 10; made++) {
      await (await caller()).settings.createKey({ name: `k${made}`, preset: 'read', scopes: [] });
    }
    const successor = await (await caller()).settings.rotateKey({ id: keyId });
    expect((await me(key)).status).toBe(200);
    expect((await me(successor.key)).status).toBe(200);
    const start = services.clock();
    services.setNow(new Date(start.getTime() + 24 * 3_600_000 + 1000));
    expect((await me(key)).status).toBe(401);
    expect((await me(successor.key)).status).toBe(200);
    services.setNow(start);
  });

  it('replaces one key after another within a day, even at ten keys', async () => {
    const { caller, keyId } = await holder();
    const ids = [keyId];
    for (let made = 1; made < 10; made++) {
      ids.push(
        (await (await caller()).settings.createKey({ name: `k${made}`, preset: 'read', scopes: [] })).id,
      );
    }
    for (const id of ids.slice(0, 2)) {
      const successor = await (await caller()).settings.rotateKey({ id });
      expect((await me(successor.key)).status).toBe(200);
    }
    const states = (await (await caller()).settings.keys()).map(({ state }) => state);
    expect(states.filter((state) => state === 'active')).toHaveLength(10);
    const eleventh = (await caller()).settings.createKey({ name: 'k11', preset: 'read', scopes: [] });
    await expect(eleventh).rejects.toMatchObject({ cause: { code: 'key_limit' } });
  });

  it('neither counts nor replaces keys that ended by ninety days without a call', async () => {
    const { caller, keyId } = await holder();
    for (let made = 1; made < 10; made++) {
      await (await caller()).settings.createKey({ name: `k${made}`, preset: 'read', scopes: [] });
    }
    const start = services.clock();
    services.setNow(new Date(start.getTime() + 90 * 24 * 3_600_000 + 1000));
    expect((await (await caller()).settings.keys()).every(({ state }) => state === 'expired')).toBe(true);
    await expect((await caller()).settings.rotateKey({ id: keyId })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
    const made = await (await caller()).settings.createKey({ name: 'new', preset: 'read', scopes: [] });
    expect((await me(made.key)).status).toBe(200);
    services.setNow(start);
  });

  it('tells of a key that was replaced that it ends within 24 hours', async () => {
    const { caller, key, keyId } = await holder();
    const { retiresAt } = await (await caller()).settings.rotateKey({ id: keyId });
    expect((await me(key)).body.key.expiresAt).toBe(retiresAt.toISOString());
  });

  it('does not touch a key of another account', async () => {
    const { caller } = await holder();
    const other = await holder();
    expect((await (await caller()).settings.revokeKey({ id: other.keyId })).revoked).toBe(false);
    await expect((await caller()).settings.rotateKey({ id: other.keyId })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
    expect((await me(other.key)).status).toBe(200);
  });
});

describe('a key of the list', () => {
  it('takes another name and ranges of addresses, which its successor keeps', async () => {
    const { caller, key, keyId } = await holder();
    const { settings } = await caller();
    await settings.renameKey({ id: keyId, name: ' desk ' });
    await settings.limitKey({ id: keyId, addresses: '10.0.0.0/8\n2001:db8::1' });
    expect((await me(key)).body.key.name).toBe('desk');
    expect((await call(services, 'GET', '/v1/agent/me', { key, ip: '192.0.2.1' })).status).toBe(401);
    const { key: successor } = await settings.rotateKey({ id: keyId });
    expect((await call(services, 'GET', '/v1/agent/me', { key: successor, ip: '192.0.2.1' })).status).toBe(
      401,
    );
    expect((await settings.keys())[0]!.addresses).toEqual(['10.0.0.0/8', '2001:db8::1/128']);
    await settings.limitKey({ id: keyId, addresses: '' });
    expect((await call(services, 'GET', '/v1/agent/me', { key, ip: '192.0.2.1' })).status).toBe(200);
  });

  it('takes no range that is none, and not more than twenty', async () => {
    const { caller, keyId } = await holder();
    const many = Array.from({ length: 21 }, (_, at) => `10.0.${at}.0/24`).join(' ');
    for (const addresses of ['example.org', '10.0.0.0/33', many]) {
      const asked = (await caller()).settings.limitKey({ id: keyId, addresses });
      await expect(asked).rejects.toMatchObject({ cause: { code: 'invalid_request' } });
    }
  });

  it('of another account is neither named nor limited', async () => {
    const { keyId } = await holder();
    const { settings } = await (await holder()).caller();
    for (const asked of [
      () => settings.renameKey({ id: keyId, name: 'mine' }),
      () => settings.limitKey({ id: keyId, addresses: '10.0.0.1' }),
    ])
      await expect(asked()).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });
});

describe('the account itself', () => {
  it('starts its trial once', async () => {
    const { caller } = await holder();
    await (await caller()).settings.startTrial();
    const { plan, trialDaysRemaining } = await (await caller()).settings.overview();
    expect({ plan, trialDaysRemaining }).toEqual({ plan: 'premium', trialDaysRemaining: 14 });
    await expect((await caller()).settings.startTrial()).rejects.toMatchObject({
      cause: { code: 'invalid_request' },
    });
  });

  it('exports what is kept, without the means to sign in', async () => {
    const { caller, email, key } = await holder();
    const data = JSON.stringify(await (await caller()).settings.exportData());
    expect(data).toContain(email);
    expect(data).not.toContain(key);
    expect(data).not.toContain('keyHash');
  });

  it('exports the mistakes that were reported in its sessions, not what others reported with its address', async () => {
    const { caller, accountId } = await holder();
    const { email } = (await findViewer(accountId))!;
    const { id: episodeId } = await addEpisode(services, { showId: (await addShow(services)).id });
    const report = { ideaId: (await addIdea(services, { episodeId })).id, kind: 'other' as const };
    await (await caller()).corrections.report({ ...report, text: 'My own report.', contact: '' });
    const stranger = await pageCaller(null, '127.0.0.2');
    await stranger.corrections.report({ ...report, text: "A stranger's report.", contact: email });
    expect(await (await caller()).settings.exportData()).toMatchObject({
      reportedMistakes: [{ text: 'My own report.' }],
    });
  });

  it('exports that an idea was saved and, once it is hidden, not what it says', async () => {
    const { caller, key } = await holder();
    const show = await addShow(services);
    const { id: episodeId } = await addEpisode(services, { showId: show.id });
    const idea = await addIdea(services, { episodeId, headline: 'Said of the wrong company' });
    await call(services, 'POST', '/v1/agent/saves', { key, body: { ideaId: idea.id } });
    const saved = async () => (await (await caller()).settings.exportData()) as { savedIdeas?: unknown };
    expect(await saved()).toMatchObject({ savedIdeas: [{ ideaId: idea.id, headline: idea.headline }] });
    await setHidden(services, 'idea', [idea.id], true);
    expect(await saved()).toMatchObject({ savedIdeas: [{ ideaId: idea.id, headline: null }] });
  });

  it('exports a saved headline only as far as the show licenses the speaker’s words', async () => {
    const { caller, key } = await holder();
    const show = await addShow(services, { quoteChars: 10 });
    const { id: episodeId } = await addEpisode(services, { showId: show.id });
    const headline = 'Chips: “packaging is what limits all of them”';
    const idea = await addIdea(services, { episodeId, headline, subjectName: 'NVIDIA' });
    await call(services, 'POST', '/v1/agent/saves', { key, body: { ideaId: idea.id } });
    expect(await (await caller()).settings.exportData()).toMatchObject({
      savedIdeas: [{ headline: 'An argument about NVIDIA' }],
    });
  });

  it('exports that a show is followed and, once it is hidden, not which', async () => {
    const { caller, key } = await holder();
    const show = await addShow(services);
    await call(services, 'POST', '/v1/agent/follows/shows', { key, body: { showId: show.id } });
    await setHidden(services, 'show', [show.id], true);
    expect(await (await caller()).settings.exportData()).toMatchObject({
      followedShows: [{ slug: null, name: null }],
    });
  });

  it('exports on a connection that has prepared as many statements as it keeps', async () => {
    const { accountId } = await holder();
    const db = openDatabase(services.databaseUrl, 1);
    for (let n = 0; n < 120; n++) await db.run(sql([`SELECT ${n} AS n`]));
    await expect(exportAccount(db, accountId, services.clock())).resolves.toHaveProperty('account.email');
    await db.close();
  });

  it('exports a running trial as Premium, as the profile tells it', async () => {
    const { caller } = await holder();
    await (await caller()).settings.startTrial();
    expect(await (await caller()).settings.exportData()).toMatchObject({ account: { plan: 'premium' } });
  });

  it('is exported on one connection, however small the pool', async () => {
    const { accountId } = await holder();
    const db = openDatabase(services.databaseUrl, 1, { waitMs: 1000 });
    const held = vi.spyOn(db.pool, 'connect');
    await exportAccount(db, accountId, services.clock());
    expect(held).toHaveBeenCalledTimes(1);
    await db.close();
  });

  it('is erased with its keys, when its address is typed', async () => {
    const { caller, email, key, accountId } = await holder();
    const mistyped = (await caller()).settings.deleteAccount({ confirmEmail: 'someone@example.org' });
    await expect(mistyped).rejects.toMatchObject({ cause: { code: 'invalid_request' } });
    await (await caller()).settings.deleteAccount({ confirmEmail: email.toUpperCase() });
    expect((await me(key)).status).toBe(401);
    expect(await findViewer(accountId)).toBeNull();
  });

  it('is closed to readers who are not signed in', async () => {
    const caller = await pageCaller(null, '127.0.0.1');
    await expect(caller.settings.overview()).rejects.toMatchObject({ cause: { code: 'unauthorized' } });
  });
});
