import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RECORD_NOTICE } from '#server/api/attribution.ts';
import { sendDigests } from '#server/features/alerts/digest/send.ts';
import { collectEvents } from '#server/features/alerts/events/store.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import { listOutbox } from '#server/platform/mail.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower, smtpSink } from '#server/testing/alerts.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
const opened: TestServices[] = [];
/** A Tuesday at noon: the next daily digest is due on Wednesday at six. */
async function open(settings: Record<string, string> = {}) {
  services = await testServices(settings, '2026-09-15T12:00:00Z');
  opened.push(services);
  shareServices(services);
}
beforeEach(() => open());
afterAll(() => Promise.all(opened.map((one) => one.close())));

async function published(title = 'Chips & power', headline = 'NVIDIA sells <all> it can package') {
  const show = await addShow(services, { name: 'The Alpha Hour' });
  const episode = await addEpisode(services, { showId: show.id, title, publishedAt: services.clock() });
  const holder = await follower(services, { shows: [show.id] });
  const want = async (mail: 'off' | 'at_once' | 'daily' | 'weekly') =>
    (await holder.caller()).alerts.setWanted({ mail, newIdeas: true, stanceChange: true });
  const publish = async () => {
    const idea = await addIdea(services, { episodeId: episode.id, headline });
    await collectEvents(services.db, services.clock());
    return idea;
  };
  return { ...holder, show, want, publish };
}
const mails = async () => (await listOutbox(services.db)).map((mail) => mail);

describe('a digest', () => {
  it('comes at six the next day, once, with attribution and a way out', async () => {
    const { want, publish, email } = await published();
    await want('daily');
    const idea = await publish();
    expect(await sendDigests(services)).toBe(0);
    services.setNow('2026-09-16T06:00:30Z');
    expect(await sendDigests(services)).toBe(1);
    expect(await sendDigests(services)).toBe(0);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: email, subject: `Earmark: ${idea.headline}` });
    for (const part of [
      '1 new idea on what you follow.',
      'The Alpha Hour, “Chips & power”, aired 15 September 2026\n',
      '\nat 10:05, argued with evidence, as bullish (depth 3 of 5)',
      idea.headline,
      `http://earmark.test/ideas/${idea.id}`,
      RECORD_NOTICE,
      'You follow The Alpha Hour.',
      'http://earmark.test/unsubscribe?account=',
    ])
      expect(mail!.text).toContain(part);
    expect(mail!.text).not.toContain('The backlog is longer');
  });

  it('is not sent when there is nothing, or nothing any more', async () => {
    const { want, publish } = await published();
    await want('daily');
    services.setNow('2026-09-16T06:00:30Z');
    expect(await sendDigests(services)).toBe(0);
    const idea = await publish();
    await setHidden(services, 'idea', [idea.id], true);
    services.setNow('2026-09-17T06:00:30Z');
    expect(await sendDigests(services)).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it('waits for Monday when weekly, and keeps what came after the hour for the next', async () => {
    const { want, publish } = await published();
    await want('weekly');
    await publish();
    services.setNow('2026-09-20T12:00:00Z');
    expect(await sendDigests(services)).toBe(0);
    services.setNow('2026-09-21T06:00:30Z');
    expect(await sendDigests(services)).toBe(1);
  });

  it('does not tell what was published while mail was off', async () => {
    const { want, publish, caller } = await published();
    await (await caller()).alerts.openFeed();
    await publish();
    services.setNow('2026-09-15T13:00:00Z');
    await want('daily');
    services.setNow('2026-09-16T06:00:30Z');
    expect(await sendDigests(services)).toBe(0);
  });

  it('is sent by one of two workers', async () => {
    const { want, publish } = await published();
    await want('daily');
    await publish();
    services.setNow('2026-09-16T06:00:30Z');
    const sent = await Promise.all([sendDigests(services), sendDigests(services)]);
    expect(sent.reduce((sum, one) => sum + one)).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  it('asks for no second connection while it holds one', async () => {
    const { want, publish } = await published();
    await want('daily');
    await publish();
    services.setNow('2026-09-16T06:00:30Z');
    const db = openDatabase(services.databaseUrl, 1);
    expect(await sendDigests({ ...services, db })).toBe(1);
    await db.close();
    expect(await mails()).toHaveLength(1);
  });
});

describe('by a mail server', () => {
  it('carries text, escaped HTML and the headers of one click', async () => {
    const sink = await smtpSink();
    await open({ EARMARK_SMTP_URL: sink.url });
    const { want, publish } = await published('Title\r\nBcc: victim@example.org');
    await want('daily');
    await publish();
    services.setNow('2026-09-16T06:00:30Z');
    expect(await sendDigests(services)).toBe(1);
    sink.close();
    const raw = sink.taken[0]!;
    const [head = '', ...bodies] = raw.split('\r\n\r\n');
    const body = bodies.join('\n').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const headers = head.replace(/\r\n[ \t]+/g, ' ');
    expect(headers).toMatch(
      /^List-Unsubscribe: <http:\/\/earmark\.test\/unsubscribe\/one-click\?account=\S+>$/m,
    );
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(headers).toMatch(/^Message-ID: <digest-[0-9a-f]{32}@earmark\.test>$/m);
    expect(headers).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(headers).not.toMatch(/^Bcc:/m);
    expect(body).toContain('NVIDIA sells &lt;all&gt; it can package');
    expect(body).toContain('NVIDIA sells <all> it can package');
    expect(body).not.toMatch(/^Bcc:/m);
  });

  it('that refuses is asked again later, and the digest is neither lost nor sent twice', async () => {
    let refusing = true;
    const sink = await smtpSink(() => (refusing ? '451 later' : null));
    await open({ EARMARK_SMTP_URL: sink.url });
    const { want, publish } = await published();
    await want('daily');
    await publish();
    services.setNow('2026-09-16T06:00:30Z');
    expect(await sendDigests(services)).toBe(0);
    refusing = false;
    expect(await sendDigests(services)).toBe(0);
    services.setNow('2026-09-16T06:11:00Z');
    expect(await sendDigests(services)).toBe(1);
    expect(await sendDigests(services)).toBe(0);
    sink.close();
    expect(sink.taken).toHaveLength(1);
  });
});

it('a digest of very many events leaves those that it does not read to the next', async () => {
  const { want, publish, accountId } = await published();
  await want('at_once');
  const { id } = await publish();
  await services.db.run(sql`
    INSERT INTO alert_event ("accountId", kind, "eventKey", "ideaId", payload, "createdAt")
    SELECT ${accountId}::uuid, 'new_idea', 'more:' || n, ${id}::uuid, '{}'::jsonb, ${services.clock()}::timestamptz FROM generate_series(1, 5009) n`);
  await sendDigests(services);
  services.setNow('2026-09-15T13:00:00Z');
  await sendDigests(services);
  const openings = (await mails()).map(({ text }) => text.split('\n')[0]);
  expect(openings).toEqual(['10 new ideas on what you follow.', '5000 new ideas on what you follow.']);
});

it('digests wait after the first that no mail server answers, and the others are not tried', async () => {
  await open({ EARMARK_SMTP_URL: 'smtp://127.0.0.1:1' });
  for (let account = 0; account < 2; account++) {
    const { want, publish } = await published();
    await want('daily');
    await publish();
  }
  services.setNow('2026-09-16T06:00:30Z');
  const warned = vi.spyOn(services.log, 'warn');
  expect(await sendDigests(services)).toBe(0);
  expect(warned).toHaveBeenCalledTimes(1);
});

describe('unsubscribing', () => {
  it('works signed out by the link of the mail, changes nothing when only looked at, and ends the digest alone', async () => {
    const { want, publish, accountId, caller } = await published();
    await want('daily');
    const { url } = await (await caller()).alerts.openFeed();
    await publish();
    services.setNow('2026-09-16T06:00:30Z');
    await sendDigests(services);
    const link = /http:\/\/earmark\.test\/unsubscribe\?\S+/.exec((await mails())[0]!.text)![0];
    const query = new URL(link).searchParams;
    expect(query.get('account')).toBe(accountId);
    const { unsubscribeAnswer } = await import('#server/edges/alerts.ts');
    const oneClick = link.replace('/unsubscribe?', '/unsubscribe/one-click?');
    const looked = await unsubscribeAnswer(new Request(oneClick), services);
    expect([looked.status, looked.headers.get('location')]).toEqual([303, link]);
    expect((await (await caller()).alerts.overview()).mail).toBe('daily');
    const post = (address: string) =>
      unsubscribeAnswer(
        new Request(address, {
          method: 'POST',
          body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        }),
        services,
      );
    expect((await post(`${oneClick}x`)).status).toBe(404);
    for (let press = 0; press < 2; press++) expect((await post(oneClick)).status).toBe(200);
    const after = await (await caller()).alerts.overview();
    expect(after).toMatchObject({ mail: 'off', feedUrl: url });
  });
});
