import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, hoursBefore, setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const NO_DISCUSSION = 'No attributed discussion found in the Earmark corpus for this query.';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
let free: string;
let premium: string;

beforeAll(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
  free = (await accountWithKey(services)).key;
  premium = (await accountWithKey(services, { plan: 'premium' })).key;
});
afterAll(() => services.close());

const search = (query: string, key = free) => call(services, 'GET', `/v1/agent/ideas${query}`, { key });
const headlines = async (query: string, key = free) =>
  (await search(query, key)).body.ideas.map((idea: { headline: string }) => idea.headline);
const { nvdaToday, msftToday, berkshire, nvdaDoubt, privateCompany } = {
  nvdaToday: 'NVIDIA sells every accelerator it can package',
  msftToday: 'Microsoft pays for growth with margin',
  berkshire: 'Berkshire is paid to wait',
  nvdaDoubt: 'NVIDIA faces its own customers',
  privateCompany: 'Anthropic grows into its compute bill',
};

describe('GET /v1/agent/ideas', () => {
  it('answers cards by depth, then air date, with attribution and a sentence of numbers and dates', async () => {
    const { status, body } = await search('');
    expect(status).toBe(200);
    expect(body.ideas.map((idea: { headline: string }) => idea.headline)).toEqual([
      berkshire,
      nvdaToday,
      nvdaDoubt,
      msftToday,
      privateCompany,
    ]);
    expect(body.summary).toBe(
      'Earmark holds 5 attributed ideas, from 2 shows, aired from 2026-09-07 to 2026-09-15.',
    );
    expect(body.nextCursor).toBeNull();
    expect(body.total).toBe(5);
    expect(body.attribution.source).toBe('Earmark');
  });

  it('finds a word in either of its spellings, and hyphens as spaces', async () => {
    const { id: episodeId } = corpus.episodes.alphaLastWeek;
    const { id } = await addIdea(services, {
      episodeId,
      tickers: [],
      headline: 'Data center labour is short',
      thesis: 'JPMorgan Chase funds the defence of it.',
      discussionDepth: 1,
    });
    for (const q of [
      'data centre',
      'data center',
      '"data centre" labor',
      'data-centre labour',
      'defense',
      'defence',
      'jpmorgan-chase',
    ])
      expect([q, await headlines(`?q=${encodeURIComponent(q)}`)]).toEqual([
        q,
        ['Data center labour is short'],
      ]);
    expect(await headlines(`?q=${encodeURIComponent('jpmorgan NOT centre')}`)).toEqual([]);
    await setHidden(services, 'idea', [id], true);
  });

  it('finds a theme under every name that it goes by, and under none of a single word', async () => {
    const { id: episodeId } = corpus.episodes.alphaLastWeek;
    const { id } = await addIdea(services, {
      episodeId,
      tickers: [],
      headline: 'Custom silicon takes over',
      thesis: 'The Alpha Hour argues that trainium wins.',
      discussionDepth: 1,
    });
    expect(await headlines(`?q=${encodeURIComponent('chips made in-house')}`)).toContain(
      'Custom silicon takes over',
    );
    expect(await headlines(`?q=${encodeURIComponent('chips made of potato')}`)).not.toContain(
      'Custom silicon takes over',
    );
    expect(await headlines('?q=tpus')).not.toContain('Custom silicon takes over');
    await setHidden(services, 'idea', [id], true);
  });

  it('serves exactly the documented fields of a card and never the metered body', async () => {
    const { body } = await search('?ticker=NVDA&minDepth=4');
    expect(body.ideas).toEqual([
      {
        id: corpus.ideas.nvdaToday.id,
        headline: nvdaToday,
        thesis: 'The Alpha Hour argues that packaging, not demand, limits NVIDIA.',
        discussionDepth: 4,
        stance: 'BULLISH',
        direction: 'bullish',
        tickers: ['NVDA'],
        entities: ['nvidia'],
        ideaType: 'investment',
        show: { id: corpus.shows.alpha.id, slug: 'alpha', name: 'The Alpha Hour' },
        episode: {
          id: corpus.episodes.alphaToday.id,
          title: 'Chips and power',
          publishedAt: '2026-09-15T10:00:00.000Z',
          guest: 'Dana Reyes',
        },
        timestampSeconds: 605,
        url: `http://earmark.test/ideas/${corpus.ideas.nvdaToday.id}`,
        listenUrl: expect.stringMatching(/^https:\/\/cdn\.example\.org\/\d+\.mp3#t=605$/),
        superseded: false,
        isFull: false,
      },
    ]);
  });

  it('serves null where stance, direction, type or second were never known', async () => {
    const unknown = { stance: null, direction: null, ideaType: null, timestampSeconds: null };
    const { id } = await addIdea(services, {
      episodeId: corpus.episodes.alphaToday.id,
      tickers: ['OLD'],
      ...unknown,
    });
    const { body } = await search('?ticker=OLD');
    expect(body.ideas[0]).toMatchObject({ ...unknown, listenUrl: null });
    await setHidden(services, 'idea', [id], true);
  });

  it.each(['BRK.B', 'BRK-B', '$BRK.B', 'brk.b', 'ＢＲＫ．Ｂ', 'BRK/B'])(
    'reads the symbol %s',
    async (form) => {
      expect(await headlines(`?ticker=${encodeURIComponent(form)}`)).toEqual([berkshire]);
    },
  );

  it('names the search page of the same filters as the page to verify against', async () => {
    const { body } = await search('?showId=beta&minDepth=2&q=custom%20chips');
    expect(body.attribution.url).toBe(
      'http://earmark.test/search?q=custom+chips&show=beta&minDepth=2&utm_source=agent',
    );
  });

  it('takes a show by id or slug, a theme, a least depth and air dates inclusive in UTC days', async () => {
    expect(await headlines('?showId=beta')).toEqual([nvdaDoubt, msftToday]);
    expect(await headlines(`?showId=${corpus.shows.beta.id}`)).toEqual([nvdaDoubt, msftToday]);
    expect(await headlines('?showId=beta&ticker=NVDA')).toEqual([nvdaDoubt]);
    expect(await headlines('?theme=semiconductors')).toEqual([nvdaToday]);
    expect(await headlines('?minDepth=4')).toEqual([berkshire, nvdaToday]);
    expect(await headlines('?from=2026-09-14&to=2026-09-14')).toEqual([berkshire]);
    expect(await headlines('?from=2026-09-12&to=2026-09-14')).toEqual([berkshire, nvdaDoubt]);
  });

  it.each([
    '?ticker=ZZZZZZ',
    '?ticker=not%20one',
    '?showId=nobody',
    '?showId=00000000-0000-4000-8000-000000000000',
    '?theme=nothing',
    '?from=2026-09-15&to=2026-09-01',
    '?from=2031-01-01',
    '?to=0001-01-01',
    '?to=0000-01-01',
    '?q=zeppelin',
    '?q=the%20of%20and',
    `?q=${encodeURIComponent('"" - OR (&|!:*) \\')}`,
    '?q=-',
  ])('answers %s with the no-discussion sentence and an empty list', async (query) => {
    const { status, body } = await search(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: NO_DISCUSSION, ideas: [], nextCursor: null });
    expect(body.attribution.rule).toContain('not advice');
  });

  it('searches headline and thesis on every plan, and the argument on Premium alone', async () => {
    expect(await headlines('?q=packaging')).toEqual([nvdaToday]);
    expect(await headlines('?q=custom%20chips')).toEqual([nvdaDoubt]);
    expect(await headlines('?q=interposer')).toEqual([]);
    expect(await headlines('?q=interposer', premium)).toEqual([nvdaToday]);
  });

  it('searches nothing that every idea says in a fixed form', async () => {
    const { id } = await addIdea(services, {
      episodeId: corpus.episodes.alphaLastWeek.id,
      tickers: [],
      headline: 'What a speaker on The Alpha Hour argued about rails',
      thesis: 'A speaker on The Alpha Hour, on rails: "Rails are a toll road."',
      context:
        'The speaker argues that rails own the corridor. Risks raised: strikes may stop them. The talk around it lasts 1 minute and 5 seconds and also names Wabtec.',
      discussionDepth: 1,
    });
    for (const q of ['talk around', 'speaker', 'speaker argues', 'lasts', 'minute', 'risks raised'])
      expect([q, await headlines(`?q=${encodeURIComponent(q)}`, premium)]).toEqual([q, []]);
    for (const q of ['corridor', 'strikes', 'wabtec', 'toll road'])
      expect([q, await headlines(`?q=${encodeURIComponent(q)}`, premium)]).toEqual([
        q,
        ['What a speaker on The Alpha Hour argued about rails'],
      ]);
    await setHidden(services, 'idea', [id], true);
  });

  it('finds the ideas of a symbol typed as text, once each', async () => {
    expect(await headlines('?q=BRK-B')).toEqual([berkshire]);
    expect(await headlines('?q=%24nvda')).toEqual([nvdaToday, nvdaDoubt]);
    expect(await headlines('?q=nvda&showId=beta')).toEqual([nvdaDoubt]);
  });

  it('leaves out a word or phrase behind a dash, as behind NOT, and takes any other dash for text', async () => {
    const found = (q: string) => headlines(`?q=${encodeURIComponent(q)}`);
    expect(await found('packaging')).toEqual([nvdaToday]);
    for (const q of [
      'packaging -demand',
      'packaging NOT demand',
      '-demand packaging',
      'packaging -"not demand"',
    ])
      expect([q, await found(q)]).toEqual([q, []]);
    for (const q of [
      'packaging - demand',
      'packaging -- demand',
      'packaging -zeppelin',
      '-zeppelin packaging',
    ])
      expect([q, await found(q)]).toEqual([q, [nvdaToday]]);
    expect(await found('-zeppelin')).toHaveLength(5);
  });

  it('reads quotes, apostrophes, wide letters and accents as a plain keyboard writes them', async () => {
    const { id: episodeId } = corpus.episodes.alphaLastWeek;
    const { id } = await addIdea(services, {
      episodeId,
      tickers: [],
      headline: "McDonald's is sold out",
      thesis: 'Beatriz argues that Nestlé waits.',
      discussionDepth: 1,
    });
    for (const q of [
      '“sold out”',
      '„sold out“',
      'McDonald’s',
      'McDonald‘s',
      'beatríz',
      'ｂｅａｔｒｉｚ',
      'nestlé',
      'sold out.',
    ])
      expect([q, await headlines(`?q=${encodeURIComponent(q)}`)]).toEqual([q, ["McDonald's is sold out"]]);
    expect(await headlines(`?q=${encodeURIComponent('“out sold”')}`)).toEqual([]);
    expect(await headlines('?q=nvda.')).toEqual([nvdaToday, nvdaDoubt]);
    expect(await headlines(`?q=${encodeURIComponent('ＮＶＤＡ')}`)).toEqual([nvdaToday, nvdaDoubt]);
    await setHidden(services, 'idea', [id], true);
  });

  it('finds the ideas on a company by the symbol of any of its share classes', async () => {
    expect(await headlines('?q=BRK.A')).toEqual([berkshire]);
    expect(await headlines('?q=BRK-A%20OR%20MSFT')).toEqual([berkshire, msftToday]);
  });

  it('finds the ideas of either symbol between ORs', async () => {
    expect(await headlines('?q=BRK-B%20OR%20MSFT')).toEqual([berkshire, msftToday]);
  });

  it('finds a quoted phrase as it stands, and says it once', async () => {
    const { body } = await search(`?q=${encodeURIComponent('"is paid to wait"')}`);
    expect(body.ideas.map((idea: { headline: string }) => idea.headline)).toEqual([berkshire]);
    expect(body.summary).toContain('Earmark holds 1 attributed idea matching "is paid to wait", from');
    expect(await headlines(`?q=${encodeURIComponent('"paid for wait"')}`)).toEqual([]);
    expect(await headlines(`?q=${encodeURIComponent('"funds patience"')}`)).toEqual([berkshire]);
  });

  it('takes blank text as no text, and the widest dates', async () => {
    expect(await headlines('?q=%20')).toHaveLength(5);
    expect(await headlines('?from=0000-01-01&to=9999-12-31')).toHaveLength(5);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=abc', 'limit'],
    ['minDepth=6', 'minDepth'],
    ['minDepth=0', 'minDepth'],
    ['from=2026-02-30', 'from'],
    ['to=yesterday', 'to'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
    ['ticker=ABCDEFGHIJKLMNOPQ', 'ticker'],
    ['cursor=nonsense', 'cursor'],
    ['q=a&q=b', 'q'],
  ])('refuses %s with 422 naming %s', async (query, field) => {
    const { status, body } = await search(`?${query}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'invalid_request', field });
  });

  it('says that a number has to be whole', async () => {
    for (const limit of ['1.0', '1e1', 'abc'])
      expect((await search(`?limit=${limit}`)).body.message).toBe('Parameter limit must be a whole number.');
  });

  it('refuses a key without ideas:read, before it looks at the parameters', async () => {
    const { key } = await accountWithKey(services, { scopes: ['profile:read'] });
    const { status, body } = await search('?limit=abc', key);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'forbidden_scope', missingScope: 'ideas:read' });
  });

  it('never lists a hidden or superseded idea, nor one of a hidden episode or show', async () => {
    const show = await addShow(services);
    const kept = await addEpisode(services, { showId: show.id });
    const hiddenEpisode = await addEpisode(services, { showId: show.id, hidden: true });
    const idea = await addIdea(services, { episodeId: kept.id, tickers: ['KO'], themes: ['drinks'] });
    await addIdea(services, { episodeId: kept.id, tickers: ['KO'], themes: ['drinks'], hidden: true });
    await addIdea(services, {
      episodeId: kept.id,
      tickers: ['KO'],
      themes: ['drinks'],
      supersededAt: services.clock(),
    });
    await addIdea(services, { episodeId: hiddenEpisode.id, tickers: ['KO'], themes: ['drinks'] });
    for (const query of ['?ticker=KO', '?theme=drinks', `?showId=${show.slug}`, '?q=KO', '?q=case&ticker=KO'])
      expect(await headlines(query), query).toEqual([idea.headline]);
    await setHidden(services, 'show', [show.id], true);
    for (const query of ['?ticker=KO', '?theme=drinks', `?showId=${show.slug}`, '?q=KO', '?q=case&ticker=KO'])
      expect(await headlines(query), query).toEqual([]);
  });
});

describe('pages of a search', () => {
  const filters = [
    'ticker=PGD',
    'showId=paged',
    'theme=paging',
    'q=paged',
    'from=2026-09-01&q=paged',
    'ticker=PGD&minDepth=2&q=paged',
  ];

  beforeAll(async () => {
    const show = await addShow(services, { slug: 'paged' });
    for (let day = 0; day < 6; day++) {
      const episode = await addEpisode(services, {
        showId: show.id,
        publishedAt: hoursBefore(services, 24 * day + 3),
      });
      for (const discussionDepth of [2, 3, 5])
        await addIdea(services, {
          episodeId: episode.id,
          discussionDepth,
          tickers: ['PGD'],
          themes: ['paging'],
          thesis: 'A paged case.',
        });
    }
  });

  async function walk(
    filter: string,
    limit: number,
    between: () => Promise<unknown> = async () => undefined,
  ) {
    const { key } = await accountWithKey(services);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await search(
        `?${filter}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
        key,
      );
      expect(status).toBe(200);
      seen.push(...body.ideas.map((idea: { id: string }) => idea.id));
      cursor = body.nextCursor;
      await between();
    } while (cursor);
    return seen;
  }

  it.each(filters)('of %s together give the whole list in its order', async (filter) => {
    const whole = await walk(filter, 50);
    expect(whole).toHaveLength(18);
    for (const limit of [1, 5, 18]) expect(await walk(filter, limit)).toEqual(whole);
  });

  it('neither repeat nor skip an idea when others are inserted between pages', async () => {
    const before = await walk('ticker=PGD', 50);
    const episode = await addEpisode(services, {
      showId: corpus.shows.beta.id,
      publishedAt: hoursBefore(services, 2),
    });
    const added: string[] = [];
    const seen = await walk('ticker=PGD', 4, async () => {
      for (const discussionDepth of [1, 5])
        added.push(
          (await addIdea(services, { episodeId: episode.id, discussionDepth, tickers: ['PGD'] })).id,
        );
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => !added.includes(id))).toEqual(before);
  });

  it('are bound to their list: another filter, another spelling of none, a changed character are refused', async () => {
    const { body } = await search('?ticker=PGD&limit=2');
    const cursor: string = body.nextCursor;
    const refused = async (query: string) => {
      const answer = await search(query);
      expect(answer.status, query).toBe(422);
      expect(answer.body.field).toBe('cursor');
    };
    await refused(`?cursor=${cursor}`);
    await refused(`?ticker=NVDA&cursor=${cursor}`);
    await refused(`?ticker=PGD&minDepth=2&cursor=${cursor}`);
    for (const at of [0, 5, 20, cursor.length - 1]) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      await refused(`?ticker=PGD&cursor=${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`);
    }
    await refused(`?ticker=PGD&cursor=${cursor}A`);
    expect((await search(`?ticker=%24pgd&limit=7&cursor=${cursor}`)).status).toBe(200);
  });

  it('say in the sentence that they are not the whole list', async () => {
    const first = await search('?showId=paged&limit=2');
    const show = first.body.ideas[0].show.name;
    expect(first.body.summary).toBe(
      `These are the 2 most deeply argued ideas by ${show} in Earmark, from 1 show, aired from 2026-09-14 to 2026-09-15; more follow.`,
    );
    expect(first.body.total).toBeUndefined();
    const second = await search(`?showId=paged&limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body.summary).toContain('2 further attributed ideas');
  });

  it('claim nothing beyond the air dates that were asked for', async () => {
    const summaryOf = async (dates: string) => (await search(`?showId=paged&limit=1${dates}`)).body.summary;
    const deepest =
      /^This is the most deeply argued idea by .+ (that aired .+) in Earmark, aired on [\d-]+; more follow\.$/;
    for (const [dates, named] of [
      ['&from=2026-09-01', 'that aired since 2026-09-01'],
      ['&to=2026-09-15', 'that aired until 2026-09-15'],
      ['&from=2026-09-01&to=2026-09-15', 'that aired between 2026-09-01 and 2026-09-15'],
    ] as const)
      expect(deepest.exec(await summaryOf(dates))?.[1]).toBe(named);
  });

  it('tell the air date once where a single day was asked for', async () => {
    const day = '&from=2026-09-15&to=2026-09-15';
    const first = await search(`?showId=paged&limit=1${day}`, premium);
    expect(first.body.summary).toMatch(
      /^This is the most deeply argued idea by \S.* that aired on 2026-09-15 in Earmark; more follow\.$/,
    );
    const whole = await search(`?showId=paged&limit=50${day}`, premium);
    expect(whole.body.summary).toMatch(
      /^Earmark holds \d+ attributed ideas by \S.* that aired on 2026-09-15, from 1 show\.$/,
    );
  });

  it('speak of one idea as of one', async () => {
    const { body: first } = await search('?showId=paged&limit=1', premium);
    const [{ show, episode }] = first.ideas;
    const day = episode.publishedAt.slice(0, 10);
    expect(first.summary).toBe(
      `This is the most deeply argued idea by ${show.name} in Earmark, aired on ${day}; more follow.`,
    );
    const { body: second } = await search(`?showId=paged&limit=1&cursor=${first.nextCursor}`, premium);
    expect(second.summary).toMatch(
      /^This is one further attributed idea by .+ in Earmark, aired on [\d-]+\.$/,
    );
  });
});
