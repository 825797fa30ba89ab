import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import type { Outcome } from '#server/edges/operator/corrections.ts';
import { type Desk, operate, operatorDesk } from '#server/edges/operator/desk.ts';
import { insertCorrection } from '#server/features/corrections/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { workerName } from '#server/ingest/stats/operator/store.ts';
import { replaceHeldBack } from '#server/linking/learned/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let slug: string;
let failed: string;
let processed: string;
let feed: string;

beforeAll(async () => {
  services = await testServices({ EARMARK_OPERATORS: 'olga@example.org', EARMARK_TRUSTED_PROXIES: '1' });
  shareServices(services);
  const show = await addShow(services);
  slug = show.slug;
  failed = (await addEpisode(services, { showId: show.id, state: 'failed' })).id;
  processed = (await addEpisode(services, { showId: show.id, state: 'processed' })).id;
  feed = (await addFeed(services.db, 'https://feeds.example/one.xml', services.clock())).id;
});
afterAll(() => services.close());

/** The result of `work` within a page request from `address`. */
async function asReaderAt<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const answer = (res: ServerResponse) =>
    work().then(
      (result) => res.end(JSON.stringify(result)),
      (error) => res.destroy(error),
    );
  const door = createServer(frontDoor(services, (_req, res) => answer(res)));
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  const { port } = door.address() as AddressInfo;
  const headers = { host: 'earmark.test', 'x-forwarded-for': address };
  const text = await new Promise<string>((done, fail) => {
    get({ host: '127.0.0.1', port, path: '/operator', headers }, (res) => {
      let said = '';
      res.on('data', (chunk) => {
        said += chunk;
      });
      res.on('end', () => done(said));
    }).on('error', fail);
  });
  door.closeAllConnections();
  door.close();
  return JSON.parse(text);
}

const HERE = '127.0.0.1';
const ELSEWHERE = '203.0.113.5';
const desk = (address = HERE) => asReaderAt(address, () => operatorDesk(null)) as Promise<Desk | null>;
const done = (order: object, address = HERE) =>
  asReaderAt(address, () => operate(null, order)) as Promise<Outcome | null>;

describe("the operator's page", () => {
  it.each([
    ['at this machine', HERE, null, true],
    ['elsewhere', ELSEWHERE, null, false],
    ['elsewhere, signed in', ELSEWHERE, { email: 'ann@example.org' }, false],
    ['elsewhere, signed in as an operator of the settings', ELSEWHERE, { email: 'Olga@Example.org' }, true],
  ])('is there for a reader %s: and its orders with it', async (_who, address, reader, opens) => {
    expect((await asReaderAt(address, () => operatorDesk(reader))) !== null).toBe(opens);
    const orders = await asReaderAt(address, () => operate(reader, { do: 'poll', feed }));
    expect(orders !== null).toBe(opens);
  });

  it('shows feeds and what was given up', async () => {
    const shown = (await desk())!;
    expect(shown.feeds.map(({ url }) => url)).toEqual(['https://feeds.example/one.xml']);
    expect(shown.episodes.listed).toMatchObject([{ id: failed, state: 'failed' }]);
    expect(shown.work).toMatchObject({ feedsActive: 1, episodesFailed: 1, episodesProcessed: 1 });
  });

  it('tells when a worker started, however late its connection is, and when it was last seen', async () => {
    const startedAt = new Date('2026-09-01T08:00:00Z');
    const client = new pg.Client({
      connectionString: services.databaseUrl,
      application_name: workerName('a-host-of-a-very-long-name.example.org', 4_194_304, startedAt),
    });
    await client.connect();
    const { rows } = await client.query(
      'SELECT backend_start AS at FROM pg_stat_activity WHERE pid = pg_backend_pid()',
    );
    const [shown] = (await desk())!.workers;
    await client.end();
    // An answer of this test's service has moments as text.
    const seen = { startedAt: new Date(shown!.startedAt), seenAt: new Date(shown!.seenAt) };
    expect(shown!.name).toBe('a-host-of-a-very-long-name.ex 4194304');
    expect(seen.startedAt).toEqual(startedAt);
    expect(seen.seenAt.getTime()).toBeGreaterThanOrEqual(rows[0].at.getTime());
  });

  it('pauses a feed, polls it again, and at once', async () => {
    const state = async () => (await desk())!.feeds[0]!.state;
    expect(await done({ do: 'pause', feed })).toMatchObject({ ok: true });
    expect(await state()).toBe('paused');
    expect(await done({ do: 'poll', feed })).toMatchObject({ ok: false });
    expect(await done({ do: 'resume', feed })).toMatchObject({ ok: true });
    expect(await state()).toBe('active');
  });

  it('turns the embeds of a show on, with a note of who did', async () => {
    expect(await done({ do: 'embeds', show: slug, on: 'on' })).toMatchObject({ ok: true });
    expect((await desk())!.rights).toMatchObject([{ slug, embedEnabled: true }]);
    expect(await services.db.rows({ actor: computed.text }, sql`SELECT actor FROM rights_audit`)).toEqual([
      { actor: 'operator' },
    ]);
  });

  it('sends an episode that was given up to the workers again, once', async () => {
    expect(await done({ do: 'retry', episode: failed })).toMatchObject({ ok: true });
    expect((await desk())!.work).toMatchObject({ episodesFailed: 0, episodesDue: 1 });
    expect(await done({ do: 'retry', episode: failed })).toMatchObject({ ok: false });
    expect(await done({ do: 'retry-all' })).toEqual({ ok: true, message: '0 episodes wait for a worker.' });
    await services.db.run(sql`UPDATE episode SET state = 'failed' WHERE id = ${failed}::uuid`);
    expect(await done({ do: 'retry-all' })).toEqual({ ok: true, message: '1 episode waits for a worker.' });
  });

  it('puts a reported idea right, once, and declines another report with its reason', async () => {
    const { id: ideaId } = await addIdea(services, { episodeId: processed, stance: 'BULLISH' });
    const reported = async (text: string) => {
      const given = { ideaId, kind: 'stance' as const, text, contact: 'reader@example.org', ip: '::1' };
      await insertCorrection(services.db, given, services.clock());
      return (await desk())!.reports.listed.at(-1)!.id;
    };
    const said = { do: 'correction', report: await reported('They were bearish.'), note: 'Heard again.' };
    const asked = { ...said, outcome: 'accepted', stance: 'BEARISH', tickers: '', speaker: '' };
    expect(await done({ ...asked, tickers: 'ZZZZZZ' })).toEqual({
      ok: false,
      message: 'ZZZZZZ is no symbol of the universe.',
    });
    expect(await done({ ...asked, stance: '' })).toMatchObject({ ok: false });
    expect(await done({ ...asked, stance: '', speaker: ' ', risks: ' ' })).toMatchObject({ ok: false });
    expect(await done(asked)).toEqual({
      ok: true,
      message: expect.stringMatching(/^Accepted\. Changed: .*stance.*The reporter was told by mail\.$/),
    });
    expect(await done(asked)).toMatchObject({ ok: false });
    const other = {
      ...said,
      report: await reported('And wrong.'),
      outcome: 'declined',
      note: 'It is right.',
    };
    expect(await done(other)).toMatchObject({ ok: true, message: expect.stringMatching(/^Declined\./) });
    expect((await desk())!.reports.listed).toEqual([]);
    expect(
      await services.db.rows(
        { stance: tables.idea.stance },
        sql`SELECT stance FROM idea WHERE id = ${ideaId}::uuid`,
      ),
    ).toEqual([{ stance: 'BEARISH' }]);
  });

  it('tells that more reports wait than it shows', async () => {
    const { id: ideaId } = await addIdea(services, { episodeId: processed });
    const given = { ideaId, kind: 'other' as const, text: 'No.', contact: null, ip: '::1' };
    for (let n = 0; n < 50; n += 1) await insertCorrection(services.db, given, services.clock());
    expect((await desk())!.reports).toMatchObject({ listed: { length: 50 }, hasMore: false });
    await insertCorrection(services.db, given, services.clock());
    expect((await desk())!.reports).toMatchObject({ listed: { length: 50 }, hasMore: true });
    await services.db.run(sql`DELETE FROM correction WHERE "ideaId" = ${ideaId}::uuid`);
  });

  it('withholds a stance that the record does not bear out', async () => {
    const { id: ideaId } = await addIdea(services, { episodeId: processed, stance: 'BULLISH' });
    const given = { ideaId, kind: 'stance' as const, text: 'No side.', contact: null, ip: '::1' };
    await insertCorrection(services.db, given, services.clock());
    const report = (await desk())!.reports.listed.at(-1)!.id;
    expect(
      await done({ do: 'correction', report, note: 'Heard again.', outcome: 'accepted', stance: 'none' }),
    ).toMatchObject({ ok: true, message: expect.stringContaining('Changed: stance.') });
    expect(
      await services.db.rows(
        pick(tables.idea, 'stance'),
        sql`SELECT stance FROM idea WHERE id = ${ideaId}::uuid`,
      ),
    ).toEqual([{ stance: null }]);
  });

  it('gives risks and signals anew, one a line, and names where the same talk was published again', async () => {
    const { id: ideaId } = await addIdea(services, { episodeId: processed, riskFlags: ['Rents rise.'] });
    const again = await addIdea(services, { episodeId: processed });
    await services.db.run(sql`UPDATE idea SET "repeatOf" = ${ideaId}::uuid WHERE id = ${again.id}::uuid`);
    const given = { ideaId, kind: 'other' as const, text: 'Not that risk.', contact: null, ip: '::1' };
    await insertCorrection(services.db, given, services.clock());
    const report = (await desk())!.reports.listed.at(-1)!.id;
    const order = { do: 'correction', report, note: 'Heard again.', outcome: 'accepted' };
    expect(await done({ ...order, risks: 'Sales fall.\r\nCosts rise.\r\n', signals: 'none' })).toMatchObject({
      ok: true,
      message: expect.stringMatching(
        new RegExp(`Other episodes published the same talk, and tell it as before.*/ideas/${again.id} `),
      ),
    });
    expect(
      await services.db.rows(
        pick(tables.idea, 'riskFlags'),
        sql`SELECT "riskFlags" FROM idea WHERE id = ${ideaId}::uuid`,
      ),
    ).toEqual([{ riskFlags: ['Sales fall.', 'Costs rise.'] }]);
  });

  it('shows names held back, and teaches or refuses each', async () => {
    const names = [
      { symbol: 'VEEV', name: 'Viva', seconds: 60 },
      { symbol: 'HESAY', name: 'Hermes', seconds: 90 },
    ];
    await replaceHeldBack(services.db, processed, names);
    const heldBack = async () => (await desk())!.heldBack.listed.map(({ name, slug }) => [name, slug]);
    expect(await heldBack()).toEqual([
      ['Hermes', 'hermes'],
      ['Viva', 'viva'],
    ]);
    expect(await done({ do: 'refuse', slug: 'hermes' })).toMatchObject({ ok: true });
    expect(await done({ do: 'teach', name: 'Viva', symbol: 'VEEV' })).toEqual({
      ok: true,
      message: 'Viva stands for VEEV; 0 episodes are read again.',
    });
    expect(await heldBack()).toEqual([]);
  });

  it('teaches no name for a symbol that the universe lacks, and says so', async () => {
    expect(await done({ do: 'teach', name: 'Invidio', symbol: 'ZZZZZZ' })).toEqual({
      ok: false,
      message: 'ZZZZZZ is no symbol of the universe.',
    });
  });

  it('names the field of a decision to put right, with its reason', async () => {
    const decision = {
      do: 'correction',
      report: '11111111-1111-4111-8111-111111111111',
      outcome: 'declined',
    };
    expect(await done({ ...decision, note: ' ' })).toEqual({
      ok: false,
      message: 'The reason is empty: write it first.',
      field: 'note',
    });
    expect(await done({ ...decision, note: 'x'.repeat(1001) })).toMatchObject({ ok: false, field: 'note' });
  });

  it.each([{}, { do: 'drop' }])(
    'asks to load the page anew for a form that it does not know: %j',
    async (order) => {
      const message = 'This form is not known here: load the page anew.';
      expect(await done(order)).toEqual({ ok: false, message });
    },
  );

  it.each([
    { do: 'correction', report: '11111111-1111-4111-8111-111111111111', outcome: 'accepted', note: ' ' },
    { do: 'correction', report: '11111111-1111-4111-8111-111111111111', outcome: 'accepted', note: 'x' },
    { do: 'poll', feed: 'x' },
    { do: 'embeds', show: 'nothing', on: 'maybe' },
    { do: 'teach', name: ' ', symbol: 'NVDA' },
  ])('takes no order of another form: %j', async (order) => {
    expect(await done(order)).toMatchObject({ ok: false });
  });
});
