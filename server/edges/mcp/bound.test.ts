import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTION_RULE, attribution } from '#server/api/attribution.ts';
import { MAX_RESULT_CHARS } from '#server/api/limits.ts';
import { type Again, boundedError, boundedResult, type ToolResult } from '#server/edges/mcp/bound.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { type Asked, historySummary } from '#server/features/theses/history/rules.ts';
import { aCard } from '#server/testing/cards.ts';

const block = attribution('https://earmark.example', '/search');
const size = (result: ToolResult) => JSON.stringify(result).length;

function card(n: number, thesis = 'The show argues that packaging, not demand, limits supply.'): IdeaCard {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return aCard({
    id,
    headline: `Headline ${n}`,
    thesis,
    stance: 'BULLISH',
    direction: 'bullish',
    ideaType: 'investment',
    url: `https://earmark.example/ideas/${id}`,
  });
}

/** A list of `cards` that is paged by number, as a procedure would. */
function pageOf(cards: readonly IdeaCard[], limit: number) {
  return {
    summary: 'What the shows argued.',
    ideas: cards.slice(0, limit),
    nextCursor: limit < cards.length ? `after-${limit}` : null,
    attribution: block,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an answer
const contentOf = (result: ToolResult): any => result.structuredContent;

const idea = (context: string) => ({
  ...card(1),
  isFull: true,
  context,
  riskFlags: [],
  validationSignals: [],
  participationEtfs: [],
  participationTheme: null,
  hearItYourselfLocked: false,
  quota: { ideaReads: { used: 1, limit: 3, remaining: 2 } },
  attribution: block,
});

const NOW = new Date('2026-01-01T07:00:00Z');

/** A tool's result at `now`. */
const bounded = (
  tool: string,
  answer: Record<string, unknown>,
  { now = NOW, again }: { now?: Date; again?: Again } = {},
) => boundedResult(tool, answer, { now, ...(again ? { again } : {}) });

describe('a list result', () => {
  it('is served whole when it fits', async () => {
    const result = await bounded('service_search_ideas', pageOf([card(1), card(2)], 20));
    expect(contentOf(result).ideas).toHaveLength(2);
    expect(contentOf(result)).not.toHaveProperty('truncated');
  });

  it('is cut at a card, says so, and its cursor goes on after the last card served', async () => {
    const cards = Array.from({ length: 50 }, (_, n) => card(n));
    const result = await bounded('service_search_ideas', pageOf(cards, 50), {
      again: async (limit) => pageOf(cards, limit),
    });
    const { ideas, truncated, truncatedTo, truncatedFrom, nextCursor } = contentOf(result);
    expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
    expect({ truncated, truncatedTo, truncatedFrom }).toEqual({
      truncated: true,
      truncatedTo: ideas.length,
      truncatedFrom: 50,
    });
    expect(ideas).toEqual(cards.slice(0, ideas.length));
    expect(ideas.length).toBeGreaterThan(5);
    expect(nextCursor).toBe(`after-${ideas.length}`);
    expect(result.content[0].text).toContain(`Cut to ${ideas.length} of 50`);
  });
});

describe('a single object', () => {
  it('has its text cut with a visible marker, and nothing else', async () => {
    const result = await bounded('service_get_idea', idea('argument '.repeat(3000)));
    expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
    expect(contentOf(result).context).toMatch(/^argument .*\[\.\.\. cut to fit 12,000 characters\]$/);
    expect(contentOf(result)).toEqual({ ...idea(''), context: contentOf(result).context });
    expect(contentOf(result).context.length).toBeGreaterThan(3000);
  });
});

describe('any result', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 4000 }))
      .map(([part, times]) => part.repeat(times)),
  );

  it('is at most 12,000 characters with its attribution whole, however long its cards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 50 }), async (theses) => {
        const cards = theses.map((thesis, n) => card(n, thesis));
        const result = await bounded('service_search_ideas', pageOf(cards, 50), {
          again: async (limit) => pageOf(cards, limit),
        });
        expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
        expect(contentOf(result).attribution).toEqual(block);
        expect(result.content[0].text.endsWith(ATTRIBUTION_RULE)).toBe(true);
        const { ideas, nextCursor, truncated } = contentOf(result);
        expect(ideas.map(({ id }: IdeaCard) => id)).toEqual(cards.slice(0, ideas.length).map(({ id }) => id));
        if (ideas.length < cards.length)
          expect([truncated, nextCursor]).toEqual([true, `after-${ideas.length}`]);
      }),
      { numRuns: 60 },
    );
  });

  it('is at most 12,000 characters when its texts and lists are of any length', async () => {
    const lists = fc.array(text, { maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(text, lists, lists, async (context, riskFlags, validationSignals) => {
        const result = await bounded('service_get_idea', {
          ...idea(context),
          riskFlags,
          validationSignals,
        });
        expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
        expect(contentOf(result).attribution).toEqual(block);
        expect(result.content[0].text.endsWith(ATTRIBUTION_RULE)).toBe(true);
        expect(result.content[0].text.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is at most 12,000 characters when it is an error', () => {
    fc.assert(
      fc.property(text, text, (message, thesis) => {
        const result = boundedError({
          error: 'idea_read_limit',
          message,
          retryable: false,
          idea: card(1, thesis),
        });
        expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
        expect(contentOf(result).error).toBe('idea_read_limit');
        expect(result.isError).toBe(true);
      }),
    );
  });

  const said = (show: string, n: number) => ({
    date: new Date(Date.UTC(2026, 0, n + 1)).toISOString(),
    show,
    episodeTitle: `Episode ${n}`,
    timestamp: '10:05',
    quote: 'The show argues that packaging, not demand, limits supply for the whole of the year.',
    stance: 'bullish',
    relation: 'reiterates' as const,
    ideaId: card(n).id,
    url: card(n).url,
  });
  const thesisOf = (n: number, statements: ReturnType<typeof said>[], transitions: object[] = []) => ({
    thesisId: card(n).id,
    title: `NVIDIA: packaging limits supply ${n}`,
    state: 'first_heard',
    firstHeardAt: statements[0]!.date,
    lastMentionAt: statements.at(-1)!.date,
    tickers: ['NVDA'],
    statements,
    transitions,
    historyLocked: false,
  });
  const asked: Asked = { symbol: 'NVDA', thesisId: null, show: null, since: null };
  const namesIn = (theses: { statements: { show: string }[] }[]) =>
    new Set(theses.flatMap(({ statements }) => statements.map(({ show }) => show))).size;
  // biome-ignore lint/suspicious/noExplicitAny: theses of a test have the fields that are read
  const historyOf = (theses: any[], about: Partial<Asked> = {}, shows = namesIn(theses)) => ({
    summary: historySummary(theses, { ...asked, ...about }, false, shows),
    theses,
    historyLock: null,
    attribution: block,
  });

  const fifty = Array.from({ length: 50 }, (_, n) => said(n < 5 ? 'Beta Notes' : 'The Alpha Hour', n));
  /** One thesis of fifty statements, asked for alone. */
  const longThesis = () =>
    bounded(
      'service_thesis_history',
      historyOf([thesisOf(1, fifty)], { symbol: null, thesisId: card(1).id }),
    );

  it('keeps the newest statements of a thesis, and tells how many of how many and where the rest is', async () => {
    const result = await longThesis();
    const served = contentOf(result).theses[0].statements;
    expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
    expect(served.length).toBeGreaterThan(10);
    expect(served).toEqual(fifty.slice(-served.length));
    expect(contentOf(result)).toMatchObject({
      truncatedTo: served.length,
      truncatedFrom: 50,
      truncatedOf: 'statements',
      theses: [{ statementsFrom: 50, olderFrom: ['Beta Notes', 'The Alpha Hour'] }],
    });
  });

  it('counts in the summary of a cut thesis the statements that are given', async () => {
    const result = await longThesis();
    const served = contentOf(result).theses[0].statements;
    expect(contentOf(result).summary).toBe(
      `Earmark holds the thesis “NVIDIA: packaging limits supply 1”, first heard on 2026-01-01; the ${served.length} statements given are from 1 show, the latest from The Alpha Hour on 2026-02-19 (bullish).`,
    );
  });

  it('claims no exact number of shows for a cut thesis where several shows have one name', async () => {
    const history = historyOf([thesisOf(1, fifty)], {}, 3);
    const result = await bounded('service_thesis_history', history);
    expect(history.summary).toContain('; the 50 statements given are from 3 shows, the latest');
    const served = contentOf(result).theses[0].statements;
    expect(contentOf(result).summary).toContain(
      `; the ${served.length} statements given are from at least 1 show, the latest`,
    );
  });

  it('says in the text of a cut thesis how the older statements are had', async () => {
    const result = await longThesis();
    const served = contentOf(result).theses[0].statements;
    const { text } = result.content[0];
    expect(text).toContain(`Cut to ${served.length} of 50 statements`);
    expect(text).toContain('the older are from Beta Notes, The Alpha Hour: give one as show');
    expect(text).toContain(`GET /v1/agent/thesis-history?thesisId=${card(1).id}`);
    expect(text).not.toContain('first_heard');
    for (const { url } of served) expect(text).toContain(url);
  });

  /** Theses of twenty statements each, the third of two. */
  const theses = (count: number) => {
    const lengths = Array.from({ length: count }, (_, n) => (n === 2 ? 2 : 20));
    const all = lengths.map((length, n) =>
      thesisOf(
        n,
        Array.from({ length }, (_, at) => said('The Alpha Hour', at)),
      ),
    );
    return bounded('service_thesis_history', historyOf(all));
  };

  it('shortens every thesis before it leaves one out, and tells when it does', async () => {
    const result = await theses(3);
    const few = contentOf(result);
    const kept = few.theses.map(({ statements }: { statements: unknown[] }) => statements.length);
    expect(kept[0] + kept[1]).toBeGreaterThanOrEqual(10);
    expect(kept[2]).toBe(2);
    expect(Math.abs(kept[0] - kept[1])).toBeLessThanOrEqual(1);
    expect(few).toMatchObject({
      truncatedTo: kept[0] + kept[1] + 2,
      truncatedFrom: 42,
      truncatedOf: 'statements',
    });
    expect(few.theses.map(({ statementsFrom }: { statementsFrom?: number }) => statementsFrom)).toEqual([
      20,
      20,
      undefined,
    ]);
    expect(few.summary).toContain(`; the ${kept[0] + kept[1] + 2} statements given are from 1 show`);
    expect(result.content[0].text).toContain(`the newest ${kept[0]} of 20 statements`);
  });

  it('leaves out theses that do not fit even when they are short, and tells how many there were', async () => {
    const many = contentOf(await theses(40));
    expect(many.theses.length).toBeGreaterThan(5);
    expect([many.truncatedTo, many.truncatedFrom, many.truncatedOf]).toEqual([
      many.theses.length,
      40,
      'theses',
    ]);
    expect(many.summary).toContain('Earmark holds 40 lines of argument on NVDA');
    expect(many.summary).toContain(`; the ${many.theses.length} statements given`);
  });

  it('counts anew the lines of argument of an answer that says which these are', async () => {
    const theses = Array.from({ length: 20 }, (_, n) => thesisOf(n, [said('The Alpha Hour', n)]));
    const history = historyOf(theses, { symbol: null });
    expect(history.summary).toContain('These are the 20 lines of argument');
    const served = contentOf(await bounded('service_thesis_history', history));
    expect(served.theses.length).toBeLessThan(20);
    expect(served.summary).toContain(`These are the ${served.theses.length} lines of argument`);
    expect(served.summary).toContain(`; the ${served.theses.length} statements given are`);
  });

  it('marks the theses whose changes of state are cut', async () => {
    const transitions = Array.from({ length: 100 }, (_, n) => ({
      at: new Date(Date.UTC(2026, 0, n + 1)).toISOString(),
      fromState: 'dormant',
      toState: 'revived',
      ideaId: card(n).id,
    }));
    const history = historyOf([thesisOf(1, [said('The Alpha Hour', 1)], transitions)]);
    const result = await bounded('service_thesis_history', history);
    const [thesis] = contentOf(result).theses;
    expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
    expect(thesis.transitions).toEqual(transitions.slice(-thesis.transitions.length));
    expect(thesis.transitionsFrom).toBe(100);
    expect(contentOf(result)).toMatchObject({
      truncatedTo: thesis.transitions.length,
      truncatedFrom: 100,
      truncatedOf: 'transitions',
    });
  });

  it('says of every list of a timeline that was cut how long it was, in the text as well', async () => {
    const weeks = Array.from({ length: 53 }, (_, n) => ({
      weekStart: new Date(Date.UTC(2025, 0, 6 + 7 * n)).toISOString(),
      bullish: 2,
      bearish: 0,
      neutral: 0,
      notTold: 0,
      byShow: [{ show: 'The Alpha Hour', bullish: 2, bearish: 0, neutral: 0, notTold: 0 }],
    }));
    const statement = {
      date: '2026-01-01T00:00:00.000Z',
      speaker: null,
      quote: 'The show argues that packaging limits supply for the whole of the year.',
      ideaId: card(1).id,
      url: card(1).url,
    };
    const stanceChanges = Array.from({ length: 29 }, () => ({
      show: 'The Alpha Hour',
      from: 'bullish',
      to: 'bearish',
      atDate: statement.date,
      fromStatement: statement,
      toStatement: statement,
    }));
    const result = await bounded('service_ticker_stance_timeline', {
      summary: 'NVDA.',
      ticker: 'NVDA',
      windowDays: 365,
      weeks,
      stanceChanges,
      stanceChangesLock: null,
      attribution: block,
    });
    const served = contentOf(result);
    expect(served.stanceChanges.length).toBeLessThan(29);
    expect(served).toMatchObject({
      truncatedOf: 'weeks',
      truncatedTo: served.weeks.length,
      truncatedFrom: 53,
      stanceChangesFrom: 29,
    });
    expect(result.content[0].text).toContain(`Cut to ${served.weeks.length} of 53 weeks`);
    expect(result.content[0].text).toContain(`Cut to ${served.stanceChanges.length} of 29 changes of stance`);
  });

  it('gives up shows that a digest recommends before its ideas, and names the days of the rest', async () => {
    const cards = Array.from({ length: 20 }, (_, n) => card(n));
    const recommendedShows = Array.from({ length: 8 }, (_, n) => ({
      id: card(n).id,
      slug: `show-${n}`,
      name: `Show ${n}`,
      description: 'What the show is about. '.repeat(12),
      artworkUrl: null,
      episodeCount: 1,
      lastEpisodeAt: null,
      ideaCount7d: 1,
      url: `https://earmark.example/shows/show-${n}`,
    }));
    const digest = (limit: number) => ({
      summary: 'The day.',
      date: '2026-01-01',
      windowHours: 24,
      personalized: false,
      followedShowCount: 0,
      followedTickerCount: 0,
      ideaCount: 20,
      incomplete: false,
      ideas: cards.slice(0, limit),
      recommendedShows,
      attribution: block,
    });
    const again = async (limit: number) => digest(limit);
    const result = await bounded('service_digest', digest(20), { again });
    const { ideas, recommendedShows: shows, ...marks } = contentOf(result);
    expect([shows.length, ideas.length > 7]).toEqual([1, true]);
    expect(marks).toMatchObject({
      truncatedOf: 'ideas',
      truncatedTo: ideas.length,
      truncatedFrom: 20,
      recommendedShowsFrom: 8,
    });
    expect(result.content[0].text).toContain(
      `Cut to ${ideas.length} of 20 ideas: the rest is found with service_search_ideas, from: 2025-12-31, to: 2026-01-01`,
    );
    expect(result.content[0].text).toContain(
      'Cut to 1 of 8 shows to follow: GET /v1/agent/shows?recommended=true serves all',
    );
    const later = await bounded('service_digest', digest(20), {
      again,
      now: new Date('2026-01-05T07:00:00Z'),
    });
    expect(later.content[0].text).toContain('service_search_ideas, from: 2026-01-01, to: 2026-01-01');
  });

  it.each(['bullish', 'notTold'] as const)(
    'leaves out weeks without ideas before any week with one: %s',
    async (spoken) => {
      const none = { bullish: 0, bearish: 0, neutral: 0, notTold: 0 };
      const weeks = Array.from({ length: 104 }, (_, n) => {
        const said = { ...none, [spoken]: n % 3 === 0 ? 2 : 0 };
        return {
          weekStart: new Date(Date.UTC(2025, 0, 6 + 7 * n)).toISOString(),
          ...said,
          byShow: n % 3 === 0 ? [{ show: 'The Alpha Hour', ...said }] : [],
        };
      });
      const result = await bounded('service_ticker_stance_timeline', {
        summary: 'NVDA.',
        ticker: 'NVDA',
        windowDays: 730,
        weeks,
        stanceChanges: [],
        stanceChangesLock: null,
        attribution: block,
      });
      const served = contentOf(result).weeks;
      expect(size(result)).toBeLessThanOrEqual(MAX_RESULT_CHARS);
      expect(served.filter((week: { byShow: object[] }) => week.byShow.length > 0)).toEqual(
        weeks.filter((week) => week.byShow.length > 0),
      );
      expect(contentOf(result)).toMatchObject({
        truncated: true,
        truncatedTo: served.length,
        truncatedFrom: 104,
      });
    },
  );
});
