import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DISCUSSION } from '#server/api/attribution.ts';
import {
  changedIdeas,
  type Said,
  sideChanges,
  type TimelineIdea,
  timelineSummary,
  toldChanges,
  weeksOf,
  windowStart,
} from '#server/features/theses/timeline/rules.ts';
import { weekStart } from '#server/platform/clock.ts';

const WEB = { webUrl: 'http://earmark.test' };
const NOW = new Date('2026-09-15T12:00:00Z');
const FROM = windowStart(NOW, 28);

let made = 0;
function idea(at: string | Date, stance: string | null, show = 'Alpha'): TimelineIdea {
  made += 1;
  const ideaId = `${made.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  return {
    ideaId,
    episodeId: ideaId,
    date: new Date(at),
    seconds: 1,
    showId: `id of ${show}`,
    show,
    stance,
  };
}

/** What each of these ideas says, with its own id in it. */
function said(ideas: readonly TimelineIdea[]): Map<string, Said> {
  const words = (id: string) => ({
    statement: `Said ${id}.`,
    subjectKind: 'ticker',
    subjectName: 'Nvidia',
    speakerName: null,
    show: 'Alpha',
    quote: null,
    quoteChars: 280,
    mediaEnabled: true,
  });
  return new Map(ideas.map(({ ideaId }) => [ideaId, words(ideaId)]));
}

/** The changes between these ideas as they are served. */
function stanceChanges(ideas: readonly TimelineIdea[], from: Date, web: typeof WEB) {
  return toldChanges(sideChanges(ideas, from), said(ideas), web);
}

describe('weeks', () => {
  it('start on Monday 00:00 UTC', () => {
    expect(weekStart(new Date('2026-09-14T00:00:00Z')).toISOString()).toBe('2026-09-14T00:00:00.000Z');
    expect(weekStart(new Date('2026-09-13T23:59:59.999Z')).toISOString()).toBe('2026-09-07T00:00:00.000Z');
    expect(weekStart(new Date('1969-12-31T00:00:00Z')).toISOString()).toBe('1969-12-29T00:00:00.000Z');
  });

  it('are listed with zeros when nothing was said', () => {
    const weeks = weeksOf([], FROM, NOW);
    expect(weeks.map((week) => week.weekStart.slice(0, 10))).toEqual([
      '2026-08-17',
      '2026-08-24',
      '2026-08-31',
      '2026-09-07',
      '2026-09-14',
    ]);
    expect(weeks[0]).toEqual({
      weekStart: '2026-08-17T00:00:00.000Z',
      bullish: 0,
      bearish: 0,
      neutral: 0,
      notTold: 0,
      byShow: [],
    });
  });

  it('count ideas by stance and show; BALANCED and MIXED are neutral, and a stance that is not told is no side', () => {
    const at = '2026-09-09T10:00:00Z';
    const weeks = weeksOf(
      [
        idea(at, 'BULLISH', 'Beta'),
        idea(at, 'BEARISH'),
        idea(at, 'BALANCED'),
        idea(at, 'MIXED'),
        idea(at, null),
      ],
      FROM,
      NOW,
    );
    expect(weeks[3]).toEqual({
      weekStart: '2026-09-07T00:00:00.000Z',
      bullish: 1,
      bearish: 1,
      neutral: 2,
      notTold: 1,
      byShow: [
        { show: 'Alpha', bullish: 0, bearish: 1, neutral: 2, notTold: 1 },
        { show: 'Beta', bullish: 1, bearish: 0, neutral: 0, notTold: 0 },
      ],
    });
  });

  it('count what a show said without a stance beside its zeros', () => {
    const weeks = weeksOf([idea('2026-09-09T10:00:00Z', null)], FROM, NOW);
    expect(weeks[3]?.byShow).toEqual([{ show: 'Alpha', bullish: 0, bearish: 0, neutral: 0, notTold: 1 }]);
  });

  it('hold every idea inside the window whose stance is told once and none outside it', () => {
    const times = fc.array(
      fc.record({
        at: fc.date({ min: new Date('2025-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
        stance: fc.constantFrom('BULLISH', 'BEARISH', 'MIXED', null),
        show: fc.constantFrom('Alpha', 'Beta'),
      }),
    );
    fc.assert(
      fc.property(times, fc.integer({ min: 28, max: 730 }), (said, days) => {
        const from = windowStart(NOW, days);
        const ideas = said.map(({ at, stance, show }) => idea(at, stance, show));
        const weeks = weeksOf(ideas, from, NOW);
        const counted = weeks.reduce((sum, week) => sum + week.bullish + week.bearish + week.neutral, 0);
        expect(counted).toBe(
          ideas.filter(({ date, stance }) => stance !== null && date >= from && date <= NOW).length,
        );
        for (const [i, week] of weeks.entries()) {
          expect(new Date(week.weekStart).getUTCDay()).toBe(1);
          if (i > 0)
            expect(Date.parse(week.weekStart) - Date.parse(weeks[i - 1]!.weekStart)).toBe(604_800_000);
          for (const word of ['bullish', 'bearish', 'neutral', 'notTold'] as const) {
            expect(week.byShow.reduce((sum, show) => sum + show[word], 0)).toBe(week[word]);
          }
        }
      }),
    );
  });
});

describe('stance changes', () => {
  it('are a show’s idea that differs from its own previous one, both quoted', () => {
    const [first, other, second] = [
      idea('2026-09-01T00:00:00Z', 'BULLISH'),
      idea('2026-09-02T00:00:00Z', 'BEARISH', 'Beta'),
      idea('2026-09-03T00:00:00Z', 'MIXED'),
    ] as const;
    expect(stanceChanges([second, other, first], FROM, WEB)).toEqual([
      {
        show: 'Alpha',
        from: 'bullish',
        to: 'neutral',
        atDate: '2026-09-03T00:00:00.000Z',
        fromStatement: {
          date: '2026-09-01T00:00:00.000Z',
          speaker: null,
          quote: `Said ${first.ideaId}.`,
          ideaId: first.ideaId,
          url: `http://earmark.test/ideas/${first.ideaId}`,
        },
        toStatement: {
          date: '2026-09-03T00:00:00.000Z',
          speaker: null,
          quote: `Said ${second.ideaId}.`,
          ideaId: second.ideaId,
          url: `http://earmark.test/ideas/${second.ideaId}`,
        },
      },
    ]);
  });

  it('know the stance before the window, and leave out what changed there', () => {
    const ideas = [
      idea('2025-01-01T00:00:00Z', 'BULLISH'),
      idea('2025-02-01T00:00:00Z', 'BEARISH'),
      idea('2026-09-01T00:00:00Z', 'BULLISH'),
    ];
    expect(stanceChanges(ideas, FROM, WEB)).toMatchObject([{ from: 'bearish', to: 'bullish' }]);
  });

  it('take an episode by its last idea: two sides within one are its speakers’', () => {
    const inOne = (at: string, stance: string, seconds: number) => ({
      ...idea(at, stance),
      episodeId: at,
      seconds,
    });
    const both = [
      inOne('2026-09-01T00:00:00Z', 'BULLISH', 10),
      inOne('2026-09-01T00:00:00Z', 'BEARISH', 900),
      inOne('2026-09-01T00:00:00Z', 'BULLISH', 1800),
    ];
    expect(stanceChanges(both, FROM, WEB)).toEqual([]);
    const later = inOne('2026-09-05T00:00:00Z', 'BEARISH', 10);
    expect(stanceChanges([later, ...both], FROM, WEB)).toMatchObject([
      { from: 'bullish', to: 'bearish', fromStatement: { ideaId: both[2]!.ideaId } },
    ]);
  });

  it('name who spoke before and after', () => {
    const ideas = [idea('2026-09-01T00:00:00Z', 'BULLISH'), idea('2026-09-02T00:00:00Z', 'BEARISH')] as const;
    const names = ['Tessa Okonjo', 'Walt Brandvold'];
    const spoken = [...said(ideas)].map(([id, one], i) => [id, { ...one, speakerName: names[i]! }] as const);
    expect(toldChanges(sideChanges(ideas, FROM), new Map(spoken), WEB)).toMatchObject([
      { fromStatement: { speaker: 'Tessa Okonjo' }, toStatement: { speaker: 'Walt Brandvold' } },
    ]);
  });

  it('are told of the ideas that stand there still', () => {
    const ideas = [idea('2026-09-01T00:00:00Z', 'BULLISH'), idea('2026-09-02T00:00:00Z', 'BEARISH')] as const;
    const changes = sideChanges(ideas, FROM);
    expect(changedIdeas(changes)).toEqual(ideas.map(({ ideaId }) => ideaId));
    expect(toldChanges(changes, said([ideas[1]]), WEB)).toEqual([]);
  });

  it('see no change between two kinds of neutral', () => {
    const ideas = [idea('2026-09-01T00:00:00Z', 'BALANCED'), idea('2026-09-02T00:00:00Z', 'MIXED')];
    expect(stanceChanges(ideas, FROM, WEB)).toEqual([]);
  });

  it('pass over an idea whose stance is not told', () => {
    const bullish = idea('2026-09-01T00:00:00Z', 'BULLISH');
    const untold = idea('2026-09-02T00:00:00Z', null);
    expect(stanceChanges([bullish, untold], FROM, WEB)).toEqual([]);
    expect(
      stanceChanges([bullish, untold, idea('2026-09-03T00:00:00Z', 'BEARISH')], FROM, WEB),
    ).toMatchObject([{ from: 'bullish', to: 'bearish', fromStatement: { ideaId: bullish.ideaId } }]);
  });
});

describe('the summary', () => {
  it('says days, counts and the one week that holds them all', () => {
    const ideas = [idea('2026-09-01T00:00:00Z', 'BULLISH'), idea('2026-09-02T00:00:00Z', 'BEARISH', 'Beta')];
    const told = { ticker: 'NVDA', windowDays: 28, now: NOW, ideas };
    expect(timelineSummary({ ...told, changes: null })).toBe(
      'In the 28 days to 2026-09-15, 2 shows aired 2 ideas on NVDA: 1 bullish, 1 bearish and 0 neutral, in the week from 2026-08-31.',
    );
  });

  it('tells the busiest week only where one stands out, and how often a show changed its stance', () => {
    const ideas = [
      idea('2026-08-18T00:00:00Z', 'BULLISH'),
      idea('2026-09-01T00:00:00Z', 'BULLISH'),
      idea('2026-09-03T00:00:00Z', 'MIXED'),
    ];
    const told = (said: TimelineIdea[], changes: number) =>
      timelineSummary({ ticker: 'NVDA', windowDays: 28, now: NOW, ideas: said, changes });
    expect(told(ideas, 1)).toBe(
      'In the 28 days to 2026-09-15, 1 show aired 3 ideas on NVDA: 2 bullish, 0 bearish and 1 neutral (1 mixed), the most in the week from 2026-08-31 (2), with 1 change of stance.',
    );
    expect(told(ideas.slice(0, 2), 0)).toBe(
      'In the 28 days to 2026-09-15, 1 show aired 2 ideas on NVDA: 2 bullish, 0 bearish and 0 neutral, without a change of stance.',
    );
  });

  it('says of how many ideas the stance is not told', () => {
    const ideas = [idea('2026-09-01T00:00:00Z', 'BULLISH'), idea('2026-09-02T00:00:00Z', null)];
    expect(timelineSummary({ ticker: 'NVDA', windowDays: 28, now: NOW, ideas, changes: null })).toBe(
      'In the 28 days to 2026-09-15, 1 show aired 2 ideas on NVDA: 1 bullish, 0 bearish, 0 neutral and 1 whose stance is not told, in the week from 2026-08-31.',
    );
  });

  it('says how many of the neutral ideas are mixed, such as one stock over another', () => {
    const ideas = ['MIXED', 'BALANCED', null].map((stance) => idea('2026-09-01T00:00:00Z', stance));
    expect(timelineSummary({ ticker: 'JPM', windowDays: 28, now: NOW, ideas, changes: null })).toContain(
      '0 bullish, 0 bearish, 2 neutral (1 mixed) and 1 whose stance is not told',
    );
  });

  it('is the no-discussion sentence for an empty window', () => {
    expect(timelineSummary({ ticker: 'NVDA', windowDays: 28, now: NOW, ideas: [], changes: 0 })).toBe(
      NO_DISCUSSION,
    );
  });
});
