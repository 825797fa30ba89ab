import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInAdapter } from '#server/features/accounts/signin/adapter.ts';
import { requestSignInLink } from '#server/features/accounts/signin/link.ts';
import { hashSignInToken, LINK_MINUTES } from '#server/features/accounts/signin/rules.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { sql } from '#server/platform/db.ts';
import { listOutbox } from '#server/platform/mail.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { smtpSink } from '#server/testing/alerts.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeEach(async () => {
  services = await testServices();
});
afterEach(() => services.close());

const ask = (email: string, options: { next?: string; ip?: string } = {}) =>
  requestSignInLink(services, { email, next: options.next ?? '/', ip: options.ip ?? '192.0.2.1' });

async function newestLink(): Promise<URL> {
  const [mail] = await listOutbox(services.db);
  return new URL(/http:\S+/.exec(mail!.text)![0]);
}

/** The address of the library's callback hashes the token as `hashSignInToken` does. */
function take(link: URL) {
  const token = hashSignInToken(link.searchParams.get('token')!, services.secrets[0]);
  return signInAdapter(services).useVerificationToken!({
    identifier: link.searchParams.get('email')!,
    token,
  });
}

describe('a sign-in link', () => {
  it('works once', async () => {
    await ask('Reader@Example.org');
    const link = await newestLink();
    expect(await take(link)).toMatchObject({ identifier: 'reader@example.org' });
    expect(await take(link)).toBeNull();
  });

  it('runs out after the minutes that the mail names', async () => {
    await ask('reader@example.org');
    const taken = await take(await newestLink());
    expect(taken!.expires).toEqual(new Date(services.clock().getTime() + LINK_MINUTES * 60_000));
    expect((await listOutbox(services.db))[0]!.text).toContain(`for ${LINK_MINUTES} minutes`);
  });

  it('is of use to one address only', async () => {
    await ask('reader@example.org');
    const link = await newestLink();
    link.searchParams.set('email', 'other@example.org');
    expect(await take(link)).toBeNull();
  });

  it('cannot be read from the table', async () => {
    await ask('reader@example.org');
    const token = (await newestLink()).searchParams.get('token')!;
    const rows = await services.db.rows(
      pick(tables.verificationToken, 'token'),
      sql`SELECT token FROM verification_token`,
    );
    expect(rows.map((row) => row.token)).toEqual([hashSignInToken(token, services.secrets[0])]);
  });

  it('leads to our own address, whatever page was asked for', async () => {
    await ask('reader@example.org', { next: 'https://evil.example/' });
    const link = await newestLink();
    expect(link.origin).toBe('http://earmark.test');
    expect(link.searchParams.has('next')).toBe(false);
  });
});

describe('asking for a sign-in link', () => {
  it.each([
    [40, '1 minute'],
    [61, '2 minutes'],
    [7200, '120 minutes'],
    [7201, '3 hours'],
  ])('is refused with how long to wait: %i seconds are %s', async (resetSeconds, wait) => {
    const full = { policy: 'mail', allowed: false, quota: 5, windowSeconds: 900, remaining: 0 } as const;
    const buckets = { ...services.buckets, take: async () => ({ ...full, resetSeconds }) };
    const asked = requestSignInLink(
      { ...services, buckets },
      { email: 'reader@example.org', next: '/', ip: '192.0.2.1' },
    );
    await expect(asked).rejects.toThrow(`wait ${wait} and try again`);
  });

  it('is told, with the id of the log, when no mail server takes the mail', async () => {
    const sink = await smtpSink(() => '451 later');
    const refusing = await testServices({ EARMARK_SMTP_URL: sink.url });
    const logged = vi.spyOn(refusing.log, 'error');
    const asked = requestSignInLink(refusing, { email: 'reader@example.org', next: '/', ip: '192.0.2.1' });
    const { message } = await asked.then(
      () => ({ message: '' }),
      (error: Error) => error,
    );
    expect(message).toMatch(/^The mail could not be sent: try again in some minutes\. Request id \S+ helps/);
    expect(message).toContain((logged.mock.calls[0]![0] as { requestId: string }).requestId);
    sink.close();
    await refusing.close();
  });

  it('is answered alike for an address with an account and one without', async () => {
    await upsertAccount(services.db, 'known@example.org', services.clock());
    expect(await ask('known@example.org')).toBe(await ask('unknown@example.org'));
    const mails = await listOutbox(services.db);
    expect(mails.map((mail) => mail.to).sort()).toEqual(['known@example.org', 'unknown@example.org']);
    const plain = (text: string) => text.replace(/https?:\S+/, '');
    expect(plain(mails[0]!.text)).toBe(plain(mails[1]!.text));
  });

  it('opens no account before the link was used', async () => {
    await ask('reader@example.org');
    expect(
      await services.db.row(sql`SELECT 1 FROM account WHERE email = 'reader@example.org'`),
    ).toBeUndefined();
  });

  it('sends at most five mails in a quarter of an hour to an address, whoever asks', async () => {
    for (let i = 0; i < 5; i++) await ask('reader@example.org', { ip: `192.0.2.${i}` });
    await expect(ask('reader@example.org', { ip: '192.0.2.9' })).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(await listOutbox(services.db)).toHaveLength(5);
  });

  it('takes at most five addresses in a quarter of an hour from a reader', async () => {
    for (let i = 0; i < 5; i++) await ask(`reader${i}@example.org`);
    await expect(ask('another@example.org')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it.each(['no address', 'a@b', '', 'two@example.org,three@example.org'])('refuses %j', async (email) => {
    await expect(ask(email)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await listOutbox(services.db)).toEqual([]);
  });
});

describe('a session', () => {
  it('cannot be read from the table, and ends for good', async () => {
    const adapter = signInAdapter(services);
    const account = await upsertAccount(services.db, 'reader@example.org', services.clock());
    const session = { sessionToken: 'secret', userId: account.id, expires: new Date('2026-10-15T12:00:00Z') };
    await adapter.createSession!(session);
    const rows = await services.db.rows(
      pick(tables.session, 'sessionToken'),
      sql`SELECT "sessionToken" FROM session`,
    );
    expect(rows[0]!.sessionToken).not.toContain('secret');
    expect(await adapter.getSessionAndUser!('secret')).toMatchObject({
      user: { email: 'reader@example.org' },
    });
    await adapter.deleteSession!('secret');
    expect(await adapter.getSessionAndUser!('secret')).toBeNull();
  });
});
