import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, hoursBefore, setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

async function shows(on: TestServices, query = '') {
  const { key } = await accountWithKey(on);
  return call(on, 'GET', `/v1/agent/shows${query}`, { key });
}
const names = (answer: { body: { shows: { name: string }[] } }) => answer.body.shows.map((show) => show.name);

describe('GET /v1/agent/shows', () => {
  let corpus: Awaited<ReturnType<typeof seedCorpus>>;
  beforeAll(async () => {
    corpus = await seedCorpus(services);
  });

  it('answers shows with their counts, cached by the caller for one hour', async () => {
    const { status, body, headers } = await shows(services, '?q=alpha');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    expect(body).toEqual({
      shows: [
        {
          id: corpus.shows.alpha.id,
          slug: 'alpha',
          name: 'The Alpha Hour',
          description: null,
          artworkUrl: null,
          episodeCount: 3,
          lastEpisodeAt: '2026-09-15T10:00:00.000Z',
          ideaCount7d: 2,
          url: 'http://earmark.test/shows/alpha',
        },
      ],
      nextCursor: null,
      attribution: expect.objectContaining({ url: 'http://earmark.test/shows?utm_source=agent' }),
    });
  });

  it('counts neither hidden nor superseded nor future ideas, nor hidden episodes', async () => {
    const show = await addShow(services, { name: 'Counted', artworkUrl: 'not a link' });
    const episode = await addEpisode(services, { showId: show.id });
    await addEpisode(services, { showId: show.id, hidden: true, publishedAt: services.clock() });
    const later = await addEpisode(services, { showId: show.id, publishedAt: hoursBefore(services, -24) });
    await addIdea(services, { episodeId: episode.id });
    await addIdea(services, { episodeId: episode.id, hidden: true });
    await addIdea(services, { episodeId: episode.id, supersededAt: services.clock() });
    await addIdea(services, { episodeId: later.id });
    const { body } = await shows(services, '?q=counted');
    expect(body.shows[0]).toMatchObject({ episodeCount: 2, ideaCount7d: 1, artworkUrl: null });
  });

  it('reads % and _ of a name as themselves, in either case', async () => {
    await addShow(services, { name: '100% Value' });
    await addShow(services, { name: 'Under_score \\ Back' });
    expect(names(await shows(services, '?q=%25'))).toEqual(['100% Value']);
    expect(names(await shows(services, '?q=UNDER_'))).toEqual(['Under_score \\ Back']);
    expect(names(await shows(services, '?q=%5C'))).toEqual(['Under_score \\ Back']);
    expect(names(await shows(services, '?q=nothing%20like%20it'))).toEqual([]);
  });

  it('leaves a hidden show out at once', async () => {
    const show = await addShow(services, { name: 'Gone soon' });
    expect(names(await shows(services, '?q=gone'))).toEqual(['Gone soon']);
    await setHidden(services, 'show', [show.id], true);
    expect(names(await shows(services, '?q=gone'))).toEqual([]);
  });

  it('pages by name without repeating or skipping, whatever is added meanwhile and however long a name is', async () => {
    for (const letter of ['a', 'b', 'c', 'd', 'e'])
      await addShow(services, { name: `pages ${letter}${'x'.repeat(900)}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = await shows(services, `?q=pages&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(answer.status).toBe(200);
      seen.push(...names(answer));
      cursor = answer.body.nextCursor;
      await addShow(services, { name: 'pages a first' });
    } while (cursor);
    expect(seen.map((name) => name[6])).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('goes on where a page ended whose last show was removed since', async () => {
    for (const letter of ['a', 'b', 'c']) await addShow(services, { name: `removed ${letter}` });
    const { body } = await shows(services, '?q=removed&limit=2');
    await services.db.run(sql`DELETE FROM show WHERE id = ${body.shows[1].id}::uuid`);
    const rest = await shows(services, `?q=removed&limit=2&cursor=${body.nextCursor}`);
    expect(names(rest)).toEqual(['removed c']);
  });

  it('tells every show once, whose names begin with the same words beyond what a cursor holds', async () => {
    const alike = '"Ünter uns 𝕿'.repeat(20);
    for (const letter of ['a', 'b', 'c']) await addShow(services, { name: `${alike} ${letter}` });
    const q = encodeURIComponent('uns');
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await shows(services, `?q=${q}&limit=1${cursor}`);
      seen.push(...names({ body }));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
    } while (cursor && seen.length < 9);
    expect(seen.map((name) => name.at(-1)).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['recommended=1', 'recommended'],
    [`q=${'a'.repeat(101)}`, 'q'],
    ['cursor=abc', 'cursor'],
  ])('refuses %s with 422 naming %s', async (query, field) => {
    const { status, body } = await shows(services, `?${query}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'invalid_request', field });
  });

  it('refuses a cursor of the whole catalogue for another filter', async () => {
    const { body } = await shows(services, '?limit=1');
    expect((await shows(services, `?q=a&cursor=${body.nextCursor}`)).body.field).toBe('cursor');
    expect((await shows(services, `?recommended=true&cursor=${body.nextCursor}`)).body.field).toBe('cursor');
    expect((await shows(services, `?recommended=false&cursor=${body.nextCursor}`)).status).toBe(200);
  });
});

describe('the starter set', () => {
  it('is eight: the recommended by rank, then the busiest', async () => {
    const own = await testServices();
    const busy = [];
    for (let ideas = 0; ideas < 10; ideas++) {
      const show = await addShow(own, { name: `Busy ${ideas}` });
      const episode = await addEpisode(own, { showId: show.id });
      for (let n = 0; n < ideas; n++) await addIdea(own, { episodeId: episode.id });
      busy.push(show);
    }
    await addShow(own, { name: 'Second pick', recommendedRank: 2 });
    const first = await addShow(own, { name: 'Zeroth pick', recommendedRank: 1 });
    const all = ['Zeroth pick', 'Second pick', 'Busy 9', 'Busy 8', 'Busy 7', 'Busy 6', 'Busy 5', 'Busy 4'];
    expect(names(await shows(own, '?recommended=true'))).toEqual(all);
    expect(names(await shows(own, '?recommended=true&q=pick'))).toEqual(['Zeroth pick', 'Second pick']);

    const page = await shows(own, '?recommended=true&limit=3');
    expect(names(page)).toEqual(all.slice(0, 3));
    const rest = await shows(own, `?recommended=true&limit=100&cursor=${page.body.nextCursor}`);
    expect(names(rest)).toEqual(all.slice(3));
    expect(rest.body.nextCursor).toBeNull();

    await setHidden(own, 'show', [first.id, busy[9]!.id], true);
    expect(names(await shows(own, '?recommended=true'))).toEqual([
      'Second pick',
      ...[8, 7, 6, 5, 4, 3, 2].map((n) => `Busy ${n}`),
    ]);
    await own.close();
  });
});
