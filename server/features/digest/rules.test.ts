import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reason, reasons } from '#server/features/ideas/schema.ts';
import {
  type Candidate,
  digestSummary,
  digestWindow,
  followingOf,
  type Reasoned,
  rankDigest,
  reasonOf,
} from './rules.ts';

const NOW = new Date('2026-09-15T12:00:00Z');
const window = digestWindow('2026-09-15', NOW, 24);

function idea(given: Partial<Reasoned> = {}): Reasoned {
  return {
    id: 'a',
    talk: given.id ?? 'a',
    showId: 'show',
    publishedAt: new Date('2026-09-15T06:00:00Z'),
    discussionDepth: 3,
    tickers: [],
    theme: null,
    etfs: [],
    savedThesis: false,
    reason: 'top_today',
    ...given,
  };
}

describe('the window of a digest', () => {
  it('is the 24 hours to now for today, this moment included', () => {
    expect(window.from.toISOString()).toBe('2026-09-14T12:00:00.001Z');
    expect(window.until.toISOString()).toBe('2026-09-15T12:00:00.001Z');
  });

  it('is the UTC day for a day gone by, and the three days that end with it', () => {
    expect(digestWindow('2026-09-10', NOW, 24)).toMatchObject({
      from: new Date('2026-09-10T00:00:00Z'),
      until: new Date('2026-09-11T00:00:00Z'),
    });
    expect(digestWindow('2026-09-10', NOW, 72).from).toEqual(new Date('2026-09-08T00:00:00Z'));
  });

  it('is of the year that is asked for, the first hundred included', () => {
    expect(digestWindow('0026-11-21', NOW, 24).until.toISOString()).toBe('0026-11-22T00:00:00.000Z');
  });
});

describe('the summary of a digest', () => {
  const told = (given: Partial<Parameters<typeof digestSummary>[0]>) =>
    digestSummary({
      date: '2026-09-10',
      window: digestWindow('2026-09-10', NOW, 24),
      cards: given.reasons?.length ?? 0,
      reasons: [],
      ideaCount: 38,
      showCount: 0,
      tickerCount: 1,
      incomplete: false,
      ...given,
    });
  const tail = 'out of 38 ideas aired in the 24 hours to the end of 2026-09-10 UTC.';

  it('counts as touching what is followed only what names it', () => {
    expect(told({ reasons: ['followed_ticker', 'holding'] })).toBe(
      `The digest for 2026-09-10 holds 2 ideas on the followed ticker, ${tail}`,
    );
    expect(told({ reasons: ['saved_thesis', 'followed_exposure', 'followed_ticker'] })).toBe(
      `The digest for 2026-09-10 holds 3 ideas (each by its first reason: 1 on the followed ticker, 1 continuing the argument of a saved idea, 1 on a theme or fund of a followed ticker), ${tail}`,
    );
    expect(told({ reasons: ['saved_thesis'] })).toBe(
      `The digest for 2026-09-10 holds 1 idea (1 continuing the argument of a saved idea), ${tail}`,
    );
  });

  it('tells of the whole scope, and that the limit cut it', () => {
    const inScope: Reason[] = ['holding', 'followed_ticker', 'followed_ticker', 'followed_exposure'];
    const scope =
      '4 ideas (each by its first reason: 3 on any of 3 followed tickers, 1 on a theme or fund of a followed ticker)';
    const of = (cards: number) => told({ cards, reasons: inScope, tickerCount: 3 });
    expect(of(4)).toBe(`The digest for 2026-09-10 holds ${scope}, ${tail}`);
    expect(of(3)).toBe(`The digest for 2026-09-10 holds the first 3 of ${scope}, ${tail}`);
    expect(of(1)).toBe(`The digest for 2026-09-10 holds the first of ${scope}, ${tail}`);
  });

  it('counts each idea of the scope once, whatever is served of them', () => {
    const personal = fc.constantFrom(...reasons.filter((reason) => reason !== 'top_today'));
    fc.assert(
      fc.property(
        fc.array(personal, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 50 }),
        (inScope, limit) => {
          const cards = Math.min(limit, inScope.length);
          const said = told({ cards, reasons: inScope });
          const total = Number(/(\d+) ideas?\b/.exec(said)![1]);
          const parts = /\((?:each by its first reason: )?(.*)\)/.exec(said)?.[1]?.split(', ') ?? [
            `${total}`,
          ];
          expect(total).toBe(inScope.length);
          expect(parts.reduce((sum, part) => sum + Number.parseInt(part, 10), 0)).toBe(total);
          expect(said.includes('the first')).toBe(cards < total);
        },
      ),
    );
  });

  it('counts what is followed only where that is more than one', () => {
    expect(told({ reasons: ['followed_podcast'], showCount: 1 })).toContain(
      'holds 1 idea from the followed show or on the followed ticker, out of',
    );
    expect(told({ tickerCount: 2 })).toContain('holds no ideas on any of 2 followed tickers, out of');
  });

  it('says that nothing aired rather than out of how much', () => {
    expect(told({ ideaCount: 0 })).toBe(
      'The digest for 2026-09-10 holds no ideas on the followed ticker: none aired in the 24 hours to the end of 2026-09-10 UTC.',
    );
  });
});

describe('the reason of a card', () => {
  const following = followingOf(
    ['followed'],
    [
      { symbol: 'NVDA', held: true },
      { symbol: 'MSFT', held: false },
    ],
  );
  const why = (given: Partial<Candidate>) => reasonOf(idea(given), following);

  it('is the first that holds, in the order of the enumeration', () => {
    const everything = {
      tickers: ['MSFT', 'NVDA'],
      savedThesis: true,
      showId: 'followed',
      theme: 'semiconductors',
    };
    expect(why(everything)).toBe('holding');
    expect(why({ ...everything, tickers: ['MSFT'] })).toBe('saved_thesis');
    expect(why({ ...everything, tickers: ['MSFT'], savedThesis: false })).toBe('followed_ticker');
    expect(why({ ...everything, tickers: ['KO'], savedThesis: false })).toBe('followed_podcast');
    expect(why({ theme: 'semiconductors' })).toBe('followed_exposure');
    expect(why({ etfs: ['SMH'] })).toBe('followed_exposure');
    expect(why({ tickers: ['KO'], theme: 'nothing-we-know', etfs: ['XYZ'] })).toBeNull();
  });

  it('is an exposure for a fund that is followed itself', () => {
    const fund = followingOf([], [{ symbol: 'GLD', held: false }]);
    expect(reasonOf(idea({ etfs: ['GLD'] }), fund)).toBe('followed_exposure');
  });
});

describe('the ranking', () => {
  const order = (ideas: Reasoned[], limit = 50) => rankDigest(ideas, window, limit).map((card) => card.id);

  it('puts the closer reason first, then the deeper argument, then the newer', () => {
    const shows = ['s1', 's2', 's3', 's4'];
    expect(
      order([
        idea({ id: 'older', showId: shows[0]!, publishedAt: new Date('2026-09-14T20:00:00Z') }),
        idea({ id: 'newer', showId: shows[1]! }),
        idea({ id: 'deeper', showId: shows[2]!, discussionDepth: 4 }),
        idea({ id: 'held', showId: shows[3]!, reason: 'holding' }),
      ]),
    ).toEqual(['held', 'deeper', 'newer', 'older']);
  });

  it('puts what only touches a followed ticker behind what names one, however deep it goes', () => {
    const named = [1, 2, 3, 4, 5].map((n) =>
      idea({ id: `named${n}`, reason: 'followed_ticker', showId: 'loud', discussionDepth: 3 }),
    );
    const near = idea({ id: 'near', reason: 'followed_exposure', showId: 'loud', discussionDepth: 5 });
    const brief = idea({ id: 'brief', reason: 'followed_ticker', showId: 'loud', discussionDepth: 1 });
    expect(order([near, ...named, brief]).at(-1)).toBe('near');
  });

  it('goes on with a loud show on what is followed rather than with another that only touches it', () => {
    const named = [1, 2, 3, 4].map((n) =>
      idea({ id: `named${n}`, reason: 'followed_ticker', showId: 'loud', discussionDepth: 3 }),
    );
    const near = idea({ id: 'near', reason: 'followed_exposure', showId: 'quiet', discussionDepth: 4 });
    expect(order([near, ...named]).at(-1)).toBe('near');
  });

  it('lets another show in before the third card of the same one', () => {
    const same = [1, 2, 3].map((n) => idea({ id: `same${n}`, showId: 'loud', discussionDepth: 5 }));
    const page = order([...same, idea({ id: 'quiet', showId: 'quiet', discussionDepth: 4 })], 3);
    expect(page).toContain('quiet');
  });

  it('neither depends on the order of its input, nor repeats, nor passes the limit, nor loses a card', () => {
    const anyIdea = fc.record({
      id: fc.uuid(),
      showId: fc.constantFrom('s1', 's2', 's3'),
      publishedAt: fc.date({ min: window.from, max: window.until, noInvalidDate: true }),
      discussionDepth: fc.integer({ min: 1, max: 5 }),
      reason: fc.constantFrom(...reasons),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyIdea, { selector: (given) => given.id, maxLength: 30 }),
        fc.integer({ min: 1, max: 50 }),
        (given, limit) => {
          const ideas = given.map(idea);
          const ranked = order(ideas, limit);
          expect(order([...ideas].reverse(), limit)).toEqual(ranked);
          expect(new Set(ranked).size).toBe(ranked.length);
          expect(ranked).toHaveLength(Math.min(limit, ideas.length));
          expect(order(ideas, 50).slice(0, limit)).toEqual(ranked);
        },
      ),
    );
  });
});
