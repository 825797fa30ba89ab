import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { disagreement } from '#server/features/pages/subjects/store.ts';
import { sql } from '#server/platform/db.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const DAYS = ['2026-08-31', '2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04', '2026-09-05'];
const after = new Date('2026-08-31T00:00:00Z');
const until = new Date('2026-09-04T00:00:00Z');
const SHOWS = [0, 1, 2, 3];
const HIDDEN_SHOW = 3;
const HIDDEN_DAY = '2026-09-03';

let services: TestServices;
/** By number of the show and air date. */
const episodes = new Map<string, string>();
beforeAll(async () => {
  services = await testServices();
  for (const show of SHOWS) {
    const { id } = await addShow(services, { hidden: show === HIDDEN_SHOW });
    for (const day of DAYS) {
      const episode = { showId: id, publishedAt: `${day}T00:00:00Z`, hidden: day === HIDDEN_DAY };
      episodes.set(`${show} ${day}`, (await addEpisode(services, episode)).id);
    }
  }
});
afterAll(() => services.close());

type Stance = 'BULLISH' | 'BEARISH' | 'BALANCED';
const said = fc.record({
  show: fc.constantFrom(...SHOWS),
  day: fc.constantFrom(...DAYS),
  subject: fc.constantFrom('NVDA', 'NVDA', 'NVDA', 'AMD'),
  stance: fc.constantFrom<Stance>('BULLISH', 'BULLISH', 'BEARISH', 'BEARISH', 'BALANCED'),
  depth: fc.integer({ min: 1, max: 5 }),
  told: fc.constantFrom('told', 'told', 'told', 'told', 'hidden', 'replaced'),
  repeats: fc.option(fc.nat(8), { freq: 2 }),
});
type Said = typeof said extends fc.Arbitrary<infer Value> ? Value : never;
type Told = Said & { readonly id: string };

describe('the disagreement of a span of time', () => {
  it('is of two shows, although one of them contradicts itself more fully', async () => {
    const said = { day: '2026-09-02', subject: 'NVDA', told: 'told', repeats: null } as const;
    const [bull, , bear] = await publish([
      { ...said, show: 0, stance: 'BULLISH', depth: 5 },
      { ...said, show: 0, stance: 'BEARISH', depth: 4 },
      { ...said, show: 1, stance: 'BEARISH', depth: 1 },
    ]);
    expect(await disagreement(services.db, after, until)).toMatchObject({
      bullish: bull!.id,
      bearish: bear!.id,
    });
  });

  it('is looked for in three statements at most, also where nobody disagrees', async () => {
    const said = {
      day: '2026-09-02',
      subject: 'NVDA',
      stance: 'BULLISH',
      told: 'told',
      repeats: null,
    } as const;
    await publish([1, 2, 3, 4, 5].map((depth) => ({ ...said, show: depth % 3, depth })));
    const asked = vi.spyOn(services.db, 'row');
    expect(await disagreement(services.db, after, until)).toBeNull();
    expect(asked.mock.calls.length).toBeLessThanOrEqual(3);
    asked.mockRestore();
  });

  it('is of two shows before of one, then the most fully argued on its weaker side, then the newest, and never of what is not listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 4, maxLength: 9 }), async (ideas) => {
        const told = await publish(ideas);
        const found = await disagreement(services.db, after, until);
        expect(found && placeOf(pairOf(told, found))).toEqual(bestPlace(told));
      }),
      { numRuns: 60 },
    );
  });
});

/** Publishes these ideas and no others; returns those of the span that lists hold. */
async function publish(ideas: readonly Said[]): Promise<Told[]> {
  await services.db.run(sql`DELETE FROM idea`);
  const made = await Promise.all(
    ideas.map(async (idea) => {
      const { id } = await addIdea(services, {
        episodeId: episodes.get(`${idea.show} ${idea.day}`)!,
        tickers: [idea.subject],
        stance: idea.stance,
        discussionDepth: idea.depth,
        hidden: idea.told === 'hidden',
        supersededAt: idea.told === 'replaced' ? until : null,
      });
      return { ...idea, id };
    }),
  );
  const visible = ({ show, day, told }: Told) =>
    show !== HIDDEN_SHOW && day !== HIDDEN_DAY && told === 'told';
  const listed: Told[] = [];
  for (const [at, idea] of made.entries()) {
    const first = idea.repeats === null || idea.repeats >= at ? null : made[idea.repeats]!;
    if (first)
      await services.db.run(sql`UPDATE idea SET "repeatOf" = ${first.id}::uuid WHERE id = ${idea.id}::uuid`);
    if (visible(idea) && !(first && visible(first))) listed.push(idea);
  }
  return listed.filter(({ day }) => new Date(day) > after && new Date(day) <= until);
}

type Pair = readonly [Told, Told];

function pairOf(told: readonly Told[], { bullish, bearish }: { bullish: string; bearish: string }): Pair {
  const byId = (id: string) => told.find((idea) => idea.id === id)!;
  return [byId(bullish), byId(bearish)];
}

/** What decides between two pairs; the greater comes first. */
const placeOf = ([bullish, bearish]: Pair) => [
  bullish.subject === bearish.subject && bullish.stance === 'BULLISH' && bearish.stance === 'BEARISH',
  bullish.show !== bearish.show,
  Math.min(bullish.depth, bearish.depth),
  ...[bullish.day, bearish.day].sort().reverse(),
];

function bestPlace(told: readonly Told[]) {
  const opposed = told
    .filter(({ stance }) => stance === 'BULLISH')
    .flatMap((bullish) =>
      told
        .filter(({ stance, subject }) => stance === 'BEARISH' && subject === bullish.subject)
        .map((bearish) => placeOf([bullish, bearish])),
    );
  // Written out they are in the same order: no, before yes; depths of one digit; days.
  return opposed.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1))[0] ?? null;
}
