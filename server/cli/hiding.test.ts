import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOf, withdrawal, withHeldBack, withPlaces } from '#server/cli/hiding.ts';
import { insertCorrection, listReports } from '#server/features/corrections/store.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let key: string;
let show: { id: string; slug: string; name: string };
let episodeId: string;
let ideaId: string;
beforeAll(async () => {
  services = await testServices();
  key = (await accountWithKey(services, { plan: 'premium' })).key;
}, 120_000);
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.run(sql`TRUNCATE show, thesis CASCADE`);
  show = await addShow(services, { embedEnabled: true });
  episodeId = (await addEpisode(services, { showId: show.id })).id;
  ideaId = (await addIdea(services, { episodeId })).id;
  await services.db.transaction((tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: 'NVDA' }], services.clock()),
  );
});

const status = async (path: string) => (await call(services, 'GET', path, { key })).status;
const body = async (path: string) => (await call(services, 'GET', path, { key })).body;

/** What a reader gets of the idea, by every way that leads to it. */
const served = async () => ({
  read: await status(`/v1/agent/ideas/${ideaId}`),
  media: await status(`/v1/agent/ideas/${ideaId}/media`),
  listed: (await body('/v1/agent/ideas')).ideas.length,
  mentions: (await body('/v1/agent/tickers/NVDA/mentions')).ideas.length,
  theses: (await body('/v1/agent/thesis-history?ticker=NVDA')).theses.length,
  episodeWidget: await status(`/v1/public/embed/episode/${episodeId}`),
});
const everywhere = { read: 200, media: 200, listed: 1, mentions: 1, theses: 1, episodeWidget: 200 };
const nowhere = { read: 404, media: 404, listed: 0, mentions: 0, theses: 0, episodeWidget: 404 };

const ofShow = async () => ({
  widget: await status(`/v1/public/embed/show/${show.slug}`),
  inCatalogue: (await body('/v1/agent/shows')).shows.map(({ slug }: { slug: string }) => slug),
  follow: (await call(services, 'POST', '/v1/agent/follows/shows', { key, body: { showId: show.slug } }))
    .status,
});

describe('earmark episode hide', { timeout: 60_000 }, () => {
  it('answers as unknown for the episode and its ideas everywhere, until it is shown again', async () => {
    expect(await served()).toEqual(everywhere);
    expect(await runCommand(services, ['episode', 'hide', episodeId])).toMatchObject({
      code: 0,
      data: { id: episodeId, hidden: true },
    });
    expect(await served()).toEqual(nowhere);
    expect((await ofShow()).inCatalogue).toEqual([show.slug]);
    await runCommand(services, ['episode', 'show', episodeId]);
    expect(await served()).toEqual(everywhere);
  });
});

describe('earmark show hide', { timeout: 60_000 }, () => {
  it('answers as unknown for the show and all that it published, until it is shown again', async () => {
    expect(await runCommand(services, ['show', 'hide', show.slug])).toMatchObject({
      code: 0,
      data: { slug: show.slug, hidden: true },
    });
    expect(await served()).toEqual(nowhere);
    expect(await ofShow()).toEqual({ widget: 404, inCatalogue: [], follow: 404 });
    await runCommand(services, ['show', 'show', show.slug]);
    expect(await served()).toEqual(everywhere);
    expect(await ofShow()).toEqual({ widget: 200, inCatalogue: [show.slug], follow: 200 });
  });
});

describe('earmark hide', { timeout: 60_000 }, () => {
  it.each(['idea', 'episode', 'show'] as const)('tells what comes forward of an %s', async (noun) => {
    const again: string[] = [];
    for (const publishedAt of ['2026-10-02T00:00:00Z', '2026-10-01T00:00:00Z']) {
      const other = await addEpisode(services, { showId: (await addShow(services)).id, publishedAt });
      again.push((await addIdea(services, { episodeId: other.id, headline: `Told on ${publishedAt}` })).id);
    }
    await services.db.run(sql`UPDATE idea SET "repeatOf" = ${ideaId}::uuid WHERE id = ANY(${again}::uuid[])`);
    const named = { idea: ideaId, episode: episodeId, show: show.slug }[noun];
    const run = await runCommand(services, [noun, 'hide', named]);
    const title = 'Told on 2026-10-01T00:00:00Z';
    expect(run.data).toMatchObject({ hidden: true, forward: [{ kind: 'idea', id: again[1], title }] });
    expect((await runCommand(services, [noun, 'show', named])).data).not.toHaveProperty('forward');
  });

  it('by a correction tells the same of what comes forward', async () => {
    const other = await addEpisode(services, {
      showId: (await addShow(services, { name: 'Second Airing' })).id,
    });
    const { id } = await addIdea(services, { episodeId: other.id, headline: 'Told again' });
    await services.db.run(sql`UPDATE idea SET "repeatOf" = ${ideaId}::uuid WHERE id = ${id}::uuid`);
    const report = { ideaId, kind: 'other', text: 'Never said.', contact: null, ip: '' } as const;
    await insertCorrection(services.db, report, services.clock());
    const [{ id: reportId } = { id: '' }] = await listReports(services.db, 'waiting', 1);
    const run = await runCommand(services, [
      ...['correction', 'accept', reportId],
      ...['--note', 'Never said.', '--hide'],
    ]);
    expect(run.data).toMatchObject({ others: [{ id, headline: 'Told again', show: 'Second Airing' }] });
  });

  it('prints the command for each of two hundred places, and how many more there are', () => {
    const places = Array.from({ length: 203 }, (_, n) => ({
      kind: 'idea',
      id: `id-${n}`,
      title: `Title ${n}`,
    }));
    const lines = withPlaces('Done.', 'Why.', places).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'Done.',
      'Why. Hide what is to go, too:',
      '  earmark idea hide id-0    Title 0',
    ]);
    expect(lines.slice(-2)).toEqual([
      '  earmark idea hide id-199    Title 199',
      '  and 3 more: all with --json',
    ]);
    expect(withPlaces('Done.', 'Why.', [])).toBe('Done.');
    const again = placeOf({ id: 'id-0', headline: 'Title', show: 'Second Airing' });
    expect(withPlaces('Done.', 'Why.', [again])).toContain('earmark idea hide id-0    Title (Second Airing)');
  });

  it('prints no more of a title than a line of text, whatever a publisher put into it', () => {
    const title = 'Chips\u001b[31m\n  earmark show hide alpha';
    expect(
      withPlaces('Done.', 'Why.', [{ kind: 'episode', id: 'id-0', title }])
        .split('\n')
        .at(-1),
    ).toBe('  earmark episode hide id-0    Chips [31m   earmark show hide alpha');
  });

  it('names each idea that was held back, with the command that lists it after all', () => {
    expect(withHeldBack('Done.', ['id-0'])).toBe(
      [
        'Done.',
        '1 idea repeats what was hidden at another episode, and is hidden, too. To list what is right after all:',
        '  earmark idea show id-0',
      ].join('\n'),
    );
    expect(withHeldBack('Done.', [])).toBe('Done.');
    const many = Array.from({ length: 203 }, (_, n) => `id-${n}`);
    expect(withHeldBack('Done.', many).split('\n').slice(-2)).toEqual([
      '  earmark idea show id-199',
      '  and 3 more: all with --json',
    ]);
  });

  it.each(['idea', 'episode', 'show'])('fails for an unknown %s', async (noun) => {
    const run = await runCommand(services, [noun, 'hide', 'nobody-knows-it']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`There is no ${noun} nobody-knows-it.`);
  });
});

describe('earmark person withdraw', { timeout: 60_000 }, () => {
  const withdraw = (...args: string[]) => runCommand(services, ['person', 'withdraw', ...args]);
  const kept = async () =>
    services.db.rows(
      pick(tables.message, 'text', 'answer'),
      sql`SELECT text, answer FROM message ORDER BY "createdAt", id`,
    );
  beforeEach(async () => {
    const asked = { question: 'What was said about Nvidia?' };
    expect((await call(services, 'POST', '/v1/agent/ask', { key, body: asked })).body.answer).toContain(
      'the show',
    );
  });

  it.each([
    ['', 2, 'the name of somebody'],
    [' \u00a0 ', 2, 'the name of somebody'],
    ['the', 1, 'The record holds nobody called the; nothing was done.'],
    ['Nobody Known', 1, '--in-advance'],
  ])('refuses %j and leaves every kept answer as it was', async (name, code, told) => {
    const before = await kept();
    expect(await withdraw(name)).toMatchObject({ code, data: {}, stderr: expect.stringContaining(told) });
    expect(await kept()).toEqual(before);
    expect((await runCommand(services, ['person', 'admit', name])).code).toBe(code);
  });

  it('names what other episodes tell of the same talk, whoever they say spoke', async () => {
    const other = await addEpisode(services, {
      showId: (await addShow(services, { name: 'Second Airing' })).id,
    });
    const again = { episodeId: other.id, headline: 'Told again', speakerName: null };
    const { id } = await addIdea(services, again);
    await services.db.run(
      sql`UPDATE idea SET "speakerName" = 'Jane Roe', "repeatOf" = ${id}::uuid WHERE id = ${ideaId}::uuid`,
    );
    const { data } = await withdraw('Jane Roe');
    expect(data).toMatchObject({ others: [{ id, headline: 'Told again', show: 'Second Airing' }] });
  });

  it('counts one as one', () => {
    const taken = { ideas: 1, episodes: 1, answers: 0, beside: 0, others: [] };
    expect(withdrawal('Jane Roe', taken, { listed: [], hasMore: false })).toBe(
      '1 idea and 0 kept answers were taken out, and what Jane Roe says in 1 episode; nothing more is published under the name.',
    );
  });

  it('lists the first two hundred places that still name them, and says how to get the others', async () => {
    const title = 'With Jane Roe';
    for (let n = 0; n < 201; n += 1) await addEpisode(services, { showId: show.id, title });
    const first = await withdraw('Jane Roe');
    expect(first.data).toMatchObject({ hasMoreNamed: true });
    expect(first.data.named).toHaveLength(200);
    const [{ id } = { id: '' }] = first.data.named as { id: string }[];
    await runCommand(services, ['episode', 'hide', id]);
    expect((await withdraw('Jane Roe')).data).toMatchObject({ hasMoreNamed: false });

    const taken = { ideas: 1, episodes: 1, answers: 0, beside: 0, others: [] };
    const place = { kind: 'episode', id: 'id-0', title };
    expect(
      withdrawal('Jane Roe', taken, { listed: [place], hasMore: true })
        .split('\n')
        .slice(-2),
    ).toEqual([`  earmark episode hide id-0    ${title}`, '  and more: run it again for the rest']);
  });

  it('says how many ideas of others are read again', () => {
    const taken = { ideas: 1, episodes: 1, answers: 0, beside: 2, others: [] };
    expect(withdrawal('Jane Roe', taken, { listed: [], hasMore: false })).toContain(
      '2 ideas of others there are read again, and those replaced that the words left do not bear out.',
    );
  });

  it('takes a name in advance that was never heard', async () => {
    expect((await withdraw('Nobody Known', '--in-advance')).code).toBe(0);
    expect((await runCommand(services, ['person', 'admit', 'nobody  known'])).code).toBe(0);
  });
});
