import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, makeSample, setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;

beforeAll(async () => {
  services = await testServices();
  shareServices(services);
  corpus = await seedCorpus(services);
});
afterAll(() => services.close());

const anybody = () => pageCaller(null, '192.0.2.1');
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** What readers see while these rows are hidden. */
async function whileHidden<Seen>(
  table: 'idea' | 'show' | 'episode',
  id: string,
  look: () => Promise<Seen>,
): Promise<Seen> {
  await setHidden(services, table, [id], true);
  try {
    return await look();
  } finally {
    await setHidden(services, table, [id], false);
  }
}

describe('the front page', () => {
  it('shows the newest ideas whatever their day, of one moment the most fully argued first', async () => {
    const { nvdaToday } = corpus.ideas;
    const front = await (await anybody()).pages.front();
    expect(front.airedAt).toEqual(nvdaToday.publishedAt);
    expect(front.countedFrom).toEqual(new Date(nvdaToday.publishedAt.getTime() - 30 * 86_400_000));
    expect(front.ideas[0]?.id).toBe(nvdaToday.id);
    expect(front.ideas).toHaveLength(front.counts.ideas);
    const aired = front.ideas.map((idea) => Date.parse(idea.episode.publishedAt));
    expect(aired).toEqual([...aired].sort((a, b) => b - a));
  });

  it('sets one disagreement of the month beside them, and none of a hidden idea', async () => {
    const { nvdaToday, nvdaDoubt } = corpus.ideas;
    const front = async () => (await anybody()).pages.front();
    const { disagreement } = await front();
    expect([disagreement?.bullish.id, disagreement?.bearish.id]).toEqual([nvdaToday.id, nvdaDoubt.id]);
    expect((await whileHidden('idea', nvdaDoubt.id, front)).disagreement).toBeNull();
  });
});

describe('the two sides of a ticker', () => {
  const sides = async (asked: { order?: 'newest' | 'deepest'; week?: string }) =>
    (await anybody()).pages.sides({ on: { symbol: 'NVDA' }, ...asked });

  it('are told apart by stance, and a stance that is not told counts for neither', async () => {
    const { nvdaToday, nvdaDoubt } = corpus.ideas;
    const { id } = await addIdea(services, { episodeId: nvdaToday.episodeId, stance: null });
    const { bullish, bearish, other } = await sides({});
    expect([ids(bullish), ids(bearish), ids(other)]).toEqual([[nvdaToday.id], [nvdaDoubt.id], [id]]);
    await setHidden(services, 'idea', [id], true);
  });

  it('hold one week when it is asked for, and either order', async () => {
    const { nvdaToday } = corpus.ideas;
    const shallow = await addIdea(services, {
      episodeId: corpus.episodes.alphaLastWeek.id,
      discussionDepth: 5,
    });
    expect(ids((await sides({ order: 'newest' })).bullish)).toEqual([nvdaToday.id, shallow.id]);
    expect(ids((await sides({ order: 'deepest' })).bullish)).toEqual([shallow.id, nvdaToday.id]);
    expect(ids((await sides({ week: '2026-09-14' })).bullish)).toEqual([nvdaToday.id]);
    await setHidden(services, 'idea', [shallow.id], true);
  });
});

describe('the two sides of a theme', () => {
  it('hold what is about it; what is about another subject and touches it takes none of them', async () => {
    const { nvdaToday } = corpus.ideas;
    const chips = await addIdea(services, {
      episodeId: nvdaToday.episodeId,
      subjectKind: 'theme',
      subjectKey: 'semiconductors',
      subjectName: 'Semiconductors',
      tickers: [],
      themes: ['semiconductors'],
      stance: 'BEARISH',
    });
    const { bullish, bearish, other, beside } = await (await anybody()).pages.sides({
      on: { theme: 'semiconductors' },
    });
    expect([ids(bullish), ids(bearish), ids(other), ids(beside)]).toEqual([
      [],
      [chips.id],
      [],
      [nvdaToday.id],
    ]);
    await setHidden(services, 'idea', [chips.id], true);
  });
});

describe('an idea’s page', () => {
  it('sets the strongest other side beside it, and none for what nobody opposed', async () => {
    const { nvdaToday, nvdaDoubt, berkshire } = corpus.ideas;
    const pages = (await anybody()).pages;
    expect((await pages.idea({ id: nvdaToday.id })).opposing?.id).toBe(nvdaDoubt.id);
    expect((await pages.idea({ id: berkshire.id })).opposing).toBeNull();
  });

  it('sets beside it what the same show argued on the same subject in the episodes next to its own', async () => {
    const show = await addShow(services);
    const at = async (day: number, subjectKey = 'acme') => {
      const episode = await addEpisode(services, {
        showId: show.id,
        publishedAt: new Date(Date.UTC(2026, 7, day)),
      });
      return addIdea(services, { episodeId: episode.id, tickers: [], subjectKey });
    };
    const [oldest, before, own, after] = [await at(1), await at(2), await at(3), await at(5)];
    const others = [await at(4, 'other')];
    const { nextTo } = await (await anybody()).pages.idea({ id: own.id });
    expect([nextTo.speaker, nextTo.before?.id, nextTo.after?.id]).toEqual([null, before.id, after.id]);
    await setHidden(services, 'idea', ids([oldest, before, own, after, ...others]), true);
  });

  it('sets beside it what the same speaker argued on the same subject, on whatever show', async () => {
    const at = async (day: number, speaker: string) => {
      const show = await addShow(services);
      const episode = await addEpisode(services, {
        showId: show.id,
        publishedAt: new Date(Date.UTC(2026, 7, day)),
      });
      return addIdea(services, {
        episodeId: episode.id,
        tickers: [],
        subjectKey: 'bolt',
        speakerName: speaker,
      });
    };
    const [before, other, own] = [
      await at(1, 'Ruth Vane'),
      await at(2, 'Tom Ferro'),
      await at(3, 'Ruth Vane'),
    ];
    const { nextTo } = await (await anybody()).pages.idea({ id: own.id });
    expect([nextTo.speaker, nextTo.before?.id, nextTo.after]).toEqual(['Ruth Vane', before.id, null]);
    await setHidden(services, 'idea', ids([before, other, own]), true);
  });

  it('sets beside it no other episode’s publication of the same talk', async () => {
    const at = async (day: number, showId: string, speakerName: string | null, subjectKey: string) => {
      const publishedAt = new Date(Date.UTC(2026, 7, day));
      const episode = await addEpisode(services, { showId, publishedAt });
      return addIdea(services, { episodeId: episode.id, tickers: [], subjectKey, speakerName });
    };
    const repeats = (id: string, firstId: string) =>
      services.db.run(sql`UPDATE idea SET "repeatOf" = ${firstId}::uuid WHERE id = ${id}::uuid`);
    const [show, other] = [await addShow(services), await addShow(services)];
    const first = await at(1, show.id, 'Una Twice', 'twice');
    const repeat = await at(2, other.id, 'Una Twice', 'twice');
    const later = await at(3, other.id, 'Una Twice', 'twice');
    const ofShow = await at(1, show.id, null, 'rerun');
    const rerun = await at(2, show.id, null, 'rerun');
    await repeats(repeat.id, first.id);
    await repeats(rerun.id, ofShow.id);
    const beside = async (id: string) => {
      const { nextTo } = await (await anybody()).pages.idea({ id });
      return [nextTo.before?.id ?? null, nextTo.after?.id ?? null];
    };
    expect(await beside(first.id)).toEqual([null, later.id]);
    expect(await beside(repeat.id)).toEqual([null, later.id]);
    expect(await beside(later.id)).toEqual([first.id, null]);
    expect(await beside(ofShow.id)).toEqual([null, null]);
    await setHidden(services, 'idea', ids([first, repeat, later, ofShow, rerun]), true);
  });

  it('sets beside a replaced one nothing that says the same', async () => {
    const show = await addShow(services);
    const { id: episodeId } = await addEpisode(services, { showId: show.id });
    const say = (headline: string, supersededAt: string | null = null) =>
      addIdea(services, {
        episodeId,
        headline,
        thesis: `${headline}, the show says.`,
        tickers: [],
        supersededAt,
      });
    const old = await say('Margins hold', '2026-09-15T11:00:00Z');
    const [again, other] = [await say('Margins hold'), await say('Orders fall')];
    expect(ids((await (await anybody()).pages.idea({ id: old.id })).sameEpisode)).toEqual([other.id]);
    await setHidden(services, 'idea', ids([old, again, other]), true);
  });

  it('sets nothing hidden beside it', async () => {
    const { nvdaToday, nvdaDoubt } = corpus.ideas;
    const seen = await whileHidden('idea', nvdaDoubt.id, async () =>
      (await anybody()).pages.idea({ id: nvdaToday.id }),
    );
    expect(seen.opposing).toBeNull();
  });

  it.each(['idea', 'episode', 'show'] as const)('is not found while its %s is hidden', async (table) => {
    const { id, episodeId, showId } = corpus.ideas.nvdaToday;
    const hidden = { idea: id, episode: episodeId, show: showId }[table];
    await expect(
      whileHidden(table, hidden, async () => (await anybody()).pages.idea({ id })),
    ).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });
});

describe('an episode’s page', () => {
  it.each([
    ['pending', null, 'waiting'],
    ['transcribed', null, 'waiting'],
    ['transcribed', '2026-09-01T00:00:00Z', 'read'],
    ['processed', '2026-09-01T00:00:00Z', 'read'],
    ['no_transcript', null, 'no_transcript'],
    ['failed', null, 'failed'],
    ['failed', '2026-09-01T00:00:00Z', 'read'],
    ['no_transcript', '2026-09-01T00:00:00Z', 'read'],
  ] as const)('is told how far its reading came: %s, last read %s', async (state, processedAt, reading) => {
    const { id } = await addEpisode(services, { showId: corpus.shows.alpha.id, state });
    await services.db.run(
      sql`UPDATE episode SET "processedAt" = ${processedAt}::timestamptz WHERE id = ${id}::uuid`,
    );
    expect((await (await anybody()).pages.episode({ id })).episode).toMatchObject({ ideaCount: 0, reading });
    await services.db.run(sql`DELETE FROM episode WHERE id = ${id}::uuid`);
  });
});

it('pages serve the links of a feed without user and password', async () => {
  const { id } = await addShow(services);
  const secret = (path: string) => `https://user:secret@cdn.example.org/${path}`;
  await services.db.run(
    sql`UPDATE show SET link = ${secret('show')}, "artworkUrl" = ${secret('art.jpg')} WHERE id = ${id}::uuid`,
  );
  const episode = await addEpisode(services, {
    showId: id,
    enclosureUrl: secret('a.mp3'),
    link: secret('a'),
  });
  const idea = await addIdea(services, { episodeId: episode.id });
  const { pages } = await anybody();
  const served = [
    (await pages.show({ slug: id })).show,
    (await pages.episode({ id: episode.id })).episode,
    await pages.idea({ id: idea.id }),
  ];
  expect(served).toMatchObject([
    { link: 'https://cdn.example.org/show', artworkUrl: 'https://cdn.example.org/art.jpg' },
    { link: 'https://cdn.example.org/a', enclosureUrl: 'https://cdn.example.org/a.mp3' },
    { episodeLink: 'https://cdn.example.org/a', audioUrl: 'https://cdn.example.org/a.mp3' },
  ]);
  expect(JSON.stringify(served)).not.toContain('secret');
  await services.db.run(sql`DELETE FROM show WHERE id = ${id}::uuid`);
});

describe('the metered read of an idea', () => {
  it('is told by what it adds to the card, in numbers alone', async () => {
    const { id } = corpus.ideas.msftToday;
    const beyond = async () => (await (await anybody()).pages.idea({ id })).beyond;
    const { thesis } = await services.db.prisma.idea.findUniqueOrThrow({ where: { id } });
    const write = (context: string, riskFlags: string[]) =>
      services.db.prisma.idea.update({
        where: { id },
        data: { context, riskFlags, validationSignals: [], participationEtfs: [], speakerName: null },
      });
    await write(thesis, []);
    expect(await beyond()).toMatchObject({ sentences: 0, risks: 0, signals: 0, funds: 0, speaker: false });
    await write(`${thesis} The speaker says that leases are long.`, ['Leases may end.']);
    expect(await beyond()).toMatchObject({ sentences: 1, risks: 1, signals: 0, funds: 0, speaker: false });
  });
});

describe('a search for a reader', () => {
  it('says how many ideas are found, on every page of them', async () => {
    const { pages } = await anybody();
    const all = await pages.search({});
    expect(all.total).toBe(all.ideas.length);
    expect((await pages.search({ ticker: 'NVDA' })).total).toBe(
      all.ideas.filter((idea) => idea.tickers.includes('NVDA')).length,
    );
    expect((await pages.search({ ticker: 'NVDA', minDepth: '5', to: '2001-01-01' })).total).toBe(0);
    const byText = await pages.search({ q: 'NVDA' });
    expect(byText.total).toBe(byText.ideas.length);
  });

  it('refuses dates that are crossed', async () => {
    const crossed = (await anybody()).pages.search({ from: '2026-09-02', to: '2026-09-01' });
    await expect(crossed).rejects.toThrow('The dates are crossed');
    expect((await (await anybody()).pages.search({ from: '2026-09-15', to: '2026-09-15' })).total).toBe(2);
  });
});

describe('cards by id', () => {
  it('are those of listed ideas, in the order asked, whatever else is asked', async () => {
    const { nvdaToday, msftToday, berkshire } = corpus.ideas;
    const asked = [msftToday.id, 'no id', '00000000-0000-4000-8000-000000000000', berkshire.id, nvdaToday.id];
    const seen = await whileHidden('idea', berkshire.id, async () =>
      (await anybody()).pages.cards({ ids: asked }),
    );
    expect(ids(seen)).toEqual([msftToday.id, nvdaToday.id]);
  });
});

describe('the words around a quote', () => {
  const say = (episodeId: string, quote: string) =>
    services.db.run(sql`
      INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${episodeId}::uuid, 'text/vtt', '0', ${JSON.stringify(
        [
          [598, 599, null, 'It is simple.'],
          [600, 605, null, quote],
          [606, 609, null, 'This part is an advertisement.'],
          [610, 612, null, 'That is the limit.'],
        ],
      )}::jsonb)`);

  it('are Premium, as the quote is, and leave sponsor reads out', async () => {
    const { id, episodeId } = corpus.ideas.nvdaToday;
    const quote = 'Packaging limits them.';
    await services.db.run(sql`
      UPDATE idea SET quote = ${quote}, "quoteStartSeconds" = 600, "quoteEndSeconds" = 605 WHERE id = ${id}::uuid`);
    await services.db.run(sql`UPDATE episode SET "adRanges" = '[[605, 610]]' WHERE id = ${episodeId}::uuid`);
    await say(episodeId, quote);
    const free = await (await follower(services)).caller();
    await expect(free.pages.quoteContext({ id })).rejects.toMatchObject({
      cause: { code: 'premium_required' },
    });
    const paying = await follower(services, { plan: 'premium' });
    expect(await (await paying.caller()).pages.quoteContext({ id })).toEqual({
      before: 'It is simple.',
      after: 'That is the limit.',
    });
    await services.db.run(
      sql`UPDATE show SET "quoteChars" = 40 WHERE id = ${corpus.ideas.nvdaToday.showId}::uuid`,
    );
    expect(await (await paying.caller()).pages.quoteContext({ id })).toEqual({
      before: 'It is simple.',
      after: '',
    });
  });

  it('are promised on the page of an idea only while the show permits a quote', async () => {
    const { id, showId } = corpus.ideas.berkshire;
    await services.db.run(
      sql`UPDATE idea SET quote = 'Cash is a choice.', "quoteStartSeconds" = 600 WHERE id = ${id}::uuid`,
    );
    const promised = async (quoteChars: number) => {
      await services.db.run(sql`UPDATE show SET "quoteChars" = ${quoteChars} WHERE id = ${showId}::uuid`);
      return (await (await anybody()).pages.idea({ id })).hasQuote;
    };
    expect([await promised(0), await promised(280)]).toEqual([false, true]);
  });

  it('are not found where the show permits no quote', async () => {
    const { id, showId } = corpus.ideas.msftToday;
    await services.db.run(sql`UPDATE show SET "mediaEnabled" = false WHERE id = ${showId}::uuid`);
    const paying = await (await follower(services, { plan: 'premium' })).caller();
    await expect(paying.pages.quoteContext({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });
});

describe('the search page', () => {
  it('lists the newest first where that is asked for, page after page', async () => {
    const pages = (await anybody()).pages;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pages.search({ order: 'newest', ...(cursor ? { cursor } : {}) });
      seen.push(...page.ideas.map((idea) => idea.episode.publishedAt));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(seen.toSorted().reverse());
    expect(seen).toHaveLength((await pages.search({})).total!);
  });

  it('narrows by who speaks and on which side, and takes NOT, OR and phrases', async () => {
    const pages = (await anybody()).pages;
    const found = async (asked: Parameters<typeof pages.search>[0]) => (await pages.search(asked)).ideas;
    const bearish = await found({ stance: 'bearish' });
    expect(await found({ stance: 'BEARISH' as 'bearish' })).toEqual(bearish);
    expect(bearish.length).toBeGreaterThan(0);
    expect(bearish.every((idea) => idea.stance === 'BEARISH')).toBe(true);
    const { id } = await addIdea(services, { episodeId: corpus.ideas.nvdaToday.episodeId, stance: null });
    const untold = await found({ stance: 'not told' });
    expect(ids(untold)).toContain(id);
    expect(untold.every((idea) => idea.stance === null)).toBe(true);
    await setHidden(services, 'idea', [id], true);
    expect(await found({ person: 'Nobody Known' })).toEqual([]);
    const both = await found({ q: 'nvidia OR microsoft' });
    const without = await found({ q: 'nvidia OR microsoft NOT microsoft' });
    expect(without.length).toBeGreaterThan(0);
    expect(both.length).toBeGreaterThan(without.length);
  });

  it('finds a theme in whatever case its slug is written', async () => {
    const pages = (await anybody()).pages;
    for (const theme of ['semiconductors', 'Semiconductors'])
      expect([theme, ids((await pages.search({ theme })).ideas)]).toEqual([
        theme,
        [corpus.ideas.nvdaToday.id],
      ]);
  });

  it('finds the ideas of either symbol however OR is written, and none of a quoted phrase or a sentence', async () => {
    const found = async (q: string) => ids((await (await anybody()).pages.search({ q })).ideas);
    const both = ids([corpus.ideas.berkshire, corpus.ideas.msftToday]);
    for (const q of ['BRK-B OR MSFT', 'BRK-B or MSFT', 'brk-b or msft'])
      expect([q, await found(q)]).toEqual([q, both]);
    for (const q of ['"buy BRK-B OR MSFT OR sell"', 'will potatoes or MSFT'])
      expect([q, await found(q)]).toEqual([q, []]);
  });

  it('finds what the search of the API finds, a former symbol read as the present one', async () => {
    const { id } = await addIdea(services, {
      episodeId: corpus.episodes.alphaToday.id,
      tickers: ['META'],
      headline: 'Glasses before phones',
    });
    const reader = await follower(services, { plan: 'premium' });
    for (const asked of ['ticker=FB', 'q=FB', 'q=meta', 'ticker=$meta']) {
      const told = await call(services, 'GET', `/v1/agent/ideas?${asked}`, { key: reader.key });
      const seen = await (await reader.caller()).pages.search(Object.fromEntries(new URLSearchParams(asked)));
      expect([asked, ids(seen.ideas)]).toEqual([asked, [id]]);
      expect(ids(told.body.ideas)).toEqual([id]);
    }
    await services.db.run(sql`DELETE FROM idea WHERE id = ${id}::uuid`);
  });
});

describe('the list of shows', () => {
  it('finds a name whatever stands between its words', async () => {
    const { id } = await addShow(services, { name: 'Half-Way: Notes' });
    for (const q of ['half way', 'HALF-WAY notes', 'way: n'])
      expect([q, ids((await (await anybody()).pages.shows({ q })).shows)]).toEqual([q, [id]]);
  });

  it('goes on where its first page ended, also among shows of one name', async () => {
    const twins = [];
    for (let made = 0; made < 62; made++)
      twins.push(await addShow(services, { name: 'Twin Peaks of Value' }));
    const first = await (await anybody()).pages.shows({ q: 'twin peaks' });
    const second = await (await anybody()).pages.shows({ q: 'twin peaks', after: first.next! });
    expect(new Set(ids([...first.shows, ...second.shows]))).toEqual(new Set(ids(twins)));
    expect(second.next).toBeNull();
    expect(ids((await (await anybody()).pages.shows({ q: 'twin peaks', after: 'no place' })).shows)).toEqual(
      ids(first.shows),
    );
  });

  it('goes on where a page ended whose last show was removed since', async () => {
    for (let made = 0; made < 61; made++)
      await addShow(services, { name: `Removal ${String(made).padStart(2, '0')}` });
    const first = await (await anybody()).pages.shows({ q: 'removal' });
    await services.db.run(sql`DELETE FROM show WHERE id = ${first.shows.at(-1)!.id}::uuid`);
    const second = await (await anybody()).pages.shows({ q: 'removal', after: first.next! });
    expect(second.shows.map(({ name }) => name)).toEqual(['Removal 60']);
  });
});

describe('the page of a show', () => {
  it('leads to every episode, also where many aired at one moment', async () => {
    const show = await addShow(services);
    const aired = [];
    for (let made = 0; made < 14; made++)
      aired.push(await addEpisode(services, { showId: show.id, publishedAt: '2026-08-01T00:00:00Z' }));
    const first = await (await anybody()).pages.show({ slug: show.slug });
    const second = await (await anybody()).pages.show({ slug: show.slug, ...first.next });
    expect(ids([...first.episodes, ...second.episodes]).toSorted()).toEqual(ids(aired).toSorted());
    expect(second.next).toBeNull();
    await setHidden(services, 'show', [show.id], true);
  });

  it('tells how many of its episodes are read; one that is read again counts as read', async () => {
    const show = await addShow(services);
    await addEpisode(services, { showId: show.id, state: 'pending' });
    await addEpisode(services, { showId: show.id, state: 'no_transcript' });
    await addEpisode(services, { showId: show.id, state: 'pending', hidden: true });
    await addEpisode(services, { showId: show.id });
    const again = await addEpisode(services, { showId: show.id, state: 'pending' });
    await services.db.run(sql`UPDATE episode SET "processedAt" = now() WHERE id = ${again.id}::uuid`);
    expect((await (await anybody()).pages.show({ slug: show.slug })).show).toMatchObject({
      episodeCount: 4,
      readCount: 2,
    });
    await setHidden(services, 'show', [show.id], true);
  });
});

describe('fictional shows', () => {
  it('are told by id, and no real show of the same name', async () => {
    const sample = await addShow(services, { name: 'Shared name' });
    await addShow(services, { name: 'Shared name (fictional sample)' });
    await makeSample(services, sample.id);
    expect(await (await anybody()).pages.sampleShows()).toEqual([sample.id]);
  });
});

describe('the page of a ticker', () => {
  it('leads to the other share class that holds the ideas on its company, to none that holds nothing', async () => {
    const { pages } = await anybody();
    expect(await pages.ticker({ symbol: 'BRK.A' })).toMatchObject({
      ideaCount: 0,
      otherClasses: [{ symbol: 'BRK.B', ideas: 1 }],
    });
    expect((await pages.ticker({ symbol: 'BRK.B' })).otherClasses).toEqual([]);
  });
});

describe('the page of a company', () => {
  const company = async (slug: string) => (await anybody()).pages.company({ slug });

  it('holds what was said of it before its listing, which its ticker leads to', async () => {
    const { episodeId } = corpus.ideas.nvdaToday;
    const spoken = { subjectKey: 'spacex', subjectName: 'SpaceX', tickers: [] };
    const idea = await addIdea(services, { episodeId, ...spoken });
    expect(await company('SpaceX')).toMatchObject({
      slug: 'spacex',
      name: 'SpaceX',
      symbol: 'SPCX',
      ideaCount: 1,
    });
    const { pages } = await anybody();
    expect((await pages.ticker({ symbol: 'SPCX' })).beforeListing).toEqual({ slug: 'spacex', ideas: 1 });
    expect((await pages.idea({ id: idea.id })).company).toEqual({ slug: 'spacex', name: 'SpaceX' });
    await setHidden(services, 'idea', [idea.id], true);
    expect(await company('spacex')).toMatchObject({ symbol: 'SPCX', ideaCount: 0 });
    expect((await pages.ticker({ symbol: 'SPCX' })).beforeListing).toBeNull();
  });

  it('is there for a company that is known, and for no other without an idea', async () => {
    expect(await company('openai')).toMatchObject({ name: 'OpenAI', symbol: null, ideaCount: 0 });
    await expect(company('no-such-company')).rejects.toThrow('Nothing was found');
  });

  it('lists its theses, those of its ticker since the listing', async () => {
    const { pages } = await anybody();
    const made = async (subjectKind: string, subjectKey: string) => {
      const at = new Date('2026-09-14T00:00:00Z');
      const data = {
        subjectKind,
        subjectKey,
        line: 'demand',
        title: 'Demand',
        state: 'first_heard',
        tickers: [],
      };
      return services.db.prisma.thesis.create({ data: { ...data, firstHeardAt: at, lastMentionAt: at } });
    };
    const [own, listed] = [await made('company', 'openai'), await made('ticker', 'SPCX')];
    expect(ids((await pages.companyArgued({ slug: 'openai' })).theses)).toEqual([own.id]);
    expect(ids((await pages.companyArgued({ slug: 'spacex' })).theses)).toEqual([listed.id]);
    await services.db.run(sql`TRUNCATE thesis CASCADE`);
  });
});

describe('the methodology page', () => {
  it('is told how many episodes each engine read last, none of a hidden show', async () => {
    const readBy = async () => (await anybody()).pages.readBy();
    const before = await readBy();
    const read = (id: string, engineVersion: string) =>
      services.db.prisma.episode.update({ where: { id }, data: { state: 'processed', engineVersion } });
    const show = await addShow(services);
    for (const version of ['rules-2.12.0+words', 'rules-2.11.0', 'model-1.0.0'])
      await read((await addEpisode(services, { showId: show.id })).id, version);
    expect(await readBy()).toEqual({ rules: before.rules + 2, model: before.model + 1 });
    await setHidden(services, 'show', [show.id], true);
    expect(await readBy()).toEqual(before);
  });
});

describe('the corpus in figures', () => {
  it('counts what was read, also while it is read again', async () => {
    const counts = async () => (await (await anybody()).pages.front()).counts;
    const { shows, episodes } = await counts();
    const { id: showId } = await addShow(services);
    await addEpisode(services, { showId, state: 'pending' });
    expect(await counts()).toMatchObject({ shows, episodes });
    const { id } = await addEpisode(services, { showId });
    expect(await counts()).toMatchObject({ shows: shows + 1, episodes: episodes + 1 });
    await services.db.run(
      sql`UPDATE episode SET state = 'pending', "processedAt" = now() WHERE id = ${id}::uuid`,
    );
    expect(await counts()).toMatchObject({ shows: shows + 1, episodes: episodes + 1 });
  });
});

describe('the sitemap', () => {
  it('lists every kind of page, and nothing hidden or not read', async () => {
    const { nvdaToday, berkshire } = corpus.ideas;
    const paths = async () => (await (await anybody()).pages.sitemap()).map(({ path }) => path);
    expect(await paths()).toEqual(
      expect.arrayContaining([
        `/ideas/${nvdaToday.id}`,
        `/episodes/${nvdaToday.episodeId}`,
        '/shows/alpha',
        '/tickers/BRK.B',
        '/themes/semiconductors',
        '/people/Dana%20Reyes',
      ]),
    );
    const unread = await addShow(services);
    const waiting = await addEpisode(services, { showId: unread.id, state: 'pending' });
    expect(await paths()).not.toContain(`/shows/${unread.slug}`);
    expect(await paths()).not.toContain(`/episodes/${waiting.id}`);
    const left = await whileHidden('episode', berkshire.episodeId, paths);
    expect(left).not.toContain(`/ideas/${berkshire.id}`);
    expect(left).not.toContain(`/episodes/${berkshire.episodeId}`);
    expect(left).not.toContain('/tickers/BRK.B');
  });
});

describe('what samples alone say', () => {
  const said = async (
    show: string,
    tickers: string[],
    themes: string[],
    speakerName: string | null = null,
  ) => {
    const episode = await addEpisode(services, { showId: show });
    return addIdea(services, { episodeId: episode.id, tickers, themes, speakerName });
  };
  const fictional = async () => {
    const { pages } = await anybody();
    const [ticker, theme] = [await pages.ticker({ symbol: 'QQSMP' }), await pages.theme({ slug: 'gold' })];
    const listed = (await pages.sitemap()).map(({ path }) => path);
    return { ticker: ticker.fictional, theme: theme.fictional, listed };
  };

  it('is in no sitemap and marked on its pages, until somebody says the like', async () => {
    const sample = await addShow(services);
    await makeSample(services, sample.id);
    const idea = await said(sample.id, ['QQSMP'], ['gold'], 'Quill Sample');
    await said(sample.id, [], []);
    const before = await fictional();
    expect(before).toMatchObject({ ticker: true, theme: true });
    const pages = [`/shows/${sample.slug}`, `/ideas/${idea.id}`, `/episodes/${idea.episodeId}`];
    const subjects = ['/tickers/QQSMP', '/themes/gold', '/companies/acme'];
    const hidden = [...pages, ...subjects, '/people/Quill%20Sample'];
    expect(before.listed.filter((path) => hidden.includes(path))).toEqual([]);

    const real = await addShow(services);
    await said(real.id, ['QQSMP'], ['gold']);
    await said(real.id, [], []);
    const after = await fictional();
    expect(after).toMatchObject({ ticker: false, theme: false });
    expect(after.listed).toEqual(expect.arrayContaining(subjects));
    expect(after.listed.filter((path) => pages.includes(path))).toEqual([]);
  });

  it('is no thesis of the sitemap, unless somebody stated it too', async () => {
    const [sample, real] = [await addShow(services), await addShow(services)];
    await makeSample(services, sample.id);
    const ideas = [await said(sample.id, ['QQTHS'], []), await said(real.id, ['QQTHS'], [])];
    const at = new Date('2026-09-14T00:00:00Z');
    const thesis = async (line: string, by: readonly number[]) => {
      const { id } = await services.db.prisma.thesis.create({
        data: {
          ...{ subjectKind: 'ticker', subjectKey: 'QQTHS', line, title: line, state: 'first_heard' },
          ...{ firstHeardAt: at, lastMentionAt: at, tickers: ['QQTHS'], lastShowId: sample.id },
          statements: {
            create: by.map((who) => ({
              ...{
                ideaId: ideas[who]!.id,
                showId: [sample, real][who]!.id,
                date: at,
                depth: 3,
                quote: 'So.',
              },
            })),
          },
        },
      });
      return `/theses/${id}`;
    };
    const [alone, both] = [await thesis('alone', [0]), await thesis('both', [0, 1])];
    const { listed } = await fictional();
    expect(listed).toContain(both);
    expect(listed).not.toContain(alone);
  });
});

describe('a thesis page', () => {
  const thesisOf = async (given: { key: string; line: string; ideaId: string; stance: string }) => {
    const at = new Date('2026-09-14T00:00:00Z');
    const thesis = await services.db.prisma.thesis.create({
      data: {
        subjectKind: 'ticker',
        subjectKey: given.key,
        line: given.line,
        title: `${given.key}: ${given.line}`,
        state: 'first_heard',
        firstHeardAt: at,
        lastMentionAt: at,
        tickers: [given.key],
      },
    });
    const { showId } = await services.db.prisma.idea.findUniqueOrThrow({ where: { id: given.ideaId } });
    await services.db.prisma.thesisStatement.create({
      data: {
        thesisId: thesis.id,
        ideaId: given.ideaId,
        date: at,
        showId,
        stance: given.stance,
        depth: 3,
        relation: 'initiates',
        quote: 'A statement.',
      },
    });
    return thesis.id;
  };

  it('stands among the other theses on its subject, and is missing once nobody may know of it', async () => {
    const { nvdaToday, nvdaDoubt, msftToday } = corpus.ideas;
    const one = await thesisOf({ key: 'NVDA', line: 'demand', ideaId: nvdaToday.id, stance: 'bullish' });
    const two = await thesisOf({ key: 'NVDA', line: 'valuation', ideaId: nvdaDoubt.id, stance: 'bearish' });
    await thesisOf({ key: 'MSFT', line: 'demand', ideaId: msftToday.id, stance: 'bullish' });
    const look = async () => (await anybody()).pages.thesis({ id: one });
    const page = await look();
    expect(page.subject).toEqual({ kind: 'ticker', key: 'NVDA', name: 'NVDA' });
    expect(new Set(ids(page.theses))).toEqual(new Set([one, two]));
    expect(page.theses[0]).toMatchObject({ statements: 1, shows: 1, state: 'first_heard' });
    const said = { text: nvdaToday.headline, stance: 'bullish', ideaId: nvdaToday.id };
    expect(page.theses.find(({ id }) => id === one)?.proposition).toMatchObject(said);
    expect(await (await anybody()).pages.propositions({ ids: [one] })).toMatchObject({ [one]: said });
    await expect(whileHidden('idea', nvdaToday.id, look)).rejects.toThrow('Nothing was found');
    await services.db.run(sql`TRUNCATE thesis CASCADE`);
  });
});

describe('the front page of a record with samples', () => {
  /** A sample show, newer than all that was said, that contradicts itself on NVDA. */
  async function addSample() {
    const show = await addShow(services, { name: 'Invented' });
    await makeSample(services, show.id);
    const episode = await addEpisode(services, { showId: show.id, publishedAt: services.clock() });
    const said = await Promise.all(
      (['BULLISH', 'BEARISH', 'BEARISH', 'BEARISH'] as const).map((stance) =>
        addIdea(services, { episodeId: episode.id, stance, discussionDepth: 5 }),
      ),
    );
    await rebuild();
    return { show, ids: ids(said) };
  }
  const rebuild = () =>
    services.db.transaction((tx) => rebuildTheses(tx, [{ kind: 'ticker', key: 'NVDA' }], services.clock()));
  const front = async () => (await anybody()).pages.front();
  const onNvda = ({ tickers }: Awaited<ReturnType<typeof front>>) =>
    tickers.find(({ symbol }) => symbol === 'NVDA')?.ideas;

  it('shows real ones alone where there are any, and samples where there are none', async () => {
    await rebuild();
    const before = await front();
    const sample = await addSample();
    const after = await front();
    expect(after).toEqual({ ...before, counts: after.counts });
    expect(after.theses.length).toBeGreaterThan(0);
    expect(after.counts.ideas).toBe(before.counts.ideas + sample.ids.length);

    const shows = await services.db.prisma.show.findMany({ where: { hidden: false }, select: { id: true } });
    const real = ids(shows).filter((id) => id !== sample.show.id);
    await setHidden(services, 'show', real, true);
    const alone = await front();
    expect(alone.airedAt).toEqual(services.clock());
    expect(ids(alone.ideas).sort()).toEqual([...sample.ids].sort());
    expect(sample.ids).toContain(alone.disagreement?.bullish.id);
    expect(onNvda(alone)).toBe(sample.ids.length);
    expect(alone.theses.some(({ proposition }) => sample.ids.includes(proposition?.ideaId ?? ''))).toBe(true);
    await setHidden(services, 'show', real, false);
    await setHidden(services, 'show', [sample.show.id], true);
  });
});
