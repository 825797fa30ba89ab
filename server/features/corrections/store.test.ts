import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import type { Change } from '#server/features/corrections/rules.ts';
import { listReports, reviewReport } from '#server/features/corrections/store.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addIdea } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let seeded: Awaited<ReturnType<typeof seedCorpus>>;
let key: string;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  shareServices(services);
  seeded = await seedCorpus(services);
  ({ key } = await accountWithKey(services, { plan: 'premium' }));
  const subjects = ['NVDA', 'MSFT', 'BRK.B'].map((symbol) => ({ kind: 'ticker' as const, key: symbol }));
  await services.db.transaction((tx) => rebuildTheses(tx, subjects, services.clock()));
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const page = () => pageCaller(null, '10.1.1.1');
const get = (path: string, headers: Record<string, string> = {}) =>
  call(services, 'GET', path, { key, headers });
const msft = { symbol: 'MSFT', name: 'Microsoft', slug: 'microsoft' };
const asMsft: Change = {
  tickers: [msft],
  headline: 'Microsoft sells every seat it can',
  thesis: 'The Alpha Hour argues that packaging limits Microsoft.',
  context: null,
};

async function reported(ideaId: string) {
  await (await page()).corrections.report({
    ideaId,
    kind: 'ticker',
    text: 'This was about Microsoft.',
    contact: '',
  });
  return (await listReports(services.db, 'waiting', 10)).at(-1)!.id;
}
async function accepted(ideaId: string, change: Change, note = 'The guest named another company.') {
  const reportId = await reported(ideaId);
  return reviewReport(services.db, {
    reportId,
    outcome: 'accepted',
    note,
    now: services.clock(),
    amendment: { ideaId, change },
  });
}

describe('an accepted correction', () => {
  it('moves idea, counts, theses and timeline from one ticker to the other at once', async () => {
    const { id } = seeded.ideas.nvdaToday;
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(2);
    expect(await accepted(id, asMsft)).toMatchObject({
      kind: 'done',
      changed: expect.arrayContaining(['company or ticker', 'wording']),
    });
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(1);
    expect((await get('/v1/agent/tickers/MSFT/mentions')).body.mentionCount).toBe(2);
    const history = async (ticker: string) =>
      (await get(`/v1/agent/thesis-history?ticker=${ticker}`)).body.theses
        .flatMap((thesis: { statements: { ideaId: string }[] }) => thesis.statements)
        .map((statement: { ideaId: string }) => statement.ideaId);
    expect(await history('NVDA')).not.toContain(id);
    expect(await history('MSFT')).toContain(id);
    const weeks = (await get('/v1/agent/ticker-stance-timeline?ticker=MSFT')).body.weeks;
    expect(weeks.reduce((sum: number, week: { bullish: number }) => sum + week.bullish, 0)).toBe(1);
  });

  it('moves an idea from the page of its theme to another, and counts it there', async () => {
    const { id } = seeded.ideas.nvdaToday;
    await services.db.run(sql`
      INSERT INTO theme (slug, name) VALUES ('gold', 'Gold'), ('copper', 'Copper') ON CONFLICT DO NOTHING`);
    const named = (slug: string, name: string) => ({
      slug,
      name,
      etfs: [{ symbol: 'FUND', name: `${name} Fund` }],
    });
    const on = async (theme: string) =>
      (await get(`/v1/agent/ideas?theme=${theme}`)).body.ideas.map((idea: { id: string }) => idea.id);
    await accepted(id, { theme: named('gold', 'Gold'), keepWords: true });
    expect([await on('gold'), await on('copper')]).toEqual([[id], []]);
    await accepted(id, { theme: named('copper', 'Copper'), keepWords: true });
    expect([await on('gold'), await on('copper')]).toEqual([[], [id]]);
    expect((await get(`/v1/agent/ideas/${id}`)).body).toMatchObject({
      tickers: [],
      participationTheme: 'Copper',
      participationEtfs: [{ symbol: 'FUND', name: 'Copper Fund' }],
    });
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(1);
  });

  it('brings an idea back that repeated another, now that it is about something else', async () => {
    const { nvdaToday, nvdaDoubt } = seeded.ideas;
    await services.db.run(
      sql`UPDATE idea SET "repeatOf" = ${nvdaDoubt.id}::uuid WHERE id = ${nvdaToday.id}::uuid`,
    );
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(1);
    await accepted(nvdaToday.id, asMsft);
    expect((await get('/v1/agent/tickers/MSFT/mentions')).body.mentionCount).toBe(2);
  });

  it('of a first leaves one idea of those that repeated it, not all', async () => {
    const { nvdaToday, nvdaDoubt } = seeded.ideas;
    const again = await addIdea(services, { episodeId: nvdaDoubt.episodeId });
    await services.db.run(
      sql`UPDATE idea SET "repeatOf" = ${nvdaToday.id}::uuid WHERE id = ANY(${[nvdaDoubt.id, again.id]}::uuid[])`,
    );
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(1);
    await accepted(nvdaToday.id, asMsft);
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(1);
  });

  it('names the ideas of other episodes with the same talk, which may be wrong, too', async () => {
    const { nvdaToday, nvdaDoubt } = seeded.ideas;
    const again = await addIdea(services, { episodeId: nvdaDoubt.episodeId, headline: 'Told again' });
    await services.db.run(
      sql`UPDATE idea SET "repeatOf" = ${nvdaToday.id}::uuid WHERE id = ${again.id}::uuid`,
    );
    const others = [{ id: again.id, headline: 'Told again', show: expect.any(String) }];
    expect(await accepted(nvdaToday.id, { dropQuote: true })).toMatchObject({ others: [] });
    expect(await accepted(nvdaToday.id, { stance: 'MIXED' })).toMatchObject({ others });
    expect(await accepted(nvdaToday.id, asMsft)).toMatchObject({ others });
  });

  it.each([
    [
      'as speaker',
      { speaker: { name: 'dana  marsh', title: null, role: 'guest' }, keepWords: true },
      'Wrong.',
    ],
    [
      'as speaker, the family name first',
      { speaker: { name: 'Marsh, Dana', title: null, role: 'guest' }, keepWords: true },
      'Wrong.',
    ],
    [
      'as speaker with a middle initial',
      { speaker: { name: 'Dana R. Marsh', title: null, role: 'guest' }, keepWords: true },
      'Wrong.',
    ],
    ['in a text', { thesis: 'Dana Marsh on Nvidia: it costs less.' }, 'Wrong.'],
    ['in a risk', { riskFlags: ['Dana Marsh may leave.'] }, 'Wrong.'],
    ['in the note', { stance: 'MIXED' }, 'Dana Marsh said so.'],
  ] as const)('that names a withdrawn person %s is refused', async (_where, change, note) => {
    await withdrawPerson(services.db, 'Dana Marsh', services.clock(), { inAdvance: true });
    const { id } = seeded.ideas.nvdaToday;
    expect(await accepted(id, change, note)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('earmark person admit'),
    });
    expect(await accepted(id, { stance: 'MIXED' })).toMatchObject({ kind: 'done' });
  });

  it('to another company serves no risk or signal of the former one, but those that are given', async () => {
    const { episodeId } = seeded.ideas.nvdaToday;
    const nvda = {
      episodeId,
      riskFlags: ['Nvidia may lose its margin.'],
      validationSignals: ['Nvidia ships.'],
    };
    const [one, other] = [await addIdea(services, nvda), await addIdea(services, nvda)];
    await accepted(one.id, asMsft);
    await accepted(other.id, { ...asMsft, riskFlags: ['Microsoft may lose seats.'] });
    const served = async (id: string) => (await get(`/v1/agent/ideas/${id}`)).body;
    expect(await served(one.id)).toMatchObject({ riskFlags: [], validationSignals: [] });
    expect(await served(other.id)).toMatchObject({
      riskFlags: ['Microsoft may lose seats.'],
      validationSignals: [],
    });
  });

  it('is seen through every validator that was handed out', async () => {
    const { id } = seeded.ideas.nvdaToday;
    const paths = [`/v1/agent/ideas/${id}`, '/v1/agent/ideas?limit=5', '/v1/agent/digest'];
    const etags = new Map<string, string>();
    for (const path of paths) etags.set(path, (await get(path)).headers.get('etag')!);
    for (const path of paths) {
      expect((await get(path, { 'if-none-match': etags.get(path)! })).status, path).toBe(304);
    }
    await accepted(id, { stance: 'BALANCED' });
    for (const path of paths) {
      const answer = await get(path, { 'if-none-match': etags.get(path)! });
      expect(answer.status, path).toBe(200);
    }
    expect((await get(paths[0]!)).body).toMatchObject({ stance: 'BALANCED', direction: 'neutral' });
  });

  it('is told on the page of the idea and in the public list, without what was wrong', async () => {
    const { id } = seeded.ideas.nvdaToday;
    await accepted(
      id,
      { speaker: { name: 'Lee Park', title: null, role: 'guest' }, keepWords: true },
      'Wrong guest.',
    );
    services.setNow(new Date(services.clock().getTime() + 60_000));
    await accepted(id, { stance: 'MIXED' }, 'Both sides were argued.');
    const { corrections } = await (await page()).pages.idea({ id });
    expect(corrections).toMatchObject([
      { note: 'Both sides were argued.', changed: ['stance'] },
      { note: 'Wrong guest.', changed: ['risks and signals', 'speaker'] },
    ]);
    const recent = await (await page()).corrections.recent();
    expect(recent.map((one) => [one.ideaId, one.show])).toEqual([
      [id, 'The Alpha Hour'],
      [id, 'The Alpha Hour'],
    ]);
    expect(JSON.stringify([corrections, recent])).not.toContain('Dana Reyes');
  });

  it('that withholds a stance takes the idea from every side, and is told as any other', async () => {
    const { id } = seeded.ideas.nvdaToday;
    expect(await accepted(id, { stance: null })).toMatchObject({ kind: 'done', changed: ['stance'] });
    expect((await get(`/v1/agent/ideas/${id}`)).body).toMatchObject({ stance: null, direction: null });
    const statements = (await get('/v1/agent/thesis-history?ticker=NVDA')).body.theses.flatMap(
      (thesis: { statements: { ideaId: string; stance: string }[] }) => thesis.statements,
    );
    expect(statements.find(({ ideaId }: { ideaId: string }) => ideaId === id).stance).toBe('not told');
    const [told] = (await (await page()).pages.idea({ id })).corrections;
    expect(told).toMatchObject({ changed: ['stance'] });
  });

  it('that withdraws an idea leaves nothing of it, in the public list neither', async () => {
    const { id } = seeded.ideas.nvdaToday;
    await accepted(id, { hide: true }, 'It was an advert.');
    expect((await get(`/v1/agent/ideas/${id}`)).status).toBe(404);
    expect(await (await page()).corrections.recent()).toEqual([]);
    expect((await get('/v1/agent/tickers/NVDA/mentions')).body.mentionCount).toBe(1);
  });

  it('is made once, whoever reviews at the same time', async () => {
    const { id } = seeded.ideas.nvdaToday;
    const reportId = await reported(id);
    const review = (stance: 'MIXED' | 'BALANCED') =>
      reviewReport(services.db, {
        reportId,
        outcome: 'accepted',
        note: 'n',
        now: services.clock(),
        amendment: { ideaId: id, change: { stance } },
      });
    const kinds = (await Promise.all([review('MIXED'), review('BALANCED')])).map((done) => done.kind);
    expect(kinds.sort()).toEqual(['done', 'reviewed']);
  });

  it('that changes nothing is refused, and the report stays open', async () => {
    const { id } = seeded.ideas.nvdaToday;
    expect(await accepted(id, { stance: 'BULLISH' })).toMatchObject({ kind: 'refused' });
    expect(await listReports(services.db, 'waiting', 10)).toHaveLength(1);
  });
});

describe('reporting', () => {
  it('keeps no mark that would turn the words beside the report', async () => {
    const { id: ideaId } = seeded.ideas.msftToday;
    const report = { ideaId, kind: 'other' as const, contact: '' };
    const marks = '\u202e\u2066';
    await (await page()).corrections.report({ ...report, text: `It is ${marks}wrong: עברית.` });
    expect((await listReports(services.db, 'waiting', 10)).map(({ text }) => text)).toEqual([
      'It is wrong: עברית.',
    ]);
    const empty = (await page()).corrections.report({ ...report, text: marks.repeat(10) });
    await expect(empty).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused for an idea that nobody may see, and past twenty an hour from one address', async () => {
    const { id } = seeded.ideas.msftToday;
    const send = async (ideaId: string) =>
      (await page()).corrections.report({
        ideaId,
        kind: 'other',
        text: 'Something is wrong here.',
        contact: '',
      });
    await accepted(seeded.ideas.berkshire.id, { hide: true });
    await expect(send(seeded.ideas.berkshire.id)).rejects.toMatchObject({ cause: { code: 'not_found' } });
    for (let sent = 0; sent < 18; sent++) await send(id);
    await expect(send(id)).rejects.toMatchObject({ cause: { code: 'rate_limited' } });
  });

  it('that is declined changes nothing but the report', async () => {
    const { id } = seeded.ideas.msftToday;
    const before = (await get(`/v1/agent/ideas/${id}`)).body;
    const reportId = await reported(id);
    const review = {
      reportId,
      outcome: 'declined',
      note: 'It is right.',
      now: services.clock(),
      amendment: null,
    } as const;
    expect(await reviewReport(services.db, review)).toMatchObject({ kind: 'done', idea: null });
    expect((await get(`/v1/agent/ideas/${id}`)).body.headline).toBe(before.headline);
    expect(await listReports(services.db, 'waiting', 10)).toEqual([]);
    expect((await (await page()).pages.idea({ id })).corrections).toEqual([]);
  });
});
