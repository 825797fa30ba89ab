import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  companyFacts,
  countedOnCompany,
  listCompanies,
  speakersOnCompany,
} from '#server/features/pages/companies/store.ts';
import { ideasBySide } from '#server/features/pages/subjects/store.ts';
import { newestOf } from '#server/features/pages/take/store.ts';
import { sql } from '#server/platform/db.ts';
import { addEpisode, addIdea, addShow, makeSample, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const MOST = 10;

let services: TestServices;
const shows: { id: string }[] = [];
/** Listed ideas on Acme, oldest first. */
const ideas: { id: string }[] = [];

const at = (day: string) => new Date(`${day}T00:00:00Z`);

async function say(show: number, day: string, given: object = {}) {
  const episode = await addEpisode(services, { showId: shows[show]!.id, publishedAt: at(day) });
  return addIdea(services, { episodeId: episode.id, tickers: [], ...given });
}

beforeAll(async () => {
  services = await testServices();
  for (let n = 0; n < 3; n += 1) shows.push(await addShow(services));
  ideas.push(
    await say(0, '2026-09-01', { stance: 'BEARISH', speakerName: 'Dana Reyes', discussionDepth: 5 }),
    await say(0, '2026-09-02', { stance: 'BULLISH', speakerName: 'Dana Reyes' }),
    await say(1, '2026-09-03', { stance: 'BULLISH', speakerName: 'Ada Marsh' }),
    await say(1, '2026-09-10', { stance: null, subjectName: 'Acme Corp' }),
  );
  await say(1, '2026-09-11', { hidden: true });
  await say(1, '2026-09-12', { supersededAt: at('2026-09-13') });
  // Beside it: another company, a ticker whose text names the slug, and what was said twice.
  await say(0, '2026-09-13', { subjectKey: 'bolt', subjectName: 'Bolt' });
  await say(0, '2026-09-14', { tickers: ['NVDA'], entities: ['acme'] });
  const again = await say(2, '2026-09-05', { speakerName: 'Ada Marsh' });
  await services.db.run(sql`UPDATE idea SET "repeatOf" = ${ideas[2]!.id}::uuid WHERE id = ${again.id}::uuid`);
});
afterAll(() => services.close());

describe('what the corpus has on a company', () => {
  it('is what is listed on it, by the name that it had last', async () => {
    expect(await companyFacts(services.db, 'acme', MOST)).toEqual({
      ...{ name: 'Acme Corp', ideaCount: 4, showCount: 2, fictional: false },
      ...{ firstAt: at('2026-09-01'), lastAt: at('2026-09-10') },
    });
  });

  it('is counted up to a bound, and dated in full', async () => {
    expect(await companyFacts(services.db, 'acme', 4)).toMatchObject({ ideaCount: 4 });
    expect(await companyFacts(services.db, 'acme', 2)).toMatchObject({
      ideaCount: null,
      firstAt: at('2026-09-01'),
    });
  });

  it('is nothing where no idea is on it, or none that may be seen', async () => {
    expect(await companyFacts(services.db, 'nobody', MOST)).toBeNull();
    await setHidden(services, 'show', [shows[0]!.id], true);
    expect(await companyFacts(services.db, 'bolt', MOST)).toBeNull();
    await setHidden(services, 'show', [shows[0]!.id], false);
  });

  it('is fictional while samples alone say it', async () => {
    await makeSample(services, shows[0]!.id);
    expect(await companyFacts(services.db, 'bolt', MOST)).toMatchObject({ fictional: true });
    expect(await companyFacts(services.db, 'acme', MOST)).toMatchObject({ fictional: false });
    await services.db.run(sql`UPDATE feed SET sample = false`);
  });
});

describe('the ideas on a company', () => {
  const sides = (order: 'newest' | 'deepest', from: Date | null = null) =>
    ideasBySide(services.db, { on: { company: 'acme' }, order, from, until: null, limit: 12 });

  it('are told apart by side, in either order and of a week', async () => {
    const [bear, bull, newer, untold] = ideas.map(({ id }) => id);
    expect(await sides('newest')).toEqual([
      { id: untold, side: 'other' },
      { id: newer, side: 'bullish' },
      { id: bull, side: 'bullish' },
      { id: bear, side: 'bearish' },
    ]);
    expect((await sides('deepest')).map(({ id }) => id)).toEqual([bear, untold, newer, bull]);
    expect((await sides('newest', at('2026-09-03'))).map(({ id }) => id)).toEqual([untold, newer]);
  });

  it('are its feed, newest first', async () => {
    const newest = await newestOf(services.db, { company: 'acme' }, services.clock(), 2);
    expect(newest).toEqual([ideas[3]!.id, ideas[2]!.id]);
  });

  it('are counted by air date and show, and by who is named', async () => {
    const counted = await countedOnCompany(services.db, 'acme', at('2026-09-02'), at('2026-09-03'));
    expect(counted.map(({ stance, showId }) => [stance, showId])).toEqual(
      expect.arrayContaining([
        ['BULLISH', shows[0]!.id],
        ['BULLISH', shows[1]!.id],
      ]),
    );
    expect(counted).toHaveLength(2);
    expect(await speakersOnCompany(services.db, 'acme', MOST, 5)).toEqual([
      { name: 'Dana Reyes', ideas: 2 },
      { name: 'Ada Marsh', ideas: 1 },
    ]);
  });
});

it('lists companies with a listed idea, those spoken of last first', async () => {
  expect(await listCompanies(services.db, 5)).toEqual([
    { slug: 'bolt', name: 'Bolt', lastAt: at('2026-09-13') },
    { slug: 'acme', name: 'Acme Corp', lastAt: at('2026-09-10') },
  ]);
  expect(await listCompanies(services.db, 1)).toHaveLength(1);
});
