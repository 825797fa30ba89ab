import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { collectEvents } from '#server/features/alerts/events/store.ts';
import { webhookBodySchema } from '#server/features/alerts/schema.ts';
import { deliverDue } from '#server/features/alerts/webhooks/deliver.ts';
import { tellSwitchedOff } from '#server/features/alerts/webhooks/notice.ts';
import { RETRY_WAITS_MS } from '#server/features/alerts/webhooks/rules.ts';
import { forgetOldSecrets } from '#server/features/alerts/webhooks/store.ts';
import { leaseDue, settleAttempt } from '#server/features/alerts/webhooks/tries/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { sql } from '#server/platform/db.ts';
import { createGuardedPost } from '#server/platform/fetch/post.ts';
import { listOutbox } from '#server/platform/mail.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower, smtpSink } from '#server/testing/alerts.ts';
import { call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

type Got = { path: string; headers: IncomingHttpHeaders; body: string };
/** Says how to answer a path; `never` leaves it open. */
type Answers = (path: string) => number | 'never' | { status: number; location: string };

let services: TestServices;
let answers: Answers;
const got: Got[] = [];
const opened: TestServices[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  got.push({ path: request.url!, headers: request.headers, body });
  const answer = answers(request.url!);
  if (answer === 'never') return;
  if (typeof answer === 'number')
    response.writeHead(answer).end(answer === 204 ? '' : `answered ${answer}\u0000`);
  else response.writeHead(answer.status, { location: answer.location }).end();
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;

beforeEach(async () => {
  got.length = 0;
  answers = () => 204;
  services = await testServices({ EARMARK_WEBHOOK_ALLOW_HOSTS: host });
  opened.push(services);
  shareServices(services);
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  receiver.closeAllConnections();
  receiver.close();
});

/** Waits so long that a busy machine answers in time; a test of what hangs waits less. */
const post = (allowHosts: readonly string[] = [host], timeoutMs = 10_000) =>
  createGuardedPost({ allowHosts, userAgent: 'test', timeoutMs });
const later = (ms: number) => services.setNow(new Date(services.clock().getTime() + ms));

/** An account with a webhook, and an idea published after it. */
async function hooked(path = '/hook') {
  const show = await addShow(services);
  const holder = await follower(services, { shows: [show.id] });
  const hook = await (await holder.caller()).alerts.addWebhook({ url: `http://${host}${path}` });
  later(1000);
  const publish = async () => {
    const idea = await addIdea(services, {
      episodeId: (await addEpisode(services, { showId: show.id, publishedAt: services.clock() })).id,
    });
    await collectEvents(services.db, services.clock());
    return idea;
  };
  const idea = await publish();
  const overview = async () => (await (await holder.caller()).alerts.overview()).webhooks[0]!;
  return { ...holder, hook, idea, publish, overview };
}

describe('a delivery', () => {
  it('is signed as Standard Webhooks verifies it, carries card and attribution, and comes once', async () => {
    const { hook, idea, overview } = await hooked();
    expect(await deliverDue(services, post())).toBe(1);
    expect(await deliverDue(services, post())).toBe(0);
    const { headers, body } = got[0]!;
    // The library's own check is against the present; the clock of these tests stands still.
    const id = String(headers['webhook-id']);
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(sentAt).toEqual(services.clock());
    expect(headers['webhook-signature']).toBe(new Webhook(hook.secret).sign(id, sentAt, body));
    const other = `whsec_${Buffer.from('another').toString('base64')}`;
    expect(headers['webhook-signature']).not.toBe(new Webhook(other).sign(id, sentAt, body));
    const told = webhookBodySchema.parse(JSON.parse(body));
    expect(told).toMatchObject({ type: 'idea.new', data: { idea: { id: idea.id, isFull: false } } });
    expect(body).not.toContain('The backlog is longer');
    expect((await overview()).log[0]).toMatchObject({ attempts: 1, lastStatus: 204, nextAttemptAt: null });
  });

  it('that another worker has under way when its webhook is switched off stays dropped', async () => {
    const { hook, publish, overview, caller } = await hooked();
    const now = services.clock();
    const [underWay] = await leaseDue(services.db, now, new Date(now.getTime() + 60_000), 1);
    await publish();
    answers = () => 410;
    later(60_000);
    await deliverDue(services, post());
    expect((await overview()).disabledAt).not.toBeNull();
    const retry = {
      deliveredAt: null,
      nextAttemptAt: services.clock(),
      status: 500,
      error: 'It answered 500.',
      answered: { text: null, ms: 1 },
    };
    await settleAttempt(services.db, underWay!, retry);
    await (await caller()).alerts.enableWebhook({ id: hook.id });
    later(60_000);
    got.length = 0;
    expect(await deliverDue(services, post())).toBe(0);
    expect((await overview()).log.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([null, null]);
  });

  it('that fails is tried again after each wait with the same id, then the webhook is off and its holder told', async () => {
    const { email, overview, publish } = await hooked();
    answers = () => 500;
    let tries = await deliverDue(services, post());
    for (const wait of RETRY_WAITS_MS) {
      later(wait - 1000);
      expect(await deliverDue(services, post())).toBe(0);
      later(1000);
      tries += await deliverDue(services, post());
    }
    expect(tries).toBe(7);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const hook = await overview();
    expect(hook.disabledAt).not.toBeNull();
    expect(hook.log[0]).toMatchObject({
      attempts: 7,
      lastStatus: 500,
      deliveredAt: null,
      nextAttemptAt: null,
    });
    await tellSwitchedOff(services);
    await tellSwitchedOff(services);
    const mails = await listOutbox(services.db);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email, subject: 'Earmark switched off a webhook of yours' });
    await publish();
    later(48 * 3_600_000);
    expect(await deliverDue(services, post())).toBe(0);
  });

  it('is tried again when the address hangs, and arrives when it answers', async () => {
    const { overview } = await hooked();
    answers = () => 'never';
    await deliverDue(services, post([host], 500));
    expect((await overview()).log[0]!.lastError).toContain('took longer');
    answers = () => 200;
    later(60_000);
    expect(await deliverDue(services, post())).toBe(1);
    expect((await overview()).log[0]).toMatchObject({ attempts: 2, lastStatus: 200, lastError: null });
  });

  it('does not follow a redirect, to a private address or anywhere', async () => {
    const { overview } = await hooked();
    answers = (path) => (path === '/hook' ? { status: 302, location: `http://${host}/secret` } : 200);
    await deliverDue(services, post());
    expect(got.map(({ path }) => path)).toEqual(['/hook']);
    expect((await overview()).log[0]).toMatchObject({ lastStatus: 302, deliveredAt: null });
  });

  it('ends at once with 410, and whatever waited with it', async () => {
    const { overview, publish } = await hooked();
    answers = () => 500;
    await deliverDue(services, post());
    await publish();
    answers = () => 410;
    expect(await deliverDue(services, post())).toBe(1);
    const hook = await overview();
    expect(hook.disabledReason).toContain('410');
    expect(hook.log.map((entry) => entry.nextAttemptAt)).toEqual([null, null]);
    await tellSwitchedOff(services);
    expect(await listOutbox(services.db)).toHaveLength(1);
  });

  it('that switched its webhook off is told of by the mail that the server takes at last', async () => {
    let refusal: string | null = '450 try later';
    const server = await smtpSink(() => refusal);
    const { overview } = await hooked();
    const mailing = { ...services, env: { ...services.env, EARMARK_SMTP_URL: server.url } };
    answers = () => 410;
    await deliverDue(mailing, post());
    expect((await overview()).disabledAt).not.toBeNull();
    await tellSwitchedOff(mailing);
    expect(server.taken).toEqual([]);
    refusal = null;
    later(3_600_000);
    await tellSwitchedOff(mailing);
    await tellSwitchedOff(mailing);
    expect(server.taken).toHaveLength(1);
    server.close();
  });

  it('never reaches a private address that only its name hides', async () => {
    await hooked();
    const guarded = createGuardedPost({
      allowHosts: [],
      userAgent: 'test',
      timeoutMs: 500,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const told = [];
    for (const url of [
      'https://hooks.example.org/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
    ])
      told.push(await guarded(url, '{}', {}));
    expect(told.map((answer) => answer.kind)).toEqual(['failed', 'failed', 'failed', 'failed']);
    for (const answer of told) expect(answer).toMatchObject({ reason: expect.stringContaining('private') });
    expect(got).toEqual([]);
  });

  it('that a crash cut off is taken up again after its lease', async () => {
    await hooked();
    const now = services.clock();
    expect(await leaseDue(services.db, now, new Date(now.getTime() + 300_000), 8)).toHaveLength(1);
    later(299_000);
    expect(await deliverDue(services, post())).toBe(0);
    later(1000);
    expect(await deliverDue(services, post())).toBe(1);
    expect(got).toHaveLength(1);
  });

  it('is made by one of two workers', async () => {
    await hooked();
    const tries = await Promise.all([deliverDue(services, post()), deliverDue(services, post())]);
    expect(tries.reduce((sum, one) => sum + one)).toBe(1);
    expect(got).toHaveLength(1);
  });

  it('is dropped when its idea was hidden meanwhile', async () => {
    const { idea, overview } = await hooked();
    await setHidden(services, 'idea', [idea.id], true);
    await deliverDue(services, post());
    expect(got).toEqual([]);
    expect((await overview()).log[0]).toMatchObject({ nextAttemptAt: null, deliveredAt: null });
  });

  it('that is dropped counts no try, and keeps how the last one ended', async () => {
    const { idea, overview } = await hooked();
    answers = () => 500;
    await deliverDue(services, post());
    const { lastAttemptAt } = (await overview()).log[0]!;
    await setHidden(services, 'idea', [idea.id], true);
    later(60_000);
    expect(await deliverDue(services, post())).toBe(0);
    expect((await overview()).log[0]).toMatchObject({ attempts: 1, lastStatus: 500, lastAttemptAt });
  });
});

describe('a delivery that its holder looks at', () => {
  it('tells the body that was sent and how the answer began', async () => {
    const { idea, overview } = await hooked();
    answers = () => 500;
    await deliverDue(services, post());
    const [entry] = (await overview()).log;
    expect(entry).toMatchObject({ lastStatus: 500, lastAnswer: 'answered 500', lastMs: expect.any(Number) });
    expect(entry!.lastBody).toBe(got[0]!.body);
    await setHidden(services, 'idea', [idea.id], true);
    expect((await overview()).log[0]!.lastBody).toBeNull();
  });

  it('is sent again with the same id, which changes nothing of the tries to come until it is taken', async () => {
    const { hook, overview, caller } = await hooked();
    answers = () => 500;
    await deliverDue(services, post());
    const before = (await overview()).log[0]!;
    const which = { webhookId: hook.id, eventId: before.eventId };
    expect(await (await caller()).alerts.resend(which)).toMatchObject({ ok: false });
    expect((await overview()).log[0]).toMatchObject({
      attempts: 1,
      resends: 1,
      nextAttemptAt: before.nextAttemptAt,
    });
    answers = () => 200;
    expect(await (await caller()).alerts.resend(which)).toMatchObject({ ok: true });
    expect((await overview()).log[0]).toMatchObject({ deliveredAt: services.clock(), nextAttemptAt: null });
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    later(60_000);
    expect(await deliverDue(services, post())).toBe(0);
  });

  it('is sent again after its webhook was switched off, and stays delivered when that fails later', async () => {
    const { hook, overview, caller } = await hooked();
    answers = () => 410;
    await deliverDue(services, post());
    const which = { webhookId: hook.id, eventId: (await overview()).log[0]!.eventId };
    answers = () => 200;
    expect(await (await caller()).alerts.resend(which)).toMatchObject({ ok: true });
    const { deliveredAt } = (await overview()).log[0]!;
    answers = () => 500;
    expect(await (await caller()).alerts.resend(which)).toMatchObject({ ok: false });
    expect((await overview()).log[0]).toMatchObject({ deliveredAt, lastStatus: 500, nextAttemptAt: null });
  });

  it('is not sent again by another account, nor once its idea is hidden', async () => {
    const { hook, idea, overview, caller } = await hooked();
    await deliverDue(services, post());
    const which = { webhookId: hook.id, eventId: (await overview()).log[0]!.eventId };
    const gone = { cause: { code: 'not_found' } };
    const other = await follower(services);
    await expect((await other.caller()).alerts.resend(which)).rejects.toMatchObject(gone);
    await setHidden(services, 'idea', [idea.id], true);
    await expect((await caller()).alerts.resend(which)).rejects.toMatchObject(gone);
    expect(got).toHaveLength(1);
  });

  it('counts no try that the holder asked for and that had nothing to send', async () => {
    const { hook, idea, overview, caller } = await hooked();
    await deliverDue(services, post());
    const which = { webhookId: hook.id, eventId: (await overview()).log[0]!.eventId };
    await setHidden(services, 'idea', [idea.id], true);
    await expect((await caller()).alerts.resend(which)).rejects.toThrow();
    expect((await overview()).log[0]).toMatchObject({ resends: 0, lastStatus: 204 });
  });
});

describe('a change of stance after its account left Premium', () => {
  /** One event of a change on NVDA, made while the account was on Premium. */
  async function changed() {
    const show = await addShow(services);
    const holder = await follower(services, { plan: 'premium', shows: [show.id], tickers: ['NVDA'] });
    const hook = await (await holder.caller()).alerts.addWebhook({ url: `http://${host}/hook` });
    const publish = async (stance: 'BULLISH' | 'BEARISH', hours: number) => {
      const publishedAt = new Date(services.clock().getTime() - hours * 3_600_000);
      const episode = await addEpisode(services, { showId: show.id, publishedAt });
      await addIdea(services, { episodeId: episode.id, stance });
    };
    later(1000);
    await publish('BULLISH', 2);
    await publish('BEARISH', 1);
    await collectEvents(services.db, services.clock());
    await setPlan(services.db, holder.accountId, 'free');
    const log = async () => (await (await holder.caller()).alerts.overview()).webhooks[0]!.log;
    const change = async () => (await log()).find(({ kind }) => kind === 'stance_change')!;
    return { ...holder, hook, change };
  }

  it('is not sent again, and the plan is named as the reason', async () => {
    const { key, hook, change } = await changed();
    const body = { webhookId: hook.id, eventId: (await change()).eventId };
    const refused = await call(services, 'POST', '/v1/agent/webhooks/deliveries', { key, body });
    expect(refused).toMatchObject({
      status: 402,
      body: {
        error: 'premium_required',
        feature: 'stance_changes',
        upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
      },
    });
  });

  it('is dropped with the plan as the reason', async () => {
    const { change } = await changed();
    await deliverDue(services, post());
    expect(await change()).toMatchObject({
      attempts: 0,
      lastError: 'Not sent: changes of stance need Premium.',
    });
  });
});

describe('a webhook that is paused', () => {
  it('keeps what is published meanwhile, and sends it in order once it is resumed', async () => {
    const { hook, caller, publish, overview } = await hooked();
    await (await caller()).alerts.pauseWebhook({ id: hook.id });
    later(1000);
    await publish();
    expect(await deliverDue(services, post())).toBe(0);
    expect((await overview()).log.map(({ attempts }) => attempts)).toEqual([0, 0]);
    await (await caller()).alerts.resumeWebhook({ id: hook.id });
    expect(await deliverDue(services, post())).toBe(2);
    const sent = got.map(({ headers }) => headers['webhook-id']);
    expect(sent).toEqual((await overview()).log.map(({ eventId }) => eventId).reverse());
  });
});

describe('events of one webhook', () => {
  const sent = () => got.map(({ headers }) => headers['webhook-id']);

  it('go out oldest first, whichever was due first', async () => {
    const { hook, caller, publish, overview } = await hooked();
    answers = () => 500;
    await deliverDue(services, post());
    await (await caller()).alerts.pauseWebhook({ id: hook.id });
    later(1000);
    await publish();
    later(60_000);
    await (await caller()).alerts.resumeWebhook({ id: hook.id });
    got.length = 0;
    answers = () => 200;
    expect(await deliverDue(services, post())).toBe(2);
    expect(sent()).toEqual((await overview()).log.map(({ eventId }) => eventId).reverse());
  });

  it('are not sent by another worker while one is under way, and then go on', async () => {
    const { publish } = await hooked();
    later(1000);
    await publish();
    const now = services.clock();
    const [first] = await leaseDue(services.db, now, new Date(now.getTime() + 300_000), 8);
    expect(await deliverDue(services, post())).toBe(0);
    const delivered = { deliveredAt: now, nextAttemptAt: null, status: 200, error: null };
    await settleAttempt(services.db, first!, { ...delivered, answered: { text: null, ms: 1 } });
    expect(await deliverDue(services, post())).toBe(1);
    expect(sent()).not.toContain(first!.eventId);
  });
});

describe('a signing secret that is replaced', () => {
  const signatures = () => String(got.at(-1)!.headers['webhook-signature']).split(' ');
  const signedBy = (secret: string) => {
    const { headers, body } = got.at(-1)!;
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    return new Webhook(secret).sign(String(headers['webhook-id']), sentAt, body);
  };

  it('signs beside its successor for a day, and then no more', async () => {
    const { hook, caller, overview } = await hooked();
    const { secret, overlapEnds } = await (await caller()).alerts.rotateSecret({ id: hook.id });
    await deliverDue(services, post());
    expect(signatures()).toEqual([signedBy(secret), signedBy(hook.secret)]);
    services.setNow(overlapEnds);
    await (await caller()).alerts.testWebhook({ id: hook.id });
    expect(signatures()).toEqual([signedBy(secret)]);
    expect(await forgetOldSecrets(services.db, services.clock())).toBe(1);
    expect((await overview()).oldSecretUntil).toBeNull();
  });

  it('is not replaced again by the form of a page from before', async () => {
    const { hook, caller } = await hooked();
    const form = { id: hook.id, asOf: (await (await caller()).alerts.overview()).readAt };
    services.setNow(new Date(form.asOf.getTime() + 1000));
    await (await caller()).alerts.rotateSecret(form);
    const again = (await caller()).alerts.rotateSecret(form);
    await expect(again).rejects.toMatchObject({ cause: { message: expect.stringContaining('sent before') } });
    const fresh = { id: hook.id, asOf: services.clock() };
    expect(await (await caller()).alerts.rotateSecret(fresh)).toMatchObject({ url: hook.url });
  });

  it('is of no other account', async () => {
    const { hook } = await hooked();
    const { caller } = await follower(services);
    const gone = { cause: { code: 'not_found' } };
    await expect((await caller()).alerts.rotateSecret({ id: hook.id })).rejects.toMatchObject(gone);
    await expect((await caller()).alerts.pauseWebhook({ id: hook.id })).rejects.toMatchObject(gone);
  });
});

describe('webhooks in settings', () => {
  it('take public https addresses only, and three of them', async () => {
    const { caller } = await follower(services);
    for (const url of [
      'http://example.org/',
      'ftp://example.org/',
      'javascript:alert(1)',
      'https://a:b@example.org/',
      'https://10.0.0.8/hook',
      'https://hooks.corp.internal/',
      'hm',
    ]) {
      const asked = (await caller()).alerts.addWebhook({ url });
      const refusal = { code: 'invalid_request', details: { field: 'url' } };
      await expect(asked, url).rejects.toMatchObject({ cause: refusal });
    }
    for (let made = 0; made < 3; made++)
      await (await caller()).alerts.addWebhook({ url: 'https://example.org/' });
    const fourth = (await caller()).alerts.addWebhook({ url: 'https://example.org/' });
    await expect(fourth).rejects.toMatchObject({ cause: { message: expect.stringContaining('remove one') } });
  });

  it('are added once, however often their form is sent', async () => {
    const { caller } = await follower(services);
    const form = { id: randomUUID(), url: 'https://example.org/' };
    const made = await (await caller()).alerts.addWebhook(form);
    const again = (await caller()).alerts.addWebhook(form);
    await expect(again).rejects.toMatchObject({ cause: { message: expect.stringContaining('sent before') } });
    expect((await (await caller()).alerts.overview()).webhooks.map(({ id }) => id)).toEqual([made.id]);
  });

  it('show the secret once and never list it', async () => {
    const { hook, caller } = await hooked();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await (await caller()).alerts.overview())).not.toContain(hook.secret);
    expect(JSON.stringify(await (await caller()).settings.exportData())).not.toContain(hook.secret);
  });

  it('are tested by a signed event that says how the address answered, tried once', async () => {
    const { hook, caller, overview } = await hooked('/test');
    expect(await (await caller()).alerts.testWebhook({ id: hook.id })).toMatchObject({ ok: true });
    expect(JSON.parse(got[0]!.body)).toMatchObject({ type: 'test' });
    answers = () => 500;
    expect(await (await caller()).alerts.testWebhook({ id: hook.id })).toMatchObject({
      ok: false,
      message: expect.stringContaining('500'),
    });
    expect((await overview()).disabledAt).toBeNull();
    expect((await overview()).log.filter((entry) => entry.kind === 'test')).toHaveLength(2);
  });

  it('of another account cannot be tested, removed or switched on', async () => {
    const { hook } = await hooked();
    const { caller } = await follower(services);
    const gone = { cause: { code: 'not_found' } };
    await expect((await caller()).alerts.testWebhook({ id: hook.id })).rejects.toMatchObject(gone);
    await expect((await caller()).alerts.enableWebhook({ id: hook.id })).rejects.toMatchObject(gone);
    expect(await (await caller()).alerts.removeWebhook({ id: hook.id })).toEqual({ removed: false });
  });

  it('send again once switched on, but not what was dropped', async () => {
    const { hook, caller, publish } = await hooked();
    answers = () => 410;
    await deliverDue(services, post());
    await (await caller()).alerts.enableWebhook({ id: hook.id });
    answers = () => 200;
    later(3_600_000);
    expect(await deliverDue(services, post())).toBe(0);
    await publish();
    expect(await deliverDue(services, post())).toBe(1);
  });
});

it('makes no third secret of a form that is sent again after the former secret is forgotten', async () => {
  const { hook, caller } = await hooked();
  const form = { id: hook.id, asOf: services.clock() };
  later(1000);
  await (await caller()).alerts.rotateSecret(form);
  later(25 * 3_600_000);
  expect(await forgetOldSecrets(services.db, services.clock())).toBe(1);
  await expect((await caller()).alerts.rotateSecret(form)).rejects.toMatchObject({
    cause: { code: 'invalid_request' },
  });
});

describe('a webhook that is switched on again', () => {
  it('is sent no event that was stored while it was switched off', async () => {
    const { hook, caller, publish } = await hooked();
    answers = () => 410;
    await deliverDue(services, post());
    await publish();
    // A maker of events that read the webhook as running before the switch stores its delivery after it.
    await services.db.run(sql`
      INSERT INTO alert_delivery ("eventId", "webhookId", "nextAttemptAt")
      SELECT ev.id, ${hook.id}::uuid, ${services.clock()}::timestamptz FROM alert_event ev ON CONFLICT DO NOTHING`);
    await (await caller()).alerts.enableWebhook({ id: hook.id });
    answers = () => 200;
    later(3_600_000);
    expect(await deliverDue(services, post())).toBe(0);
  });

  it('keeps what waits where it was not switched off', async () => {
    const { hook, caller } = await hooked();
    await (await caller()).alerts.enableWebhook({ id: hook.id });
    expect(await deliverDue(services, post())).toBe(1);
  });
});

describe('an account with alerts', () => {
  it('takes them along in its export, and leaves nothing behind when it is erased', async () => {
    const { caller, email, idea } = await hooked();
    await (await caller()).alerts.openFeed();
    await deliverDue(services, post());
    const data = await (await caller()).settings.exportData();
    expect(data).toMatchObject({
      alertWebhooks: [{ url: `http://${host}/hook` }],
      alertEvents: [{ ideaId: idea.id, deliveries: [{ lastStatus: 204 }] }],
    });
    await (await caller()).settings.deleteAccount({ confirmEmail: email });
    const { rows } = await services.db.pool.query(
      `SELECT (SELECT count(*) FROM alert_setting)::int + (SELECT count(*) FROM alert_webhook)::int
        + (SELECT count(*) FROM alert_event)::int + (SELECT count(*) FROM alert_delivery)::int AS left`,
    );
    expect(rows[0].left).toBe(0);
  });
});
