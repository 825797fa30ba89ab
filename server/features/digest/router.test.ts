import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower as reader } from '#server/testing/alerts.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  hoursBefore,
  type SeededIdea,
  setHidden,
} from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const NOON = '2026-09-15T12:00:00Z';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;

beforeAll(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
});
afterAll(() => services.close());
beforeEach(() => services.setNow(NOON));

const digest = (key: string, query = '') => call(services, 'GET', `/v1/agent/digest${query}`, { key });
const cards = (answer: { body: { ideas: { id: string; reason: string }[] } }) =>
  answer.body.ideas.map((idea) => [idea.id, idea.reason]);

async function follower(follows: {
  shows?: string[];
  tickers?: string[];
  held?: string[];
  saves?: string[];
}) {
  const account = await accountWithKey(services);
  const { prisma } = services.db;
  const { accountId } = account;
  for (const showId of follows.shows ?? []) await prisma.showFollow.create({ data: { accountId, showId } });
  for (const symbol of follows.tickers ?? [])
    await prisma.tickerFollow.create({ data: { accountId, symbol } });
  for (const symbol of follows.held ?? [])
    await prisma.tickerFollow.create({ data: { accountId, symbol, held: true } });
  for (const ideaId of follows.saves ?? []) await prisma.savedIdea.create({ data: { accountId, ideaId } });
  return account;
}

/** Leaves one thesis, with a statement of each idea. */
async function thesisOf(ideas: readonly SeededIdea[]) {
  await services.db.run(sql`DELETE FROM thesis`);
  const thesis = await services.db.prisma.thesis.create({
    data: {
      subjectKind: 'ticker',
      subjectKey: 'NVDA',
      line: 'supply',
      title: 'NVIDIA supply',
      state: 'first_heard',
      firstHeardAt: hoursBefore(services, 72),
      lastMentionAt: hoursBefore(services, 2),
      tickers: ['NVDA'],
    },
  });
  for (const idea of ideas)
    await services.db.prisma.thesisStatement.create({
      data: {
        thesisId: thesis.id,
        ideaId: idea.id,
        date: idea.publishedAt,
        showId: idea.showId,
        stance: 'bullish',
        depth: 3,
        relation: 'initiates',
        quote: 'A statement.',
      },
    });
}

describe('GET /v1/agent/digest with nothing followed', () => {
  it('answers the best of the day for everyone, a hint and shows to start with, and spends no read', async () => {
    const { key } = await accountWithKey(services);
    const answer = await digest(key);
    expect(answer.status).toBe(200);
    expect(cards(answer)).toEqual([
      [corpus.ideas.nvdaToday.id, 'top_today'],
      [corpus.ideas.msftToday.id, 'top_today'],
    ]);
    expect(answer.body).toMatchObject({
      summary: 'The digest for 2026-09-15 holds all 2 ideas aired in the 24 hours to 2026-09-15 12:00 UTC.',
      date: '2026-09-15',
      personalized: false,
      followedShowCount: 0,
      followedTickerCount: 0,
      ideaCount: 2,
      incomplete: false,
      windowHours: 24,
      latestIdeaAt: '2026-09-15T10:00:00.000Z',
    });
    expect(answer.body.hint).toContain('follow shows or tickers');
    expect(answer.body.recommendedShows.map((show: { name: string }) => show.name)).toEqual([
      'The Alpha Hour',
      'Beta Notes',
    ]);
    expect(answer.body.ideas.every((idea: object) => !('context' in idea))).toBe(true);
    expect((await call(services, 'GET', '/v1/agent/me', { key })).body.quotas.ideaReads.used).toBe(0);
  });

  it('stays with its 24 hours when they are empty', async () => {
    const { key } = await accountWithKey(services);
    const { body } = await digest(key, '?date=2026-08-01');
    expect(body).toMatchObject({ ideas: [], ideaCount: 0, windowHours: 24, latestIdeaAt: null });
    expect(body.summary).toContain('holds no ideas from any show: none aired in');
  });

  it('says when the latest idea aired, though the day holds none', async () => {
    const { key } = await accountWithKey(services);
    const { body } = await digest(key, '?date=2026-09-13');
    expect(body).toMatchObject({ ideas: [], latestIdeaAt: '2026-09-12T12:00:00.000Z' });
  });
});

describe('GET /v1/agent/digest of what is followed', () => {
  it('holds only what touches a follow, and counts the whole window', async () => {
    const { key } = await follower({ shows: [corpus.shows.beta.id], tickers: ['KO'] });
    const answer = await digest(key);
    expect(cards(answer)).toEqual([[corpus.ideas.msftToday.id, 'followed_podcast']]);
    expect(answer.body).toMatchObject({
      personalized: true,
      followedShowCount: 1,
      followedTickerCount: 1,
      ideaCount: 2,
      hint: null,
      summary:
        'The digest for 2026-09-15 holds 1 idea from the followed show or on the followed ticker, out of 2 ideas aired in the 24 hours to 2026-09-15 12:00 UTC.',
    });
    expect(answer.body.recommendedShows).toBeUndefined();
  });

  it('gives the first reason that holds', async () => {
    const { nvdaToday, msftToday } = corpus.ideas;
    const reasonFor = async (follows: Parameters<typeof follower>[0], id: string) => {
      const answer = await digest((await follower(follows)).key);
      return cards(answer).find(([card]) => card === id)?.[1];
    };
    expect(await reasonFor({ held: ['NVDA'], shows: [corpus.shows.alpha.id] }, nvdaToday.id)).toBe('holding');
    expect(await reasonFor({ tickers: ['NVDA'] }, nvdaToday.id)).toBe('followed_ticker');
    expect(await reasonFor({ shows: [corpus.shows.alpha.id] }, nvdaToday.id)).toBe('followed_podcast');
    expect(await reasonFor({ tickers: ['AMD'] }, msftToday.id)).toBeUndefined();
  });

  it('is an exposure to a theme for what is about that theme, not for what touches it', async () => {
    const { nvdaToday } = corpus.ideas;
    const chips = await addIdea(services, {
      episodeId: nvdaToday.episodeId,
      subjectKind: 'theme',
      subjectKey: 'semiconductors',
      subjectName: 'Semiconductors',
      tickers: [],
      themes: ['semiconductors'],
    });
    const answer = await digest((await follower({ tickers: ['AMD'] })).key);
    expect(cards(answer)).toEqual([[chips.id, 'followed_exposure']]);
    await setHidden(services, 'idea', [chips.id], true);
  });

  it('holds the next statement of a thesis that a saved idea belongs to', async () => {
    await thesisOf([corpus.ideas.nvdaDoubt, corpus.ideas.nvdaToday]);
    const { key } = await follower({ shows: [corpus.shows.alpha.id], saves: [corpus.ideas.nvdaDoubt.id] });
    expect(cards(await digest(key))).toEqual([[corpus.ideas.nvdaToday.id, 'saved_thesis']]);
    // Also when a later analysis replaced the saved idea: its successor is what the thesis holds.
    const { nvdaDoubt } = corpus.ideas;
    const renewed = await addIdea(services, { episodeId: nvdaDoubt.episodeId });
    await services.db.run(
      sql`UPDATE thesis_statement SET "ideaId" = ${renewed.id}::uuid WHERE "ideaId" = ${nvdaDoubt.id}::uuid`,
    );
    const superseded = (at: string | null) =>
      services.db.run(sql`UPDATE idea SET "supersededAt" = ${at} WHERE id = ${nvdaDoubt.id}::uuid`);
    await superseded(NOON);
    expect(cards(await digest(key))).toEqual([[corpus.ideas.nvdaToday.id, 'saved_thesis']]);
    await superseded(null);
    await services.db.run(sql`DELETE FROM idea WHERE id = ${renewed.id}::uuid`);
  });

  it('takes no saved idea for a continuation of itself', async () => {
    const { nvdaToday } = corpus.ideas;
    await thesisOf([nvdaToday]);
    const { key } = await follower({ tickers: ['KO'], saves: [nvdaToday.id] });
    expect((await digest(key)).body).toMatchObject({ ideas: [], windowHours: 72 });
  });

  it('takes what was said before a saved idea for no continuation of it', async () => {
    const { nvdaDoubt, nvdaToday } = corpus.ideas;
    await thesisOf([nvdaDoubt, nvdaToday]);
    const { key } = await follower({ tickers: ['KO'], saves: [nvdaToday.id] });
    const { body } = await digest(key, '?date=2026-09-12');
    expect(body).toMatchObject({ ideas: [], ideaCount: 1, windowHours: 72 });
    expect(body.summary).not.toContain('saved idea');
  });

  it('takes what was said earlier in the episode of a saved idea for no continuation of it, unlike what was said later', async () => {
    const { nvdaToday } = corpus.ideas;
    // The saved one is said at second 605.
    const saidAt = (timestampSeconds: number) =>
      addIdea(services, { episodeId: nvdaToday.episodeId, timestampSeconds });
    const [earlier, later] = [await saidAt(300), await saidAt(900)];
    await thesisOf([earlier, nvdaToday, later]);
    const { key } = await follower({ tickers: ['KO'], saves: [nvdaToday.id] });
    expect(cards(await digest(key))).toEqual([[later.id, 'saved_thesis']]);
    await services.db.run(sql`DELETE FROM idea WHERE id IN (${earlier.id}::uuid, ${later.id}::uuid)`);
  });

  it('takes a later analysis for no continuation of the saved idea that it replaced', async () => {
    const { nvdaToday } = corpus.ideas;
    await thesisOf([nvdaToday]);
    const replaced = await addIdea(services, { episodeId: nvdaToday.episodeId, supersededAt: NOON });
    const { key } = await follower({ tickers: ['KO'], saves: [replaced.id] });
    expect((await digest(key)).body).toMatchObject({ ideas: [], windowHours: 72 });
    await services.db.run(sql`DELETE FROM idea WHERE id = ${replaced.id}::uuid`);
  });

  it('looks back 72 hours when 24 hold nothing personal, and says so', async () => {
    const { key } = await follower({ tickers: ['BRK.B'] });
    const answer = await digest(key);
    expect(cards(answer)).toEqual([[corpus.ideas.berkshire.id, 'followed_ticker']]);
    expect(answer.body).toMatchObject({ windowHours: 72, ideaCount: 3, hint: null });
    expect(answer.body.summary).toContain('in the 72 hours to 2026-09-15 12:00 UTC');
  });

  it('hints what to do when 72 hours hold nothing personal either', async () => {
    const { key } = await follower({ tickers: ['KO'] });
    const { body } = await digest(key);
    expect(body).toMatchObject({ personalized: true, ideas: [], windowHours: 72 });
    expect(body.hint).toContain('follow more shows or tickers');
    expect(body.summary).toContain('holds no ideas on the followed ticker, out of');
  });

  it('is of a UTC day gone by when asked', async () => {
    const { key } = await follower({ shows: [corpus.shows.alpha.id] });
    const answer = await digest(key, '?date=2026-09-14');
    expect(cards(answer)).toEqual([[corpus.ideas.berkshire.id, 'followed_podcast']]);
    expect(answer.body.date).toBe('2026-09-14');
    expect(answer.body.summary).toContain('the 24 hours to the end of 2026-09-14 UTC');
  });

  it('cuts at the limit, best first', async () => {
    const { key } = await follower({ shows: [corpus.shows.alpha.id, corpus.shows.beta.id] });
    const answer = await digest(key, '?limit=1');
    expect(cards(answer)).toEqual([[corpus.ideas.nvdaToday.id, 'followed_podcast']]);
    expect(answer.body.ideaCount).toBe(2);
    expect(answer.body.summary).toContain(
      'holds the first of 2 ideas from any of 2 followed shows, out of 2 ideas aired',
    );
  });
});

describe('the edges of the window', () => {
  it('take an idea aired this moment and leave one aired 24 hours ago', async () => {
    const show = await addShow(services);
    const ideas: Record<string, string> = {};
    for (const [name, at] of Object.entries({
      now: '2026-09-15T12:00:00.000Z',
      later: '2026-09-15T12:00:00.001Z',
      dayAgo: '2026-09-14T12:00:00.000Z',
      within: '2026-09-14T12:00:00.001Z',
    })) {
      const episode = await addEpisode(services, { showId: show.id, publishedAt: at });
      ideas[name] = (await addIdea(services, { episodeId: episode.id, tickers: ['EDGE'] })).id;
    }
    const { key } = await follower({ shows: [show.id] });
    expect(new Set(cards(await digest(key)).map(([id]) => id))).toEqual(new Set([ideas.now, ideas.within]));
    await setHidden(services, 'show', [show.id], true);
  });
});

describe('what a digest leaves out', () => {
  it('hidden and superseded ideas, and a follow of a hidden show', async () => {
    const show = await addShow(services);
    const episode = await addEpisode(services, { showId: show.id });
    const kept = await addIdea(services, { episodeId: episode.id });
    await addIdea(services, { episodeId: episode.id, hidden: true });
    await addIdea(services, { episodeId: episode.id, supersededAt: NOON });
    const { key } = await follower({ shows: [show.id] });
    expect(cards(await digest(key))).toEqual([[kept.id, 'followed_podcast']]);
    await setHidden(services, 'show', [show.id], true);
    expect((await digest(key)).body).toMatchObject({ personalized: false, followedShowCount: 0 });
  });
});

describe('incomplete', () => {
  it.each([
    ['pending', true],
    ['transcribed', true],
    ['processed', false],
    ['failed', false],
    ['no_transcript', false],
  ] as const)('with an episode %s in the window is %s', async (state, incomplete) => {
    const show = await addShow(services);
    await addEpisode(services, { showId: show.id, state, publishedAt: '2026-09-03T05:00:00Z' });
    const { key } = await accountWithKey(services);
    expect((await digest(key, '?date=2026-09-03')).body.incomplete).toBe(incomplete);
    expect((await digest(key, '?date=2026-09-02')).body.incomplete).toBe(false);
    await setHidden(services, 'show', [show.id], true);
    expect((await digest(key, '?date=2026-09-03')).body.incomplete).toBe(false);
  });
});

it.each([
  ['date=2026-09-16', 'date'],
  ['date=9999-12-31', 'date'],
  ['date=2026-13-01', 'date'],
  ['limit=0', 'limit'],
  ['limit=51', 'limit'],
])('refuses %s with 422 naming %s', async (query, field) => {
  const { key } = await accountWithKey(services);
  const { status, body } = await digest(key, `?${query}`);
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: 'invalid_request', field });
});

it('answers a day before all podcasts with nothing', async () => {
  const { key } = await accountWithKey(services);
  for (const date of ['0000-01-01', '0001-01-01', '1970-01-01'])
    expect((await digest(key, `?date=${date}`)).status).toBe(200);
});

describe('the days around a digest', () => {
  it('lead back and on, never past today', async () => {
    shareServices(services);
    const { digest: days } = await (await reader(services, {})).caller();
    expect(await days.daysAround({ date: '2026-09-15' })).toEqual({ before: '2026-09-14', after: null });
    expect(await days.daysAround({ date: '2026-09-10' })).toEqual({
      before: '2026-09-09',
      after: '2026-09-11',
    });
  });
});

describe('the last day that a digest holds something of', () => {
  const LATE = '2027-02-01';
  const lastHeld = async (date: string, follows: Parameters<typeof reader>[1] = {}) => {
    services.setNow(`${LATE}T12:00:00Z`);
    shareServices(services);
    return (await (await reader(services, follows)).caller()).digest.lastHeld({ date });
  };

  it('is for everybody the last before it on which anything was argued', async () => {
    expect(await lastHeld(LATE)).toBe('2026-09-15');
    expect(await lastHeld('2020-01-01')).toBeNull();
  });

  it('is the last of what is followed, and none when nothing was said of it', async () => {
    const berkshire = corpus.ideas.berkshire.publishedAt.toISOString().slice(0, 10);
    expect(await lastHeld(LATE, { tickers: ['BRK.B'] })).toBe(berkshire);
    expect(await lastHeld(LATE, { tickers: ['ZTS'] })).toBeNull();
    expect(await lastHeld(LATE, { shows: [corpus.shows.alpha.id] })).toBe('2026-09-15');
  });

  it('is one of a theme, a fund or a saved thesis, as its digest tells it', async () => {
    const show = await addShow(services);
    const on = async (day: string, idea: Partial<Parameters<typeof addIdea>[1]>) => {
      const episode = await addEpisode(services, { showId: show.id, publishedAt: `${day}T10:00:00Z` });
      return addIdea(services, { episodeId: episode.id, tickers: [], entities: [], ...idea });
    };
    const nuclear = { subjectKind: 'theme', subjectKey: 'nuclear', subjectName: 'Nuclear' } as const;
    const ideas = [
      await on('2026-10-01', nuclear),
      await on('2026-10-03', {
        ...{ subjectKind: 'company', subjectKey: 'x-energy', themes: ['nuclear'] },
        participationEtfs: [{ symbol: 'URA', name: 'Global X Uranium ETF' }],
      }),
      await on('2026-10-05', { subjectKind: 'company', subjectKey: 'anthropic' }),
      await on('2026-10-07', { subjectKind: 'company', subjectKey: 'anthropic' }),
    ];
    shareServices(services);
    const saving = await reader(services, { tickers: ['ZTS'] });
    await services.db.prisma.savedIdea.create({
      data: { accountId: saving.accountId, ideaId: ideas[2]!.id },
    });
    await thesisOf(ideas.slice(2));
    const days = await Promise.all([
      lastHeld('2026-10-03', { tickers: ['CCJ'] }),
      lastHeld(LATE, { tickers: ['URA'] }),
      (await saving.caller()).digest.lastHeld({ date: LATE }),
    ]);
    expect(days).toEqual(['2026-10-01', '2026-10-03', '2026-10-07']);
    await setHidden(services, 'show', [show.id], true);
  });
});

describe('a talk that two shows published within a day', () => {
  const published = async (symbol: string) => {
    const [first, again] = [await addShow(services), await addShow(services)];
    const on = async (showId: string, hours: number) => {
      const episode = await addEpisode(services, { showId, publishedAt: hoursBefore(services, hours) });
      return addIdea(services, { episodeId: episode.id, tickers: [symbol] });
    };
    const ideas = { first: await on(first.id, 3), repeat: await on(again.id, 1) };
    await services.db.run(
      sql`UPDATE idea SET "repeatOf" = ${ideas.first.id}::uuid WHERE id = ${ideas.repeat.id}::uuid`,
    );
    return ideas;
  };

  beforeEach(() => services.setNow('2026-10-25T12:00:00Z'));

  it('is one card, of the first, and counts once', async () => {
    const { first, repeat } = await published('QCOM');
    const { key } = await follower({ shows: [repeat.showId], tickers: ['QCOM'] });
    const answer = await digest(key);
    expect(cards(answer)).toEqual([[first.id, 'followed_ticker']]);
    expect(answer.body.ideaCount).toBe(1);
  });

  it('is a card of the repeat for whoever follows its show alone, and counts once', async () => {
    services.setNow('2026-10-27T12:00:00Z');
    const { repeat } = await published('TXN');
    const { key } = await follower({ shows: [repeat.showId] });
    const answer = await digest(key);
    expect(cards(answer)).toEqual([[repeat.id, 'followed_podcast']]);
    expect(answer.body.ideaCount).toBe(1);
  });
});
