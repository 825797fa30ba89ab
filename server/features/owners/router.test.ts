import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViewer, pageCaller } from '#server/edges/pages.ts';
import { setShowRights } from '#server/features/owners/rights/store.ts';
import { OPERATOR, proofElement } from '#server/features/owners/rules.ts';
import { endOwnership, listOwnerships } from '#server/features/owners/store.ts';
import { openFetch } from '#server/feeds/fetch.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { type KeptMail, listOutbox } from '#server/platform/mail.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { smtpSink } from '#server/testing/alerts.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addShow, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const DAY_MS = 86_400_000;

/** Feeds by path, as a publisher would serve them. */
const feeds = new Map<string, { title: string; ownerEmail: string | null; channel: string }>();
let publisher: Server;
let services: TestServices;
let made = 0;

beforeAll(async () => {
  publisher = createServer((request, response) => {
    const feed = feeds.get(request.url ?? '');
    if (!feed) return void response.writeHead(503).end();
    response.setHeader('content-type', 'application/rss+xml').end(rss(feed));
  });
  await new Promise<void>((done) => publisher.listen(0, '127.0.0.1', done));
  const { port } = publisher.address() as AddressInfo;
  services = await testServices({ EARMARK_FEED_ALLOW_HOSTS: `127.0.0.1:${port}` });
  shareServices(services);
});
afterAll(async () => {
  publisher.close();
  await services.close();
});
beforeEach(() => services.setNow('2026-09-15T12:00:00Z'));

function rss(feed: { title: string; ownerEmail: string | null; channel: string }): string {
  const owner = feed.ownerEmail
    ? `<itunes:owner><itunes:email>${feed.ownerEmail}</itunes:email></itunes:owner>`
    : '';
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>${feed.title}</title>${owner}${feed.channel}</channel></rss>`;
}

/** A show whose feed was polled, with the means to change that feed. */
async function publishedShow(ownerEmail: string | null = `owner-${made + 1}@show.example`) {
  made += 1;
  const path = `/${made}.xml`;
  const feed = { title: `Claimed ${made}`, ownerEmail, channel: '' };
  feeds.set(path, feed);
  const url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}${path}`;
  await addFeed(services.db, url, services.clock());
  const poll = () => pollFeed(services, openFetch(services), url);
  await poll();
  const show = (await services.db.row(
    pick(tables.show, 'id', 'slug'),
    sql`SELECT s.id, s.slug FROM show s JOIN feed f ON f."showId" = s.id WHERE f.url = ${url}`,
  ))!;
  return { ...show, feed, poll, path };
}

/** A signed-in account holder. */
async function holder() {
  const { accountId, email } = await accountWithKey(services);
  const owners = async () => (await pageCaller(await findViewer(accountId), '127.0.0.1')).owners;
  return { accountId, email, owners };
}
type Holder = Awaited<ReturnType<typeof holder>>;
type Published = Awaited<ReturnType<typeof publishedShow>>;

async function page({ owners }: Holder, { slug }: Published) {
  return (await owners()).show({ slug });
}

async function elementFor(who: Holder, show: Published): Promise<string> {
  await (await who.owners()).claimByFeed({ slug: show.slug });
  const seen = await page(who, show);
  if (seen.state !== 'stranger' || !seen.feed) throw new Error('No claim waits.');
  return seen.feed.element;
}

async function ownByFeed(who: Holder, show: Published): Promise<void> {
  show.feed.channel += await elementFor(who, show);
  expect(await (await who.owners()).checkFeed({ slug: show.slug })).toEqual({ owner: true });
}

async function ownerPage(who: Holder, show: Published) {
  const seen = await page(who, show);
  if (seen.state !== 'owner') throw new Error('Not an owner.');
  return seen;
}

async function mailsTo(address: string): Promise<KeptMail[]> {
  return (await listOutbox(services.db)).filter((mail) => mail.to === address);
}

async function mailedToken(address: string): Promise<string> {
  const [mail] = await mailsTo(address);
  return new URL(/https?:\/\/\S+/.exec(mail!.text)![0]).searchParams.get('token')!;
}

const refusal = (code: string) => ({ cause: { code } });

describe('claiming by the feed', () => {
  it('holds once the token is in the feed, and not before', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    const element = await elementFor(who, show);
    expect(await (await who.owners()).checkFeed({ slug: show.slug })).toEqual({ owner: false });
    show.feed.channel = element;
    expect(await (await who.owners()).checkFeed({ slug: show.slug })).toEqual({ owner: true });
    expect((await ownerPage(who, show)).trail).toMatchObject([{ who: 'you', what: 'You became an owner' }]);
  });

  it('holds by the ordinary poll when the token comes later, and the claimant is told', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    show.feed.channel = await elementFor(who, show);
    await show.poll();
    expect((await page(who, show)).state).toBe('owner');
    expect((await mailsTo(who.email)).map((mail) => mail.subject)).toEqual([
      expect.stringContaining('You now manage'),
    ]);
    await show.poll();
    expect(await mailsTo(who.email)).toHaveLength(1);
  });

  it('waits while the show is hidden, and mails no link to it', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    show.feed.channel = await elementFor(who, show);
    await setHidden(services, 'show', [show.id], true);
    await show.poll();
    expect(await mailsTo(who.email)).toEqual([]);
    await setHidden(services, 'show', [show.id], false);
    await show.poll();
    expect((await page(who, show)).state).toBe('owner');
    expect(await mailsTo(who.email)).toHaveLength(1);
  });

  it('is for the account that was given the token: another account’s claim does not hold by it', async () => {
    const [who, thief, show] = [await holder(), await holder(), await publishedShow()];
    await elementFor(thief, show);
    await ownByFeed(who, show);
    await show.poll();
    expect((await page(thief, show)).state).toBe('stranger');
  });

  it('shows the same token again while the claim waits', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    expect(await elementFor(who, show)).toBe(await elementFor(who, show));
  });

  it('runs out after seven days', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    show.feed.channel = await elementFor(who, show);
    services.setNow(new Date(services.clock().getTime() + 7 * DAY_MS));
    expect(await (await who.owners()).checkFeed({ slug: show.slug })).toEqual({ owner: false });
    await show.poll();
    expect((await page(who, show)).state).toBe('stranger');
    expect(proofElement('')).not.toBe(await elementFor(who, show));
    expect(show.feed.channel).not.toBe(await elementFor(who, show));
  });

  it('says so when the feed cannot be read', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    await elementFor(who, show);
    feeds.delete(show.path);
    await expect((await who.owners()).checkFeed({ slug: show.slug })).rejects.toMatchObject(
      refusal('invalid_request'),
    );
  });

  it('reads one feed at most twelve times an hour, whoever asks', async () => {
    const show = await publishedShow();
    for (let times = 0; times < 12; times++) {
      const who = await holder();
      await (await who.owners()).checkFeed({ slug: show.slug });
    }
    const late = await holder();
    await expect((await late.owners()).checkFeed({ slug: show.slug })).rejects.toMatchObject(
      refusal('rate_limited'),
    );
  });
});

describe('claiming by mail', () => {
  it('sends a link to the owner address, which the claimant never sees in full', async () => {
    const [who, show] = [await holder(), await publishedShow('jane.doe@show.example')];
    const sent = await (await who.owners()).claimByMail({ slug: show.slug });
    expect(sent.sentTo).toBe('j…@show.example');
    expect(JSON.stringify(await page(who, show))).not.toContain('jane.doe');
    const [mail] = await mailsTo('jane.doe@show.example');
    expect(mail!.text).toContain(who.email);
    expect(mail!.text).toContain('http://earmark.test/claim?token=');
  });

  it('that no mail server takes leaves an earlier link in force and the day’s mails', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    await (await who.owners()).claimByMail({ slug: show.slug });
    const token = await mailedToken(show.feed.ownerEmail!);
    const server = await smtpSink(() => '451 not now');
    shareServices({ ...services, env: { ...services.env, EARMARK_SMTP_URL: server.url } });
    for (let asked = 0; asked < 4; asked++)
      await expect((await who.owners()).claimByMail({ slug: show.slug })).rejects.toMatchObject({
        message: expect.stringContaining('The mail could not be sent: try again in some minutes.'),
      });
    shareServices(services);
    server.close();
    expect(await (await who.owners()).mailedClaim({ token })).toMatchObject({ slug: show.slug });
    await (await who.owners()).claimByMail({ slug: show.slug });
    expect(await mailsTo(show.feed.ownerEmail!)).toHaveLength(2);
  });

  it('is confirmed once, by the account that asked', async () => {
    const [who, other, show] = [await holder(), await holder(), await publishedShow()];
    await (await who.owners()).claimByMail({ slug: show.slug });
    const token = await mailedToken(show.feed.ownerEmail!);
    expect(await (await other.owners()).mailedClaim({ token })).toBeNull();
    await expect((await other.owners()).confirmMail({ token })).rejects.toMatchObject(refusal('not_found'));
    // Looking, as a mail scanner does, spends nothing.
    for (let visits = 0; visits < 3; visits++)
      expect(await (await who.owners()).mailedClaim({ token })).toMatchObject({ slug: show.slug });
    expect((await page(who, show)).state).toBe('stranger');
    expect(await (await who.owners()).confirmMail({ token })).toEqual({ slug: show.slug });
    expect((await page(who, show)).state).toBe('owner');
    await expect((await who.owners()).confirmMail({ token })).rejects.toMatchObject(refusal('not_found'));
  });

  it('keeps no token that could be used by who reads the table', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    await (await who.owners()).claimByMail({ slug: show.slug });
    const token = await mailedToken(show.feed.ownerEmail!);
    const kept = JSON.stringify(await listOwnerships(services.db, show.slug));
    expect(kept).not.toContain(token);
  });

  it('ends an earlier link with a later one, and any link after seven days', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    await (await who.owners()).claimByMail({ slug: show.slug });
    const first = await mailedToken(show.feed.ownerEmail!);
    services.setNow(new Date(services.clock().getTime() + 1000));
    await (await who.owners()).claimByMail({ slug: show.slug });
    const second = await mailedToken(show.feed.ownerEmail!);
    await expect((await who.owners()).confirmMail({ token: first })).rejects.toMatchObject(
      refusal('not_found'),
    );
    services.setNow(new Date(services.clock().getTime() + 7 * DAY_MS));
    await expect((await who.owners()).confirmMail({ token: second })).rejects.toMatchObject(
      refusal('not_found'),
    );
  });

  it('does not hold when the feed names another owner by now', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    const before = show.feed.ownerEmail!;
    await (await who.owners()).claimByMail({ slug: show.slug });
    show.feed.ownerEmail = 'buyer@show.example';
    await show.poll();
    const token = await mailedToken(before);
    await expect((await who.owners()).confirmMail({ token })).rejects.toMatchObject(refusal('not_found'));
  });

  it('writes to one show’s owner at most three times a day, whoever asks', async () => {
    const show = await publishedShow();
    for (let times = 0; times < 3; times++) {
      const who = await holder();
      await (await who.owners()).claimByMail({ slug: show.slug });
    }
    const late = await holder();
    await expect((await late.owners()).claimByMail({ slug: show.slug })).rejects.toMatchObject(
      refusal('rate_limited'),
    );
    expect(await mailsTo(show.feed.ownerEmail!)).toHaveLength(3);
  });

  it('starts at most ten claims a day for one account', async () => {
    const who = await holder();
    for (let times = 0; times < 10; times++) await elementFor(who, await publishedShow());
    const { slug } = await publishedShow();
    await expect((await who.owners()).claimByMail({ slug })).rejects.toMatchObject(refusal('rate_limited'));
  });

  it('is refused for a feed that names no owner', async () => {
    const [who, show] = [await holder(), await publishedShow(null)];
    await expect((await who.owners()).claimByMail({ slug: show.slug })).rejects.toMatchObject(
      refusal('invalid_request'),
    );
  });
});

describe('what an owner may set', () => {
  const wish = { embedEnabled: true, mediaEnabled: false, quoteChars: 120 };

  it('takes effect at once, with an entry that says who changed what from what', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    await ownByFeed(who, show);
    const embed = () => call(services, 'GET', `/v1/public/embed/show/${show.slug}`);
    expect((await embed()).status).toBe(404);
    services.setNow(new Date(services.clock().getTime() + 1000));
    await (await who.owners()).setRights({ slug: show.slug, ...wish });
    const shown = await embed();
    expect(shown.status).toBe(200);
    services.setNow(new Date(services.clock().getTime() + 1000));
    await setShowRights(services.db, show.slug, { embedEnabled: false }, OPERATOR, services.clock());
    const etag = shown.headers.get('etag')!;
    const again = await call(services, 'GET', `/v1/public/embed/show/${show.slug}`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(404);
    const seen = await ownerPage(who, show);
    expect(seen.rights).toEqual({ ...wish, embedEnabled: false });
    expect(seen.trail).toMatchObject([
      { who: 'an operator', what: 'Embeds from on to off' },
      {
        who: 'you',
        what: 'Embeds from off to on. Media from on to off. Longest quote from 280 characters to 120 characters',
      },
      { who: 'you', what: 'You became an owner' },
    ]);
  });

  it('is of that show alone, though another show’s title may be its id', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    const other = await addShow(services, { slug: show.id });
    await ownByFeed(who, show);
    await (await who.owners()).setRights({ slug: show.slug, ...wish });
    const rightsOf = (id: string) =>
      services.db.row(
        pick(tables.show, 'quoteChars', 'mediaEnabled'),
        sql`SELECT "quoteChars", "mediaEnabled" FROM show WHERE id = ${id}::uuid`,
      );
    expect(await rightsOf(show.id)).toEqual({ quoteChars: 120, mediaEnabled: false });
    expect(await rightsOf(other.id)).toEqual({ quoteChars: 280, mediaEnabled: true });
  });

  it('is, by an operator’s word, of the show with an id and not of the one whose slug that is', async () => {
    const id = '0dd0c0de-0000-4000-8000-000000000002';
    const other = await addShow(services, { slug: id });
    const named = await addShow(services, { id });
    await setShowRights(services.db, id, { quoteChars: 90 }, OPERATOR, services.clock());
    const rows = await services.db.rows(
      pick(tables.show, 'id', 'quoteChars'),
      sql`SELECT id, "quoteChars" FROM show WHERE id IN (${other.id}::uuid, ${named.id}::uuid) ORDER BY "quoteChars"`,
    );
    expect(rows).toEqual([
      { id: named.id, quoteChars: 90 },
      { id: other.id, quoteChars: 280 },
    ]);
  });

  it('is refused to who does not own the show, and out of bounds', async () => {
    const [who, stranger, show] = [await holder(), await holder(), await publishedShow()];
    await ownByFeed(who, show);
    await elementFor(stranger, show);
    await expect((await stranger.owners()).setRights({ slug: show.slug, ...wish })).rejects.toMatchObject(
      refusal('not_found'),
    );
    for (const quoteChars of [59, 1001]) {
      await expect(
        (await who.owners()).setRights({ slug: show.slug, ...wish, quoteChars }),
      ).rejects.toMatchObject(refusal('invalid_request'));
    }
  });

  it('is closed to readers who are not signed in', async () => {
    const caller = await pageCaller(null, '127.0.0.1');
    await expect(caller.owners.mine()).rejects.toMatchObject(refusal('unauthorized'));
  });
});

describe('several owners', () => {
  it('stand side by side: a later claim evicts nobody, and the first is told', async () => {
    const [first, second, show] = [await holder(), await holder(), await publishedShow()];
    await ownByFeed(first, show);
    await ownByFeed(second, show);
    for (const who of [first, second]) {
      const { owners } = await ownerPage(who, show);
      expect(owners.map((owner) => owner.backed)).toEqual([true, true]);
      expect(owners.find((owner) => !owner.you)!.removable).toBe(false);
    }
    expect((await mailsTo(first.email)).map((mail) => mail.subject)).toEqual([
      expect.stringContaining('Another account now manages'),
    ]);
  });

  it('let go of one whom the feed no longer backs, when another whom it backs says so', async () => {
    const [seller, buyer, show] = [await holder(), await holder(), await publishedShow()];
    await ownByFeed(seller, show);
    show.feed.channel = '';
    await ownByFeed(buyer, show);
    const old = (await ownerPage(buyer, show)).owners.find((owner) => !owner.you)!;
    expect(old).toMatchObject({ backed: false, removable: true });
    // The token's absence alone ends nothing.
    expect((await page(seller, show)).state).toBe('owner');
    const mine = (await ownerPage(seller, show)).owners.find((owner) => !owner.you)!;
    await expect(
      (await seller.owners()).endClaim({ slug: show.slug, ownershipId: mine.ownershipId }),
    ).rejects.toMatchObject(refusal('not_found'));
    await (await buyer.owners()).endClaim({ slug: show.slug, ownershipId: old.ownershipId });
    expect((await page(seller, show)).state).toBe('stranger');
    expect((await mailsTo(seller.email)).map((mail) => mail.subject)).toContainEqual(
      expect.stringContaining('no longer manage'),
    );
  });

  it('leave embeds on while one is left, and take them off with the last', async () => {
    const [first, second, show] = [await holder(), await holder(), await publishedShow()];
    await ownByFeed(first, show);
    await ownByFeed(second, show);
    const rights = { embedEnabled: true, mediaEnabled: true, quoteChars: 280 };
    await (await first.owners()).setRights({ slug: show.slug, ...rights });
    const leave = async (who: Holder) => {
      const { owners } = await ownerPage(who, show);
      const ownershipId = owners.find((owner) => owner.you)!.ownershipId;
      return (await who.owners()).endClaim({ slug: show.slug, ownershipId });
    };
    const embed = async () => (await call(services, 'GET', `/v1/public/embed/show/${show.slug}`)).status;
    await leave(first);
    expect(await embed()).toBe(200);
    await leave(second);
    expect(await embed()).toBe(404);
  });

  it('go with their account, embeds with the last of them', async () => {
    const [who, show] = [await holder(), await publishedShow()];
    await ownByFeed(who, show);
    const rights = { embedEnabled: true, mediaEnabled: true, quoteChars: 280 };
    await (await who.owners()).setRights({ slug: show.slug, ...rights });
    const caller = await pageCaller(await findViewer(who.accountId), '127.0.0.1');
    await caller.settings.deleteAccount({ confirmEmail: who.email });
    expect((await call(services, 'GET', `/v1/public/embed/show/${show.slug}`)).status).toBe(404);
    expect(await listOwnerships(services.db, show.slug)).toEqual([]);
  });

  it('are ended by an operator, who is named in the trail', async () => {
    const [first, second, show] = [await holder(), await holder(), await publishedShow()];
    await ownByFeed(first, show);
    await ownByFeed(second, show);
    services.setNow(new Date(services.clock().getTime() + 1000));
    await endOwnership(services.db, show.id, second.accountId, OPERATOR, services.clock());
    expect((await ownerPage(first, show)).trail[0]).toMatchObject({
      who: 'an operator',
      what: 'An account is no longer an owner',
    });
    expect((await page(second, show)).state).toBe('stranger');
  });
});
