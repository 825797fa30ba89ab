import { randomInt } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ATTRIBUTION_RULE, NO_DISCUSSION } from '#server/api/attribution.ts';
import { mintKey } from '#server/features/keys/rules.ts';
import { insertCorpusKey } from '#server/features/keys/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import type { ThesisAnswer } from '#server/features/theses/schema.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import type { Shape } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  type IdeaFixture,
  type SeededShow,
  setHidden,
} from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const PATH = '/v1/agent/thesis-history';
const NOW = '2026-09-15T12:00:00Z';

let services: TestServices;
let alpha: SeededShow;
let beta: SeededShow;
let free: string;
let premium: string;
let corpusKey: string;

beforeAll(async () => {
  services = await testServices({}, NOW);
  free = (await accountWithKey(services)).key;
  premium = (await accountWithKey(services, { plan: 'premium' })).key;
  const minted = mintKey('corpus', services.env.EARMARK_ENV, randomInt);
  const env = services.env.EARMARK_ENV;
  await insertCorpusKey(services.db, {
    email: 'a@example.org',
    purpose: null,
    ip: '10.9.9.9',
    env,
    minted,
    now: services.clock(),
  });
  corpusKey = minted.text;
});
afterAll(() => services.close());
beforeEach(async () => {
  services.setNow(NOW);
  await services.db.run(sql`TRUNCATE show, thesis CASCADE`);
  alpha = await addShow(services, { slug: 'alpha', name: 'The Alpha Hour' });
  beta = await addShow(services, { slug: 'beta', name: 'Beta 100% Notes' });
});

type Said = Partial<IdeaFixture> & { show?: SeededShow; on: string };

/** An idea that argues demand for NVDA unless told otherwise, with its thesis rebuilt. */
async function say({ show = alpha, on, ...given }: Said) {
  const episode = await addEpisode(services, {
    showId: show.id,
    publishedAt: `${on}T10:00:00Z`,
    title: `Episode of ${on}`,
  });
  const idea = await addIdea(services, {
    episodeId: episode.id,
    thesis: 'Demand grows.',
    statement: `${show.name} argues on ${on} that demand grows.`,
    subjectName: 'Nvidia',
    ...given,
  });
  await rebuild({
    kind: given.subjectKind ?? 'ticker',
    key: given.subjectKey ?? given.tickers?.[0] ?? 'NVDA',
  });
  return idea;
}

function rebuild(...subjects: Parameters<typeof rebuildTheses>[1][number][]) {
  return services.db.transaction((tx) => rebuildTheses(tx, subjects, services.clock()));
}

const history = (query: string, key?: string) =>
  call(services, 'GET', `${PATH}?${query}`, key ? { key } : {});
const idsOf = (theses: ThesisAnswer[]) =>
  theses.map((thesis) => thesis.statements.map((statement) => statement.ideaId));

describe('rule 1: without a Premium account', () => {
  it('answers each thesis with its latest statement, alike without a key, with a free-tier key and on a free account', async () => {
    const first = await say({ on: '2026-08-01' });
    const last = await say({ on: '2026-09-10', show: beta, stance: 'BEARISH', timestampSeconds: 605 });
    const open = await history('ticker=NVDA');
    expect(open.status).toBe(200);
    expect(open.body).toEqual({
      summary:
        'Earmark holds 1 line of argument on NVDA, first heard on 2026-08-01; the statement given is from Beta 100% Notes on 2026-09-10 (bearish). Earlier statements need Premium.',
      theses: [
        {
          thesisId: expect.any(String),
          title: 'Nvidia: growth and outlook',
          state: 'challenged',
          firstHeardAt: '2026-08-01T10:00:00.000Z',
          lastMentionAt: '2026-09-10T10:00:00.000Z',
          tickers: ['NVDA'],
          statements: [
            {
              date: '2026-09-10T10:00:00.000Z',
              show: 'Beta 100% Notes',
              episodeTitle: 'Episode of 2026-09-10',
              timestamp: '10:05',
              quote: 'Beta 100% Notes argues on 2026-09-10 that demand grows.',
              stance: 'bearish',
              relation: null,
              ideaId: last.id,
              url: `http://earmark.test/ideas/${last.id}`,
            },
          ],
          transitions: [],
          historyLocked: true,
        },
      ],
      historyLock: {
        message: expect.stringContaining('Premium'),
        upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
      },
      attribution: {
        source: 'Earmark',
        url: 'http://earmark.test/tickers/NVDA?utm_source=agent',
        rule: ATTRIBUTION_RULE,
      },
    });
    expect(JSON.stringify(open.body)).not.toContain(first.id);
    expect((await history('ticker=NVDA', corpusKey)).body).toEqual(open.body);
    expect((await history('ticker=NVDA', free)).body).toEqual(open.body);
  });

  it('locks nothing where nothing was withheld', async () => {
    await say({ on: '2026-09-10' });
    const { body } = await history('ticker=NVDA');
    expect(body.historyLock).toBeNull();
    expect(body.theses[0]).toMatchObject({ historyLocked: false, transitions: [] });
    expect(body.theses[0].statements[0].relation).toBeNull();
  });

  it('counts only what anyone may know of: a hidden or replaced idea locks nothing and is not shown', async () => {
    const hidden = await say({ on: '2026-09-12' });
    const replaced = await say({ on: '2026-09-11' });
    const kept = await say({ on: '2026-09-10' });
    await setHidden(services, 'idea', [hidden.id], true);
    await services.db.run(sql`UPDATE idea SET "supersededAt" = ${NOW} WHERE id = ${replaced.id}::uuid`);
    // Also before anything has rebuilt the thesis.
    for (const key of [undefined, premium]) {
      const { body } = await history('ticker=NVDA', key);
      expect(idsOf(body.theses)).toEqual([[kept.id]]);
      expect(body.historyLock).toBeNull();
    }
  });
});

describe('rule 2: filters and the lock', () => {
  it('admit or drop the latest statement, never an earlier one', async () => {
    await say({ on: '2026-08-01', show: alpha });
    const last = await say({ on: '2026-09-10', show: beta });
    expect(idsOf((await history('ticker=NVDA&show=beta')).body.theses)).toEqual([[last.id]]);
    expect(idsOf((await history('ticker=NVDA&since=2026-09-10')).body.theses)).toEqual([[last.id]]);
    for (const filter of ['show=alpha', 'since=2026-09-11']) {
      const { status, body } = await history(`ticker=NVDA&${filter}`);
      expect(status).toBe(200);
      expect(body.theses).toEqual([]);
      expect(body.historyLock).toMatchObject({ message: expect.any(String), upgradeUrl: expect.any(String) });
      expect(body.summary).toContain('No latest statement on NVDA passes the filters');
      expect(body.summary).toContain('Earlier statements exist and need Premium.');
    }
  });

  it('say so when what they leave has no earlier statements but what they drop has', async () => {
    await say({ on: '2026-08-01' });
    await say({ on: '2026-08-02' });
    const lone = await say({
      on: '2026-09-10',
      thesis: 'An antitrust ruling threatens it.',
      statement: 'An antitrust ruling threatens it.',
      headline: 'Court',
    });
    const { body } = await history('ticker=NVDA&since=2026-09-01');
    expect(idsOf(body.theses)).toEqual([[lone.id]]);
    expect(body.theses[0].historyLocked).toBe(false);
    expect(body.historyLock).not.toBeNull();
    expect(body.summary).toContain('The filters leave out every thesis that has earlier statements.');
  });

  it('never decide the lock', async () => {
    await say({ on: '2026-08-01' });
    const { body } = await history('ticker=NVDA&since=2027-01-01');
    expect(body).toMatchObject({ summary: NO_DISCUSSION, theses: [], historyLock: null });
    await say({ on: '2026-08-02' });
    const locks = await Promise.all(
      ['ticker=NVDA', 'ticker=NVDA&show=alpha', 'ticker=NVDA&show=none', 'ticker=NVDA&since=2027-01-01'].map(
        async (query) => (await history(query)).body.historyLock,
      ),
    );
    expect(locks.every((lock) => lock !== null)).toBe(true);
    expect(new Set(locks.map((lock) => JSON.stringify(lock))).size).toBe(1);
  });

  it('take the show’s name as it stands, whatever its case', async () => {
    const said = await say({ on: '2026-09-10', show: beta });
    expect(idsOf((await history('ticker=NVDA&show=100%25%20notes')).body.theses)).toEqual([[said.id]]);
    expect((await history('ticker=NVDA&show=b%25s')).body.theses).toEqual([]);
    expect((await history('ticker=NVDA&show=_eta')).body.theses).toEqual([]);
  });
});

describe('rule 3: a connector key on a Premium account', () => {
  it('answers every statement oldest first, relations, transitions and no lock', async () => {
    const first = await say({ on: '2026-01-10', timestampSeconds: 4505 });
    const revival = await say({ on: '2026-08-01', timestampSeconds: null });
    const against = await say({ on: '2026-08-02', show: beta, stance: 'BEARISH' });
    const { body } = await history('ticker=NVDA', premium);
    expect(body.historyLock).toBeNull();
    const [thesis] = body.theses;
    expect(thesis).toMatchObject({
      historyLocked: false,
      state: 'challenged',
      statements: [
        { ideaId: first.id, relation: 'initiates', timestamp: '75:05' },
        { ideaId: revival.id, relation: 'reiterates', timestamp: '' },
        { ideaId: against.id, relation: 'disputes', timestamp: '10:05' },
      ],
    });
    expect(thesis.transitions).toEqual([
      { at: '2026-03-11T10:00:00.000Z', fromState: 'first_heard', toState: 'dormant', ideaId: first.id },
      { at: '2026-08-01T10:00:00.000Z', fromState: 'dormant', toState: 'revived', ideaId: revival.id },
      { at: '2026-08-02T10:00:00.000Z', fromState: 'revived', toState: 'challenged', ideaId: against.id },
    ]);
    expect(body.summary).toBe(
      'Earmark holds 1 line of argument on NVDA, first heard on 2026-01-10; the 3 statements given are from 2 shows, the latest from Beta 100% Notes on 2026-08-02 (bearish).',
    );
  });

  it('filters statements and leaves every transition', async () => {
    await say({ on: '2026-01-10' });
    await say({ on: '2026-08-01', show: beta });
    const kept = await say({ on: '2026-08-02' });
    const { body } = await history('ticker=NVDA&show=alpha&since=2026-08-01', premium);
    expect(idsOf(body.theses)).toEqual([[kept.id]]);
    expect(body.theses[0].transitions).toHaveLength(2);
    expect((await history('ticker=NVDA&show=nobody', premium)).body).toMatchObject({
      summary: NO_DISCUSSION,
      theses: [],
      historyLock: null,
    });
  });

  it('answers the newest 50 statements of a thesis', async () => {
    const episode = await addEpisode(services, { showId: alpha.id, publishedAt: '2026-09-01T00:00:00Z' });
    for (let i = 0; i < 52; i++) {
      await addIdea(services, { episodeId: episode.id, thesis: 'Demand grows.', timestampSeconds: i });
    }
    await rebuild({ kind: 'ticker', key: 'NVDA' });
    const { body } = await history('ticker=NVDA', premium);
    const stamps = body.theses[0].statements.map((statement: { timestamp: string }) => statement.timestamp);
    expect(stamps).toHaveLength(50);
    expect([stamps[0], stamps.at(-1)]).toEqual(['00:02', '00:51']);
    expect(body.theses[0].historyLocked).toBe(false);
  });

  it('reads the plan on every call', async () => {
    await say({ on: '2026-09-01' });
    await say({ on: '2026-09-02' });
    const { key, accountId } = await accountWithKey(services);
    expect((await history('ticker=NVDA', key)).body.theses[0].statements).toHaveLength(1);
    await setPlan(services.db, accountId, 'premium');
    expect((await history('ticker=NVDA', key)).body.theses[0].statements).toHaveLength(2);
    await setPlan(services.db, accountId, 'free');
    expect((await history('ticker=NVDA', key)).body.theses[0].statements).toHaveLength(1);
  });

  it('is dormant by the clock alone, before anything has written it down', async () => {
    const said = await say({ on: '2026-09-01' });
    const { key } = await accountWithKey(services, { plan: 'premium' });
    services.setNow('2026-10-31T10:00:00Z');
    const { body } = await history('ticker=NVDA', key);
    expect(body.theses[0].state).toBe('dormant');
    expect(body.theses[0].transitions).toEqual([
      { at: '2026-10-31T10:00:00.000Z', fromState: 'first_heard', toState: 'dormant', ideaId: said.id },
    ]);
    expect((await history('ticker=NVDA')).body.theses[0].state).toBe('dormant');
  });
});

describe('rule 4: out of the corpus', () => {
  it.each([
    'ticker=ZZZZQ',
    'ticker=%3F%3F%3F',
    'ticker=ABCDEFGHIJKL',
    'thesisId=nope',
    'thesisId=00000000-0000-0000-0000-000000000001',
  ])('%s is the no-discussion sentence, attributed and unlocked', async (query) => {
    await say({ on: '2026-09-01' });
    await say({ on: '2026-09-02' });
    const { status, body } = await history(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: NO_DISCUSSION, theses: [], historyLock: null });
    expect(body.attribution.rule).toBe(ATTRIBUTION_RULE);
  });
});

describe('what is asked for', () => {
  it('takes a ticker in any form', async () => {
    const said = await say({ on: '2026-09-01', tickers: ['BRK.B'] });
    for (const form of ['BRK.B', 'brk-b', '%24BRK.B', 'BRK%2FB']) {
      expect(idsOf((await history(`ticker=${form}`)).body.theses)).toEqual([[said.id]]);
    }
  });

  it('takes one thesis by its id, and both only when they agree', async () => {
    await say({ on: '2026-09-01' });
    await say({ on: '2026-09-02', tickers: ['AMD'] });
    const { thesisId } = (await history('ticker=NVDA')).body.theses[0];
    const one = await history(`thesisId=${thesisId}`);
    expect(one.body.theses.map((thesis: ThesisAnswer) => thesis.thesisId)).toEqual([thesisId]);
    expect(one.body.attribution.url).toBe(`http://earmark.test/theses/${thesisId}?utm_source=agent`);
    expect((await history(`thesisId=${thesisId}&ticker=NVDA`)).body.theses).toHaveLength(1);
    expect((await history(`thesisId=${thesisId}&ticker=AMD`)).body.theses).toEqual([]);
  });

  it('lists theses about the ticker itself before those that touch it', async () => {
    await say({ on: '2026-09-01', tickers: ['AMD'], subjectName: 'AMD' });
    await say({ on: '2026-09-05', tickers: ['NVDA', 'AMD'], subjectKey: 'NVDA' });
    const { body } = await history('ticker=AMD');
    expect(body.theses.map((thesis: ThesisAnswer) => thesis.title)).toEqual([
      'AMD: growth and outlook',
      'Nvidia: growth and outlook',
    ]);
  });

  it('takes of a thesis on something else the statements about the ticker only', async () => {
    await say({ on: '2026-09-01' });
    const both = await say({ on: '2026-09-05', tickers: ['NVDA', 'AMD'], subjectKey: 'NVDA' });
    await say({ on: '2026-09-09' });
    const open = (await history('ticker=AMD')).body;
    expect(idsOf(open.theses)).toEqual([[both.id]]);
    expect(open).toMatchObject({ historyLock: null, theses: [{ historyLocked: false }] });
    expect(idsOf((await history('ticker=AMD', premium)).body.theses)).toEqual([[both.id]]);
    expect((await history('ticker=NVDA', premium)).body.theses[0].statements).toHaveLength(3);
    expect((await history('ticker=NVDA')).body.theses[0].historyLocked).toBe(true);
  });

  it('says what the answer holds in a sentence to quote', async () => {
    await say({ on: '2026-09-01' });
    await say({ on: '2026-09-05', show: beta });
    const { thesisId } = (await history('ticker=NVDA')).body.theses[0];
    const summary = async (query: string) => (await history(query, premium)).body.summary;
    expect(await summary(`thesisId=${thesisId}`)).toBe(
      'Earmark holds the thesis “Nvidia: growth and outlook”, first heard on 2026-09-01; the 2 statements given are from 2 shows, the latest from Beta 100% Notes on 2026-09-05 (bullish).',
    );
    expect(await summary('show=beta&since=2026-09-02')).toBe(
      'Earmark holds 1 line of argument with statements of shows whose name contains “beta” since 2026-09-02; the statement given is from Beta 100% Notes on 2026-09-05 (bullish).',
    );
    expect((await history('ticker=NVDA&show=alpha')).body.summary).toBe(
      'No latest statement on NVDA passes the filters (of shows whose name contains “alpha”). Earlier statements exist and need Premium.',
    );
  });

  it('counts for a locked caller, under a show, the theses whose latest statement is of such a show', async () => {
    await say({ on: '2026-09-01', show: beta });
    await say({ on: '2026-09-05', show: alpha });
    await say({ on: '2026-09-06', show: beta, tickers: ['AMD'], subjectName: 'AMD' });
    const summary = async (query: string, key?: string) => (await history(query, key)).body.summary;
    expect(await summary('show=beta', premium)).toMatch(
      /^Earmark holds 2 lines of argument with statements of shows whose name contains “beta”; /,
    );
    expect(await summary('show=beta')).toMatch(
      /^Earmark holds 1 line of argument whose latest statement is of a show whose name contains “beta”; /,
    );
    expect(await summary('show=beta&since=2026-09-02')).toMatch(
      /^Earmark holds 1 line of argument whose latest statement aired since 2026-09-02 and is of a show whose name contains “beta”; /,
    );
  });

  it('finds by a show alone the theses that it spoke of last', async () => {
    const first = await say({ on: '2026-08-01', show: alpha });
    expect(idsOf((await history('show=alpha')).body.theses)).toEqual([[first.id]]);
    const last = await say({ on: '2026-09-10', show: beta });
    expect((await history('show=alpha')).body.theses).toEqual([]);
    expect(idsOf((await history('show=beta')).body.theses)).toEqual([[last.id]]);
    await setIdeaHidden(services.db, last.id, true, services.clock());
    expect(idsOf((await history('show=alpha')).body.theses)).toEqual([[first.id]]);
    expect((await history('show=beta')).body.theses).toEqual([]);
  });

  it('answers the 20 theses most recently spoken of that pass, when only filters are given', async () => {
    for (let i = 0; i < 22; i++) {
      await say({
        on: `2026-08-${String(i + 1).padStart(2, '0')}`,
        tickers: [],
        subjectKind: 'company',
        subjectKey: `company-${i}`,
        subjectName: `Company ${i}`,
        show: i === 3 ? beta : alpha,
      });
    }
    const titles = (body: { theses: ThesisAnswer[] }) => body.theses.map((thesis) => thesis.title);
    const all = await history('since=2026-01-01');
    expect(titles(all.body)).toHaveLength(20);
    expect(titles(all.body)[0]).toBe('Company 21: growth and outlook');
    expect(titles((await history('show=beta')).body)).toEqual(['Company 3: growth and outlook']);
    expect(titles((await history('show=beta', premium)).body)).toEqual(['Company 3: growth and outlook']);
    expect(all.body.historyLock).toBeNull();
    await say({ on: '2026-07-01' });
    await say({ on: '2026-07-02' });
    expect((await history('show=beta')).body.historyLock).not.toBeNull();
  });

  it('leaves out a thesis whose only statement is hidden while the answer is read', async () => {
    const { id } = await say({ on: '2026-09-10' });
    const db: Db = {
      ...services.db,
      rows: async (shape: Shape | Sql, statement?: Sql) => {
        const rows = await services.db.rows(shape as Shape, statement as Sql);
        if (rows.some((row) => 'lastIdeaId' in row))
          await setIdeaHidden(services.db, id, true, services.clock());
        return rows;
      },
      cancelledBy: () => db,
      onOne: (work) => work(db),
    };
    const read = { ...services, db: { ...services.db, ...db } };
    const { status, body } = await call(read, 'GET', `${PATH}?ticker=NVDA`, { key: premium });
    expect([status, body.theses, body.summary]).toEqual([200, [], NO_DISCUSSION]);
  });

  it('counts shows of one name as the shows that they are', async () => {
    for (const on of ['2026-09-01', '2026-09-02'])
      await say({ on, show: await addShow(services, { name: 'Capital Notes' }) });
    expect((await history('ticker=NVDA', premium)).body.summary).toContain(
      'the 2 statements given are from 2 shows, the latest from Capital Notes',
    );
  });

  it.each([
    ['ticker=%20', 'ticker'],
    ['', 'ticker'],
    ['unknown=1', 'ticker'],
    ['ticker=', 'ticker'],
    ['ticker=ABCDEFGHIJKLM', 'ticker'],
    ['ticker=NVDA&since=yesterday', 'since'],
    ['ticker=NVDA&since=2026-02-30', 'since'],
    ['thesisId=', 'ticker'],
    ['ticker=N%00', 'ticker'],
  ])('refuses ?%s with 400 naming %s', async (query, field) => {
    const { status, body } = await history(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_request', field });
  });

  it('refuses a wrong key instead of answering as if there were none', async () => {
    expect((await history('ticker=NVDA', 'emk_live_wrong')).status).toBe(401);
  });
});
