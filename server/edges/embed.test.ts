import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContext } from '#server/api/context.ts';
import { createCaller } from '#server/contract/router.ts';
import { followWidget } from '#server/edges/embed/counts.ts';
import { embedImage, type ImageWanted } from '#server/edges/embed/image.ts';
import { oEmbed } from '#server/edges/embed/oembed.ts';
import { embedPage } from '#server/edges/embed/page.ts';
import { countsOfShow } from '#server/features/embeds/counts/store.ts';
import { curly } from '#server/features/ideas/telling.ts';
import { setShowRights } from '#server/features/owners/rights/store.ts';
import { parseXml } from '#server/feeds/xml.ts';
import { sql } from '#server/platform/db.ts';
import { DatabaseAway } from '#server/platform/postgres/connection.ts';
import { call } from '#server/testing/api.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  type SeededEpisode,
  type SeededShow,
  setHidden,
} from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const HOSTILE = '<script>alert(1)</script> "quoted" & \u202Eright to left 🙂';
/** What publishers and pranksters put into titles. */
const HOSTILES = [
  HOSTILE,
  `</h1></a><img src=x onerror=alert(1)>'"><svg onload=alert(1)>`,
  '\u202Egnp.exe\u202C \u2067עברית\u2069 العربية \u200F',
  'opened \u2067\u2066\u202E and closed \u2069\u2069\u2069\u2069 too often',
  '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ™ © ® ℹ️ 1️⃣ \u200D\u200B',
  `${'x'.repeat(250)} ${'é'.repeat(249)}`,
  'bell\u0007 escape\u001b[31m tab\t newline\n delete\u007f c1\u0085',
  '日本語の題名 한국어 ไทย',
  '&amp;lt;b&amp;gt; ]]> --> {{x}} %00 \\u003c',
];
const peer = { address: '192.0.2.1' };

let services: TestServices;
let show: SeededShow;
let episode: SeededEpisode;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  show = await addShow(services, { embedEnabled: true, name: 'Margin Call' });
  episode = await addEpisode(services, { showId: show.id, title: 'The one about chips' });
  for (let i = 0; i < 12; i++)
    await addIdea(services, {
      episodeId: episode.id,
      headline: i === 11 ? HOSTILE : `Idea ${i}`,
      timestampSeconds: 1200 - i * 100,
    });
});

const json = (path: string, headers?: Record<string, string>) =>
  call(services, 'GET', `/v1/public/embed/${path}`, headers ? { headers } : {});
const page = (path: `${'show' | 'episode' | 'ticker'}/${string}`, method = 'GET') => {
  const [kind, id] = path.split('/') as ['show' | 'episode' | 'ticker', string];
  return embedPage(services, new Request(`http://earmark.test/embed/${path}`, { method }), peer, kind, id);
};
/** The services with a database that is away. */
const away = (): TestServices => {
  const gone = new DatabaseAway({ code: 'ECONNREFUSED' });
  const db = { ...services.db, row: () => Promise.reject(gone), rows: () => Promise.reject(gone) };
  return { ...services, db: { ...db, cancelledBy: () => db } } as unknown as TestServices;
};
const optOut = () =>
  setShowRights(services.db, show.slug, { embedEnabled: false }, 'operator', services.clock());

describe('public embed data', () => {
  it('gives headlines, dates and attribution only, ten at most, newest first', async () => {
    const { status, body } = await json(`show/${show.slug}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'attribution',
      'generatedAt',
      'id',
      'ideas',
      'kind',
      'label',
      'name',
      'url',
    ]);
    expect(body).toMatchObject({
      kind: 'show',
      id: show.slug,
      name: 'Margin Call',
      url: `http://earmark.test/shows/${show.slug}`,
    });
    expect(body.label).toMatch(/not investment advice/i);
    expect(body.ideas).toHaveLength(10);
    expect(Object.keys(body.ideas[0]).sort()).toEqual([
      'episodeTitle',
      'headline',
      'id',
      'publishedAt',
      'show',
      'url',
    ]);
  });

  it('serves episodes of opted-in shows and any known ticker', async () => {
    expect((await json(`episode/${episode.id}`)).body).toMatchObject({
      kind: 'episode',
      name: 'The one about chips',
    });
    expect((await json(`show/${show.slug.toUpperCase()}`)).body).toMatchObject({ id: show.slug });
    expect((await json('ticker/%24nvda')).body).toMatchObject({ kind: 'ticker', id: 'NVDA' });
  });

  it('names an episode whose title takes a side by its day, in every form', async () => {
    const title = 'Nvidia to $500 ▲ Why I am bullish';
    const leaning = await addEpisode(services, {
      showId: show.id,
      title,
      publishedAt: new Date('2026-09-03T08:00:00Z'),
    });
    await addIdea(services, { episodeId: leaning.id, tickers: ['QQZZT'] });
    const day = 'Episode of 3 September 2026';
    expect((await json(`episode/${leaning.id}`)).body).toMatchObject({
      name: day,
      ideas: [{ episodeTitle: day }],
    });
    expect((await json('ticker/QQZZT')).body.ideas).toMatchObject([{ episodeTitle: day }]);
    expect(
      (await json(`show/${show.slug}`)).body.ideas.map((idea: { episodeTitle: string }) => idea.episodeTitle),
    ).not.toContain(title);
    const url = encodeURIComponent(`http://earmark.test/episodes/${leaning.id}`);
    const asked = new Request(`http://earmark.test/oembed?url=${url}`);
    const forms = [
      await page(`episode/${leaning.id}`),
      await page('ticker/QQZZT'),
      await oEmbed(services, asked, peer),
    ];
    for (const form of forms) {
      const text = await form.text();
      expect(text).toContain(day);
      expect(text).not.toMatch(/bullish|▲|\$500/);
    }
  });

  it('answers unknown, hidden and not opted in alike', async () => {
    const closed = await addShow(services, {});
    const hidden = await addShow(services, { embedEnabled: true, hidden: true });
    const answers = await Promise.all(
      [
        'show/no-such',
        `show/${closed.slug}`,
        `show/${hidden.slug}`,
        'episode/not-a-uuid',
        'ticker/ZZZZZZ',
        'ticker/%00',
      ].map((path) => json(path)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual(answers[0]!.body);
    }
  });

  it('vanishes with the next request after an opt-out', async () => {
    const first = await json(`show/${show.slug}`);
    await optOut();
    expect((await json(`show/${show.slug}`, { 'if-none-match': first.headers.get('etag')! })).status).toBe(
      404,
    );
    expect((await json(`episode/${episode.id}`)).status).toBe(404);
  });

  it('fails closed when rights cannot be read', async () => {
    const { status, body } = await call(away(), 'GET', `/v1/public/embed/show/${show.slug}`);
    expect(status).toBe(404);
    expect(body.error).toBe('not_found');
  });

  it('says of a ticker that the record is away, to be asked for again', async () => {
    const { status, headers, body } = await call(away(), 'GET', '/v1/public/embed/ticker/NVDA');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toMatchObject({ error: 'internal_server_error', requestId: expect.any(String) });
  });

  it('is open to every origin, sets no cookie, and is revalidated by its content', async () => {
    const { headers } = await json(`show/${show.slug}`, { origin: 'https://podcast.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('set-cookie')).toBeNull();
    services.setNow('2026-09-15T12:05:00Z');
    const again = await json(`show/${show.slug}`, { 'if-none-match': headers.get('etag')! });
    services.setNow('2026-09-15T12:00:00Z');
    expect(again.status).toBe(304);
  });

  it('says on every answer how it may be kept and what it depends on', async () => {
    const { headers } = await json(`show/${show.slug}`);
    const path = `/v1/public/embed/show/${show.slug}`;
    const answers = [
      await json(`show/${show.slug}`, { 'if-none-match': headers.get('etag')! }),
      await json('show/nope'),
      await call(services, 'POST', path),
      await call(services, 'OPTIONS', path),
    ];
    const said = answers.map((one) => [
      one.status,
      one.headers.get('cache-control')?.split(',')[0],
      one.headers.get('vary'),
    ]);
    expect(said).toEqual([
      [304, 'public', 'Accept-Encoding'],
      [404, 'no-store', 'Accept-Encoding'],
      [405, 'no-store', 'Accept-Encoding'],
      [204, 'no-store', 'Accept-Encoding'],
    ]);
  });

  it('throttles one embedding origin without touching another', async () => {
    const from = (origin: string) => json('ticker/NVDA', { origin });
    for (let i = 0; i < 300; i++) await services.buckets.take('embed', 'https://busy.example');
    const refused = await from('https://busy.example');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('https://calm.example')).status).toBe(200);
  });

  it('leaves a hidden idea out', async () => {
    const secret = await addIdea(services, {
      episodeId: episode.id,
      headline: 'Hidden one',
      timestampSeconds: 1,
    });
    await setHidden(services, 'idea', [secret.id], true);
    expect(JSON.stringify((await json(`episode/${episode.id}`)).body)).not.toContain('Hidden one');
  });
});

describe('the iframe page', () => {
  it('of a ticker names the show of every idea, also where the title begins with its name', async () => {
    const own = await addEpisode(services, { showId: show.id, title: 'Margin Call_ The Return' });
    await addIdea(services, { episodeId: own.id, tickers: ['QQOWN'] });
    expect(await (await page('ticker/QQOWN')).text()).toContain(
      '<bdi>Margin Call</bdi>: <bdi>Margin Call_ The Return</bdi>',
    );
  });

  it('shows hostile titles as text, runs no script but its own and may be framed anywhere', async () => {
    const response = await page(`episode/${episode.id}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('&#60;script&#62;alert(1)');
    expect(html).toMatch(/not investment advice/i);
    expect(html).not.toMatch(/bullish|bearish/i);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    expect(html.length).toBeLessThan(30_000);
  });

  it('is revalidated by what it shows, and never after an opt-out', async () => {
    const ask = (headers: Record<string, string>) =>
      embedPage(
        services,
        new Request(`http://earmark.test/embed/show/${show.slug}`, { headers }),
        peer,
        'show',
        show.slug,
      );
    const etag = (await ask({})).headers.get('etag')!;
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    await optOut();
    for (const validator of [etag, '*']) expect((await ask({ 'if-none-match': validator })).status).toBe(404);
  });

  it('stays when one reader asks too often, and is there for the next', async () => {
    const from = (address: string) =>
      embedPage(
        services,
        new Request('http://earmark.test/embed/ticker/NVDA', {
          headers: { referer: 'https://popular.example/' },
        }),
        { address },
        'ticker',
        'NVDA',
      );
    for (let i = 0; i < 300; i++) await services.buckets.take('embed', 'https://popular.example 192.0.2.7');
    const refused = await from('192.0.2.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).not.toContain('<script');
    expect((await from('192.0.2.8')).status).toBe(200);
  });

  it('stays with a link while the record is away, and tells no script that it has gone', async () => {
    for (const [kind, id, status] of [
      ['ticker', 'NVDA', 503],
      ['show', show.slug, 404],
    ] as const) {
      const request = new Request(`http://earmark.test/embed/${kind}/${id}`);
      const frame = await embedPage(away(), request, peer, kind, id);
      expect([kind, frame.status]).toEqual([kind, status]);
      const html = await frame.text();
      expect(html).toContain(`href="http://earmark.test/${kind}s/${id}"`);
      expect(html).not.toContain('earmark:gone');
    }
  });

  it('is a 404 of one line after an opt-out, with a link to the page', async () => {
    await optOut();
    for (const [path, to] of [
      [`show/${show.slug}`, `/shows/${show.slug}`],
      [`episode/${episode.id}`, `/episodes/${episode.id}`],
    ] as const) {
      const response = await page(path);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).not.toContain('Margin Call');
      expect(html).toContain('There is nothing to show here.');
      expect(html).toContain(`href="http://earmark.test${to}"`);
      expect(html).toContain("'earmark:gone'");
    }
  });

  it('is a 404 of one line and leads nowhere where there is no page', async () => {
    await setHidden(services, 'show', [show.id], true);
    for (const path of ['ticker/ZZZZQ', 'show/no-such-show', 'episode/x', `show/${show.slug}`] as const) {
      const response = await page(path);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain('There is nothing to show here.');
      expect(html).not.toContain('<a ');
      expect(html).toContain("'earmark:unknown'");
    }
  });
});

describe('the counts of a show', () => {
  const counts = () => countsOfShow(services.db, show.id, services.clock());
  const follow = (id: string, of: string, method = 'GET') =>
    followWidget(services, new Request(`http://earmark.test/embed/go/${id}?of=${of}`, { method }), peer, id);

  it('are views and clicks of a day by form, of nobody in particular', async () => {
    await page(`show/${show.slug}`, 'HEAD');
    const html = await (await page(`show/${show.slug}`)).text();
    await page(`episode/${episode.id}`);
    await page('ticker/NVDA');
    const [, ideaId] = /\/embed\/go\/([0-9a-f-]{36})\?of=show/.exec(html)!;
    const answer = await follow(ideaId!, 'show');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `http://earmark.test/ideas/${ideaId}`,
    ]);
    await follow(ideaId!, 'show', 'HEAD');
    await follow(ideaId!, 'ticker');
    await expect
      .poll(async () => Object.fromEntries((await counts()).map(({ form, ...sums }) => [form, sums])))
      .toMatchObject({ show: { views: 1, clicks: 1 }, episode: { views: 1, clicks: 0 } });
    const columns = await services.db.rows(sql`SELECT * FROM embed_count`);
    expect(Object.keys(columns[0]!).sort()).toEqual(['clicks', 'day', 'form', 'showId', 'views']);
  });

  it('lead on from any idea, but not from what is none', async () => {
    expect((await follow('nonsense', 'show')).status).toBe(404);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await follow(unknown, 'show')).headers.get('location')).toBe(
      `http://earmark.test/ideas/${unknown}`,
    );
  });
});

describe('oEmbed', () => {
  it('gives WordPress a link beside the frame, to be seen until the frame speaks; others the frame alone', async () => {
    const ask = async (agent: string) => {
      const request = new Request(
        `http://earmark.test/oembed?url=${encodeURIComponent(`http://earmark.test/shows/${show.slug}`)}`,
        { headers: { 'user-agent': agent } },
      );
      return (await (await oEmbed(services, request, peer)).json()).html;
    };
    expect(await ask('WordPress/6.8; https://show.example')).toMatch(
      /^<blockquote><a href="http:\/\/earmark\.test\/shows\/[^"]+">[^<]+<\/a><\/blockquote><iframe [^<>]*><\/iframe>$/,
    );
    expect(await ask('Ghost/5')).toMatch(/^<iframe /);
  });

  const ask = (query: string) => oEmbed(services, new Request(`http://earmark.test/oembed?${query}`), peer);
  const url = () => encodeURIComponent(`http://earmark.test/shows/${show.slug}`);

  it('answers JSON and XML within the size asked for', async () => {
    const answer = await (await ask(`url=${url()}&maxwidth=300&maxheight=5000`)).json();
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 300,
      height: 1200,
      title: 'Margin Call',
    });
    for (const [maxwidth, maxheight] of [
      [200, 100],
      [300.7, 159.9],
    ] as const) {
      const small = await (await ask(`url=${url()}&maxwidth=${maxwidth}&maxheight=${maxheight}`)).json();
      expect(small.width).toBe(Math.floor(maxwidth));
      expect(small.height).toBe(Math.floor(maxheight));
      expect(small.html).toContain(`width="${small.width}" height="${small.height}"`);
    }
    for (const none of ['0', '-5', '0.5', 'wide', '']) {
      const own = await (await ask(`url=${url()}&maxwidth=${none}&maxheight=${none}`)).json();
      expect([none, own.width > 0, own.height > 0]).toEqual([none, true, true]);
    }
    const xml = await (await ask(`url=${url()}&format=xml`)).text();
    expect(xml).toContain('<title>Margin Call</title>');
  });

  it('answers 404 for a page that is not ours or not opted in, 501 for another format', async () => {
    expect((await ask(`url=${encodeURIComponent('https://elsewhere.example/shows/x')}`)).status).toBe(404);
    expect((await ask(`url=${url()}&format=yaml`)).status).toBe(501);
    await optOut();
    expect((await ask(`url=${url()}`)).status).toBe(404);
  });

  it('is 503 for a ticker while the record is away', async () => {
    const asked = `url=${encodeURIComponent('http://earmark.test/tickers/NVDA')}`;
    const answer = await oEmbed(away(), new Request(`http://earmark.test/oembed?${asked}`), peer);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('is found from pages that may be embedded, and from no others', async () => {
    const discovery = (kind: 'show' | 'episode' | 'ticker', id: string) =>
      createCaller(
        openContext(services, {
          principal: { kind: 'anonymous' },
          requestId: 'test',
          ip: '192.0.2.1',
          via: 'rest',
          gone: new AbortController().signal,
          idempotencyKey: null,
          ifNoneMatch: null,
          headersOnly: false,
        }),
      ).embeds.discovery({ kind, id });
    const pages = [
      ['show', show.slug],
      ['episode', episode.id],
      ['ticker', 'NVDA'],
    ] as const;
    for (const [kind, id] of pages) {
      const found = (await discovery(kind, id))!;
      for (const url of [found.json, found.xml])
        expect((await ask(new URL(url).search.slice(1))).status).toBe(200);
    }
    await optOut();
    expect(await discovery('show', show.slug)).toBeNull();
    expect(await discovery('episode', episode.id)).toBeNull();
    expect(await discovery('ticker', 'NVDA')).not.toBeNull();
  });
});

describe('the image', () => {
  const asked: ImageWanted[] = [];
  const draw = async (wanted: ImageWanted) => {
    asked.push(wanted);
    return new TextEncoder().encode(wanted.name).buffer as ArrayBuffer;
  };
  const image = (query = '', headers: Record<string, string> = {}) =>
    embedImage(
      services,
      new Request(`http://earmark.test/embed/show/${show.slug}/image?${query}`, { headers }),
      peer,
      show.slug,
      draw,
    );

  it('is drawn once for the same content, and revalidated by it', async () => {
    asked.length = 0;
    const first = await image();
    expect(first.headers.get('content-type')).toBe('image/png');
    await image();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ name: 'Margin Call', width: 1200, height: 630 });
    expect((await image('', { 'if-none-match': first.headers.get('etag')! })).status).toBe(304);
    await image('theme=dark');
    expect(asked).toHaveLength(2);
  });

  it('is drawn at most thirty times a minute for one reader', async () => {
    const of = (accent: string, address = '192.0.2.30') =>
      embedImage(
        services,
        new Request(`http://earmark.test/embed/show/${show.slug}/image?accent=${accent}`),
        { address },
        show.slug,
        draw,
      );
    for (let shade = 100; shade < 130; shade++) expect((await of(String(shade))).status).toBe(200);
    expect((await of('130')).status).toBe(429);
    expect((await of('129')).status).toBe(200);
    expect((await of('130', '192.0.2.31')).status).toBe(200);
  });

  it('keeps its size within bounds', async () => {
    asked.length = 0;
    await image('width=99999&height=1');
    expect(asked[0]).toMatchObject({ width: 1600, height: 500 });
  });

  it('is a 404 that shows nothing after an opt-out, whatever the caller holds', async () => {
    const etag = (await image()).headers.get('etag')!;
    await optOut();
    const gone = await image('', { 'if-none-match': etag });
    expect(gone.status).toBe(404);
    expect(gone.headers.get('cache-control')).toBe('no-store');
    expect((await gone.arrayBuffer()).byteLength).toBeLessThan(100);
  });
});

describe('hostile titles', () => {
  let odd: SeededShow;
  let oddEpisode: SeededEpisode;
  let oddTicker: string;
  let made = 0;
  beforeEach(async () => {
    made += 1;
    oddTicker = `ODD${made}`;
    odd = await addShow(services, { embedEnabled: true, name: HOSTILES[1]! });
    oddEpisode = await addEpisode(services, { showId: odd.id, title: HOSTILES[2]! });
    for (const [at, headline] of HOSTILES.entries())
      await addIdea(services, {
        episodeId: oddEpisode.id,
        headline,
        tickers: [oddTicker],
        timestampSeconds: at,
      });
  });

  it('are data in JSON, as the feed has them', async () => {
    const { body } = await json(`show/${odd.slug}`);
    expect(new Set(body.ideas.map((idea: { headline: string }) => idea.headline))).toEqual(new Set(HOSTILES));
    expect(body.name).toBe(HOSTILES[1]);
  });

  it.each(['show', 'episode', 'ticker'] as const)(
    'are text in the %s page, each in a run of its own',
    async (kind) => {
      const id = { show: odd.slug, episode: oddEpisode.id, ticker: oddTicker }[kind];
      const html = await (await page(`${kind}/${id}`)).text();
      expect(html.length).toBeLessThan(30_000);
      const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map((match) => match[1]!.toLowerCase()));
      expect(html.match(/<script/g)).toHaveLength(1);
      expect([...tags].filter((tag) => ['img', 'svg', 'b'].includes(tag))).toEqual([]);
      const runs = [...html.matchAll(/<bdi>(.*?)<\/bdi>/gs)].map((match) => match[1]!);
      for (const headline of HOSTILES) {
        const text = curly(headline).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
        expect(runs.filter((run) => run.includes(text))).not.toEqual([]);
      }
    },
  );

  it('are escaped in oEmbed, which stays well-formed', async () => {
    for (const path of [`shows/${odd.slug}`, `episodes/${oddEpisode.id}`]) {
      const url = encodeURIComponent(`http://earmark.test/${path}`);
      const ask = (format: string) =>
        oEmbed(services, new Request(`http://earmark.test/oembed?url=${url}&format=${format}`), peer);
      const { html } = await (await ask('json')).json();
      expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
      const read = parseXml(await (await ask('xml')).text());
      expect(read.ok && read.root.name).toBe('oembed');
    }
  });

  it('leave in the image what its face can show', async () => {
    const wanted = new Promise<ImageWanted>((done) => {
      void embedImage(
        services,
        new Request(`http://earmark.test/embed/show/${odd.slug}/image?height=1000`),
        peer,
        odd.slug,
        async (given) => {
          done(given);
          return new ArrayBuffer(0);
        },
      );
    });
    const { name, ideas } = await wanted;
    for (const text of [name, ...ideas.map((idea) => idea.headline)]) {
      expect(text).toMatch(/^[\u0020-\u2044\u20ac]+$/);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]|\p{Extended_Pictographic}/u);
      expect([...text].length).toBeLessThanOrEqual(100);
    }
    expect(ideas.length).toBeGreaterThanOrEqual(3);
  });
});
