import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setPlan } from '#server/features/plans/store.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const NOON = '2026-09-15T12:00:00Z';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
let many: string[];

beforeAll(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
  many = [];
  for (let n = 0; n < 100; n++)
    many.push((await addIdea(services, { episodeId: corpus.episodes.alphaToday.id })).id);
});
afterAll(() => services.close());
beforeEach(() => services.setNow(NOON));

type Options = { method?: string; headers?: Record<string, string> };
const read = (key: string, id: string, { method = 'GET', headers = {} }: Options = {}) =>
  call(services, method, `/v1/agent/ideas/${id}`, { key, headers });
const media = (key: string, id: string) => call(services, 'GET', `/v1/agent/ideas/${id}/media`, { key });
const used = async (key: string) =>
  (await call(services, 'GET', '/v1/agent/me', { key })).body.quotas.ideaReads.used;

describe('GET /v1/agent/ideas/{ideaId}', () => {
  it('answers the full idea with what is left of the day', async () => {
    const { key } = await accountWithKey(services);
    const { status, body } = await read(key, corpus.ideas.nvdaToday.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: corpus.ideas.nvdaToday.id,
      isFull: true,
      context: 'Reyes walks through interposer capacity and lead times.',
      riskFlags: ['Supply may slip'],
      validationSignals: ['Lead times'],
      participationEtfs: [],
      participationTheme: null,
      speaker: { name: 'Dana Reyes', title: 'Portfolio manager', role: 'guest' },
      hearItYourselfLocked: true,
      superseded: false,
      quota: { ideaReads: { used: 1, limit: 3, remaining: 2, resetsAt: '2026-09-16T00:00:00.000Z' } },
    });
    expect(body.attribution.url).toBe(
      `http://earmark.test/ideas/${corpus.ideas.nvdaToday.id}?utm_source=agent`,
    );
  });

  it('serves sector vehicles only for an idea that names no ticker', async () => {
    const { key } = await accountWithKey(services);
    const { body } = await read(key, corpus.ideas.privateCompany.id);
    expect(body.participationEtfs).toEqual([
      { symbol: 'AIQ', name: 'Global X Artificial Intelligence & Technology ETF' },
    ]);
    expect(body.participationTheme).toBe('Artificial intelligence');
    expect(body).toMatchObject({ timestampSeconds: null, listenUrl: null, hearItYourselfLocked: false });
    const named = await addIdea(services, {
      episodeId: corpus.episodes.alphaToday.id,
      participationEtfs: [{ symbol: 'SMH', name: 'VanEck Semiconductor ETF' }],
    });
    expect((await read(key, named.id)).body.participationEtfs).toEqual([]);
  });

  it('opens 3 distinct ideas a UTC day, the same idea again for free, and refuses the fourth with its card', async () => {
    const { key } = await accountWithKey(services);
    for (const id of many.slice(0, 3)) expect((await read(key, id)).status).toBe(200);
    for (const id of many.slice(0, 3)) {
      const again = await read(key, id);
      expect(again.status).toBe(200);
      expect(again.body.quota.ideaReads).toMatchObject({ used: 3, remaining: 0 });
    }
    const { status, body } = await read(key, many[3]!);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: 'idea_read_limit',
      limit: 3,
      used: 3,
      resetsAt: '2026-09-16T00:00:00.000Z',
      upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
      helpUrl: 'http://earmark.test/help/idea-read-limit',
      idea: { id: many[3], isFull: false },
    });
    expect(body.idea.context).toBeUndefined();
    expect(body.attribution.source).toBe('Earmark');
    expect(await used(key)).toBe(3);
  });

  it('gives the reads back at UTC midnight', async () => {
    const { key } = await accountWithKey(services);
    services.setNow('2026-09-15T23:59:59.999Z');
    for (const id of many.slice(0, 3)) await read(key, id);
    expect((await read(key, many[3]!)).status).toBe(402);
    services.setNow('2026-09-16T00:00:00.000Z');
    const { status, body } = await read(key, many[3]!);
    expect(status).toBe(200);
    expect(body.quota.ideaReads).toMatchObject({ used: 1, resetsAt: '2026-09-17T00:00:00.000Z' });
    expect((await read(key, many[0]!)).body.quota.ideaReads.used).toBe(2);
  });

  it('gives exactly 3 of 100 parallel reads of different ideas a body', async () => {
    const { key } = await accountWithKey(services);
    const answers = await Promise.all(many.map((id) => read(key, id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 402)).toHaveLength(97);
    expect(new Set(answers.filter((a) => a.status === 200).map((a) => a.body.quota.ideaReads.used))).toEqual(
      new Set([1, 2, 3]),
    );
    expect(await used(key)).toBe(3);
  });

  it('charges one read for 50 parallel reads of one idea', async () => {
    const { key } = await accountWithKey(services);
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(key, many[0]!)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(await used(key)).toBe(1);
  });

  it('answers 404 for unknown, hidden and malformed ids alike, and charges nothing', async () => {
    const { key } = await accountWithKey(services);
    const episode = await addEpisode(services, { showId: (await addShow(services, { hidden: true })).id });
    const hiddenShow = await addIdea(services, { episodeId: episode.id });
    const hidden = await addIdea(services, { episodeId: corpus.episodes.alphaToday.id, hidden: true });
    const answers = await Promise.all(
      [UNKNOWN, hidden.id, hiddenShow.id, 'nonsense', "'; DROP TABLE idea; --", '%00', '%F0%9F'].map((id) =>
        read(key, id),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'not_found', message: 'There is no idea with this id.' });
    }
    expect(await used(key)).toBe(0);
  });

  it('serves a superseded idea by its id and says so', async () => {
    const { key } = await accountWithKey(services);
    const old = await addIdea(services, { episodeId: corpus.episodes.alphaToday.id, supersededAt: NOON });
    const { status, body } = await read(key, old.id);
    expect(status).toBe(200);
    expect(body.superseded).toBe(true);
  });

  it('is unlimited on Premium, and records what was read', async () => {
    const { key, accountId } = await accountWithKey(services, { plan: 'premium' });
    for (const id of many.slice(0, 5)) expect((await read(key, id)).status).toBe(200);
    const { body } = await read(key, many[5]!);
    expect(body.quota.ideaReads).toEqual({
      used: 6,
      limit: null,
      remaining: null,
      resetsAt: '2026-09-16T00:00:00.000Z',
    });
    expect(body.hearItYourselfLocked).toBe(false);
    await setPlan(services.db, accountId, 'free');
    expect((await read(key, many[0]!)).body.quota.ideaReads).toMatchObject({
      used: 6,
      limit: 3,
      remaining: 0,
    });
    const { status, body: refused } = await read(key, many[6]!);
    expect(status).toBe(402);
    expect(refused.message).toBe('You have opened 6 full ideas today; the free plan has 3 a day.');
  });

  describe('validators', () => {
    it('stay the same while the quota changes, and answer 304 without a charge', async () => {
      const first = await accountWithKey(services);
      const { headers } = await read(first.key, many[0]!);
      const etag = headers.get('etag')!;
      await read(first.key, many[1]!);
      expect((await read(first.key, many[0]!)).headers.get('etag')).toBe(etag);
      const second = await accountWithKey(services);
      const unchanged = await read(second.key, many[0]!, {
        headers: { 'if-none-match': `"other", ${etag}` },
      });
      expect(unchanged.status).toBe(304);
      expect(unchanged.body).toBeNull();
      expect(unchanged.headers.get('etag')).toBe(etag);
      expect(unchanged.headers.get('cache-control')).toBe('private, no-cache');
      expect(await used(second.key)).toBe(0);
    });

    it('answer 304 even when the reads of the day are used up', async () => {
      const { key } = await accountWithKey(services);
      const yesterday = (await read(key, many[0]!)).headers.get('etag')!;
      services.setNow('2026-09-16T08:00:00Z');
      for (const id of many.slice(1, 4)) await read(key, id);
      const unchanged = await read(key, many[0]!, { headers: { 'if-none-match': yesterday } });
      expect(unchanged.status).toBe(304);
      expect(await used(key)).toBe(3);
    });

    it('charge a read when the copy is stale, and 404 comes before a match of anything', async () => {
      const { key } = await accountWithKey(services);
      const stale = await read(key, many[0]!, { headers: { 'if-none-match': 'W/"stale"' } });
      expect(stale.status).toBe(200);
      expect(await used(key)).toBe(1);
      expect((await read(key, UNKNOWN, { headers: { 'if-none-match': '*' } })).status).toBe(404);
    });

    it('tell who holds no copy of any whether it could be read, and spend nothing', async () => {
      const { key } = await accountWithKey(services);
      const any = (id: string) => read(key, id, { headers: { 'if-none-match': '*' } });
      expect((await any(many[0]!)).status).toBe(304);
      expect(await used(key)).toBe(0);
      for (const id of many.slice(0, 3)) await read(key, id);
      expect((await any(many[3]!)).status).toBe(402);
      expect((await any(many[0]!)).status).toBe(304);
      expect(await used(key)).toBe(3);
    });

    it('change with the content', async () => {
      const { key } = await accountWithKey(services);
      const idea = await addIdea(services, { episodeId: corpus.episodes.alphaToday.id });
      const before = (await read(key, idea.id)).headers.get('etag');
      await services.db.prisma.idea.update({ where: { id: idea.id }, data: { context: 'Corrected.' } });
      const after = await read(key, idea.id, { headers: { 'if-none-match': before! } });
      expect(after.status).toBe(200);
      expect(after.headers.get('etag')).not.toBe(before);
    });
  });

  it('spends nothing on HEAD and answers its status as GET would', async () => {
    const { key } = await accountWithKey(services);
    const head = await read(key, many[0]!, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toBeNull();
    expect(await used(key)).toBe(0);
    expect(head.headers.get('etag')).toBe((await read(key, many[0]!)).headers.get('etag'));
    for (const id of many.slice(1, 3)) await read(key, id);
    expect((await read(key, many[3]!, { method: 'HEAD' })).status).toBe(402);
    expect((await read(key, many[0]!, { method: 'HEAD' })).status).toBe(200);
    expect((await read(key, UNKNOWN, { method: 'HEAD' })).status).toBe(404);
    expect(await used(key)).toBe(3);
  });
});

describe('GET /v1/agent/ideas/{ideaId}/media', () => {
  it('quotes the moment on Premium', async () => {
    const { key } = await accountWithKey(services, { plan: 'premium' });
    const { status, body } = await media(key, corpus.ideas.msftToday.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      ideaId: corpus.ideas.msftToday.id,
      quote: 'The backlog is longer than the factory can build. That is a fact, not a feeling.',
      startSeconds: 605,
      endSeconds: 618,
      timestamp: '10:05',
      episode: {
        id: corpus.episodes.betaToday.id,
        title: 'Software at the margin',
        publishedAt: '2026-09-15T07:00:00.000Z',
        guest: null,
      },
      show: { id: corpus.shows.beta.id, slug: 'beta', name: 'Beta Notes' },
      url: `http://earmark.test/ideas/${corpus.ideas.msftToday.id}`,
      audioUrl: expect.stringMatching(/^https:\/\/cdn\.example\.org\/\d+\.mp3$/),
      youtubeUrl: 'https://www.youtube.com/watch?v=abc123&t=605',
      attribution: expect.objectContaining({ source: 'Earmark' }),
    });
  });

  it('refuses a free account with the priced upgrade, for an idea with a moment and for one without', async () => {
    const { key } = await accountWithKey(services);
    for (const id of [corpus.ideas.nvdaToday.id, corpus.ideas.privateCompany.id]) {
      const { status, body } = await media(key, id);
      expect(status).toBe(402);
      expect(body).toMatchObject({
        error: 'premium_required',
        feature: 'idea_media',
        price: { currency: 'USD', monthly: 12, yearly: 120 },
        upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
        helpUrl: 'http://earmark.test/help/premium',
      });
      expect(body.resetsAt).toBeUndefined();
    }
  });

  it('answers 404 for an unknown, malformed or hidden idea on either plan', async () => {
    const free = await accountWithKey(services);
    const premium = await accountWithKey(services, { plan: 'premium' });
    const hidden = await addIdea(services, { episodeId: corpus.episodes.alphaToday.id, hidden: true });
    for (const { key } of [free, premium])
      for (const id of [UNKNOWN, 'nonsense', hidden.id]) expect((await media(key, id)).status).toBe(404);
  });

  it('answers 404 on Premium when nothing is timed, or the show keeps media off', async () => {
    const { key } = await accountWithKey(services, { plan: 'premium' });
    const untimed = await media(key, corpus.ideas.privateCompany.id);
    expect(untimed).toMatchObject({
      status: 404,
      body: { message: 'This idea has no timed moment to quote.' },
    });
    const show = await addShow(services, { mediaEnabled: false });
    const episode = await addEpisode(services, { showId: show.id });
    const idea = await addIdea(services, { episodeId: episode.id });
    expect(await media(key, idea.id)).toMatchObject({
      status: 404,
      body: { message: 'The show does not allow the words of this moment to be quoted.' },
    });
    expect((await read(key, idea.id)).body.hearItYourselfLocked).toBe(false);
  });

  it('keeps the quote within the licence and the window within 90 seconds', async () => {
    const { key } = await accountWithKey(services, { plan: 'premium' });
    const show = await addShow(services, { quoteChars: 60 });
    const episode = await addEpisode(services, { showId: show.id, enclosureUrl: 'not a link' });
    const idea = await addIdea(services, {
      episodeId: episode.id,
      quoteStartSeconds: 3725,
      quoteEndSeconds: 4000,
    });
    const { body } = await media(key, idea.id);
    expect(body).toMatchObject({
      quote: 'The backlog is longer than the factory can build.',
      startSeconds: 3725,
      endSeconds: 3815,
      timestamp: '1:02:05',
      audioUrl: null,
      youtubeUrl: null,
    });
  });

  it('needs the scope media:read, whatever the plan', async () => {
    const { key } = await accountWithKey(services, { scopes: ['ideas:read'] });
    const { status, body } = await media(key, UNKNOWN);
    expect(status).toBe(403);
    expect(body.missingScope).toBe('media:read');
  });
});

it('searching and refusals spend no read', async () => {
  const { key } = await accountWithKey(services);
  await call(services, 'GET', '/v1/agent/ideas', { key });
  await media(key, corpus.ideas.nvdaToday.id);
  expect(await used(key)).toBe(0);
});
