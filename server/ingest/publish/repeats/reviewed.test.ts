import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { collectEvents } from '#server/features/alerts/events/store.ts';
import type { Change } from '#server/features/corrections/rules.ts';
import { insertCorrection, listReports, reviewReport } from '#server/features/corrections/store.ts';
import { drain } from '#server/ingest/drain.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { argument, FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const extractor = createRulesExtractor(createLinker(loadUniverse()));
let services: TestServices;
let key: string;
let source: ReturnType<typeof publisher>;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  shareServices(services);
  key = (await accountWithKey(services, { plan: 'premium' })).key;
  source = publisher();
  source.put(`${PUBLISHER}/talk.vtt`, argument());
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const FIRST = { guid: 'first', transcript: 'talk.vtt', published: 'Tue, 01 Sep 2026 08:00:00 GMT' };
const AGAIN = {
  guid: 'again',
  title: 'The same talk',
  enclosure: `${PUBLISHER}/again.mp3`,
  transcript: 'talk.vtt',
  published: 'Thu, 03 Sep 2026 08:00:00 GMT',
};

/** Publishes these episodes and reads them; answers the ids of ideas that were held back. */
async function read(
  episodes: Parameters<typeof source.publish>[0],
  url = FEED_URL,
): Promise<readonly string[]> {
  source.publish(episodes, url, url);
  const { id } = await addFeed(services.db, url, services.clock());
  const tools = { fetchGuarded: source.fetchGuarded, speech: null, extractor, close: async () => undefined };
  return (await drain(services, tools, [id], () => undefined)).heldBack;
}

const body = async (path: string) => (await call(services, 'GET', path, { key })).body;
const onNvidia = async (): Promise<{ id: string; stance: string | null; direction: string | null }[]> =>
  (await body('/v1/agent/tickers/NVDA/mentions')).ideas;
const statements = async (): Promise<number> =>
  (await body('/v1/agent/thesis-history?ticker=NVDA')).theses.flatMap(
    (thesis: { statements: unknown[] }) => thesis.statements,
  ).length;

async function correct(ideaId: string, change: Change): Promise<void> {
  const report = { ideaId, kind: 'other', text: 'Not so.', contact: null, ip: '' } as const;
  await insertCorrection(services.db, report, services.clock());
  const [{ id: reportId } = { id: '' }] = await listReports(services.db, 'waiting', 1);
  const reviewed = await reviewReport(services.db, {
    reportId,
    outcome: 'accepted',
    note: 'Heard again.',
    now: services.clock(),
    amendment: { ideaId, change },
  });
  expect(reviewed).toMatchObject({ kind: 'done' });
}

describe('a short talk that a show publishes twice', () => {
  it('counts once: in mentions and in the history of its thesis', async () => {
    await read([FIRST]);
    const [first] = await onNvidia();
    expect(await read([FIRST, AGAIN])).toEqual([]);
    expect((await onNvidia()).map(({ id }) => id)).toEqual([first!.id]);
    expect(await statements()).toBe(1);
  });

  it('is the same talk when its transcript was put right at its address meanwhile', async () => {
    await read([FIRST]);
    const [first] = await onNvidia();
    source.put(`${PUBLISHER}/talk.vtt`, argument().replace('60%', '61%'));
    await read([FIRST, AGAIN]);
    expect((await onNvidia()).map(({ id }) => id)).toEqual([first!.id]);
  });
});

describe('what an operator hid', () => {
  const other = `${PUBLISHER}/other.xml`;
  it.each([
    ['the same show', FEED_URL, [FIRST, AGAIN]],
    ['another show', other, [AGAIN]],
  ])('stays hidden, and is told, when %s publishes it again', async (_name, url, episodes) => {
    await read([FIRST]);
    const [hidden] = await onNvidia();
    await setIdeaHidden(services.db, hidden!.id, true, services.clock());
    const held = await read(episodes, url);
    expect(held).toHaveLength(1);
    expect(await onNvidia()).toEqual([]);
    expect((await body('/v1/agent/ideas')).ideas).toEqual([]);
    await setIdeaHidden(services.db, held[0]!, false, services.clock());
    expect((await onNvidia()).map(({ id }) => id)).toEqual([held[0]]);
  });

  it('is not taken for hidden where the copy of another show stands in its place', async () => {
    await read([FIRST]);
    await read([AGAIN], other);
    const [hidden] = await onNvidia();
    await setIdeaHidden(services.db, hidden!.id, true, services.clock());
    const [stands] = await onNvidia();
    expect(
      await read([{ ...AGAIN, published: 'Fri, 04 Sep 2026 08:00:00 GMT' }], `${PUBLISHER}/third.xml`),
    ).toEqual([]);
    expect((await onNvidia()).map(({ id }) => id)).toEqual([stands!.id]);
  });
});

describe('what an operator corrected', () => {
  it.each<[string, Change]>([
    ['side and speaker', { stance: 'BEARISH', speaker: { name: 'Ben Hall', title: null, role: 'guest' } }],
    ['company', { tickers: [{ symbol: 'AMD', name: 'AMD', slug: 'amd' }], riskFlags: ['Sales fall.'] }],
    ['quote', { dropQuote: true }],
  ])(
    'is not served in its former form where its talk is published again (%s), and counts once',
    async (_name, change) => {
      await read([FIRST]);
      const [wrong] = await onNvidia();
      await correct(wrong!.id, { ...change, keepWords: true });
      const right = await told(wrong!.id);
      expect(await read([FIRST, AGAIN])).toEqual([]);
      const listed = (await body('/v1/agent/ideas')).ideas;
      expect(listed.map((idea: { id: string }) => idea.id)).toEqual([wrong!.id]);
      const copies = await services.db.rows(
        pick(tables.idea, 'id'),
        sql`SELECT id FROM idea WHERE id <> ${wrong!.id}::uuid`,
      );
      expect(copies).toHaveLength(1);
      expect(await told(copies[0]!.id)).toEqual(right);
    },
  );

  async function told(id: string) {
    const { stance, direction, tickers, speaker, quote, risks } = await body(`/v1/agent/ideas/${id}`);
    return { stance, direction, tickers, speaker, quote, risks };
  }
});

describe('a talk that is published again', () => {
  it('is no news, whether its idea stands, is hidden or corrected', async () => {
    services.setNow(new Date('2026-09-04T06:00:00Z'));
    const holder = await follower(services, { tickers: ['NVDA'] });
    await (await holder.caller()).alerts.setWanted({ mail: 'daily', newIdeas: true, stanceChange: true });
    const collect = () => {
      services.setNow(new Date(services.clock().getTime() + 60_000));
      return collectEvents(services.db, services.clock());
    };
    services.setNow(new Date('2026-09-04T06:01:00Z'));
    await read([FIRST]);
    const [first] = await onNvidia();
    expect(await collect()).toBe(1);
    const again = (guid: string) => ({ ...AGAIN, guid, title: guid, enclosure: `${PUBLISHER}/${guid}.mp3` });
    await read([FIRST, again('second')]);
    expect(await collect()).toBe(0);
    await correct(first!.id, { stance: 'BEARISH' });
    await read([FIRST, again('second'), again('third')]);
    expect(await collect()).toBe(0);
    for (const { id } of await services.db.rows(pick(tables.idea, 'id'), sql`SELECT id FROM idea`))
      await setIdeaHidden(services.db, id, true, services.clock());
    await read([FIRST, again('second'), again('third'), again('fourth')]);
    expect(await collect()).toBe(0);
  });
});
