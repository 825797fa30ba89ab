import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oEmbed } from '#server/edges/embed/oembed.ts';
import { embedPage } from '#server/edges/embed/page.ts';
import { setShowRights } from '#server/features/owners/store.ts';
import { call } from '#server/platform/testing/api.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  type SeededEpisode,
  type SeededShow,
  setHidden,
} from '#server/platform/testing/corpus.ts';
import { type TestServices, testServices } from '#server/platform/testing/services.ts';

const HOSTILE = '<script>alert(1)</script> "quoted" & \u202Eright to left 🙂';
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
const page = (path: `${'show' | 'episode' | 'ticker'}/${string}`) => {
  const [kind, id] = path.split('/') as ['show' | 'episode' | 'ticker', string];
  return embedPage(services, new Request(`http://earmark.test/embed/${path}`), peer, kind, id);
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
    expect((await json('ticker/%24nvda')).body).toMatchObject({ kind: 'ticker', id: 'NVDA' });
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
    const broken = {
      ...services,
      db: {
        ...services.db,
        cancelledBy: () => ({ ...services.db, row: () => Promise.reject(new Error('no database')) }),
      },
    };
    const { status, body } = await call(
      broken as unknown as TestServices,
      'GET',
      `/v1/public/embed/show/${show.slug}`,
    );
    expect(status).toBe(404);
    expect(body.error).toBe('not_found');
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
  it('shows hostile titles as text, runs no script and may be framed anywhere', async () => {
    const response = await page(`episode/${episode.id}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).not.toContain('<script');
    expect(html).toContain('&#60;script&#62;alert(1)');
    expect(html).toMatch(/not investment advice/i);
    expect(html).not.toMatch(/bullish|bearish/i);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    expect(html.length).toBeLessThan(30_000);
  });

  it('is an empty 404 after an opt-out', async () => {
    await optOut();
    const response = await page(`show/${show.slug}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('Margin Call');
  });
});

describe('oEmbed', () => {
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
    const xml = await (await ask(`url=${url()}&format=xml`)).text();
    expect(xml).toContain('<title>Margin Call</title>');
  });

  it('answers 404 for a page that is not ours or not opted in, 501 for another format', async () => {
    expect((await ask(`url=${encodeURIComponent('https://elsewhere.example/shows/x')}`)).status).toBe(404);
    expect((await ask(`url=${url()}&format=yaml`)).status).toBe(501);
    await optOut();
    expect((await ask(`url=${url()}`)).status).toBe(404);
  });
});
