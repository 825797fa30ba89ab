import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTheses, thesisId } from '#server/features/theses/rules.ts';
import type { IdeaStatement } from '#server/features/theses/statement.ts';
import { asOf, DORMANT_DAYS, stateAfter } from '#server/features/theses/states.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-05T10:00:00Z');
const SHOW_A = 'aaaaaaaa-0000-4000-8000-000000000000';
const SHOW_B = 'bbbbbbbb-0000-4000-8000-000000000000';
const NVIDIA = { kind: 'ticker', key: 'NVDA', name: 'Nvidia' } as const;

function day(days: number): Date {
  return new Date(START + days * DAY_MS);
}

function uuid(n: number): string {
  return `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

let made = 0;
function said(given: Partial<IdeaStatement> & { days?: number } = {}): IdeaStatement {
  made += 1;
  const { days = 0, ...rest } = given;
  return {
    ideaId: uuid(made),
    showId: SHOW_A,
    episodeId: uuid(1_000_000 + days),
    date: day(days),
    seconds: 60,
    stance: 'BULLISH',
    depth: 3,
    subject: NVIDIA,
    sample: false,
    headline: 'Demand',
    thesis: 'Demand grows.',
    statement: 'The show argues that demand grows.',
    tickers: ['NVDA'],
    ...rest,
  };
}

/** The one thesis that these statements make. */
function thesisOf(statements: IdeaStatement[], now: Date) {
  const theses = buildTheses(statements, now);
  expect(theses).toHaveLength(1);
  return theses[0]!;
}

describe('what makes a thesis', () => {
  it('keeps lines of argument and subjects apart', () => {
    const theses = buildTheses(
      [
        said(),
        said({ thesis: 'Antitrust rulings threaten it.', headline: '', statement: '' }),
        said({ subject: { kind: 'company', key: 'openai', name: 'OpenAI' }, tickers: [] }),
      ],
      day(1),
    );
    expect(theses.map((thesis) => thesis.title).sort()).toEqual([
      'Nvidia: growth and outlook',
      'Nvidia: regulation and economy',
      'OpenAI: growth and outlook',
    ]);
  });

  it('files an idea of several tickers under its subject and lists them all, the subject first', () => {
    expect(thesisOf([said({ tickers: ['AMD', 'NVDA'] })], day(1)).tickers).toEqual(['NVDA', 'AMD']);
  });

  it('goes on with what was said of a company when the company is listed, under the id it had', () => {
    const spacex = { kind: 'company', key: 'spacex', name: 'SpaceX' } as const;
    const before = said({ subject: spacex, tickers: [] });
    const since = said({
      days: 9,
      subject: { kind: 'ticker', key: 'SPCX', name: 'SpaceX' },
      tickers: ['SPCX'],
    });
    const thesis = thesisOf([before, since], day(10));
    expect(thesis.statements.map((statement) => statement.ideaId)).toEqual([before.ideaId, since.ideaId]);
    expect(thesis).toMatchObject({ subject: { kind: 'ticker', key: 'SPCX' }, tickers: ['SPCX'] });
    expect(thesisOf([before], day(10)).id).toBe(thesis.id);
    expect(thesisOf([since], day(10)).id).toBe(thesis.id);
    expect(thesis.id).not.toBe(thesisOf([said()], day(10)).id);
  });

  it('lets no fictional sample speak in the thesis of real shows, nor wake it', () => {
    const real = [said(), said({ days: 1 })];
    const samples = [said({ days: 200, showId: SHOW_B, sample: true })];
    const theses = buildTheses([...real, ...samples], day(201));
    expect(theses).toHaveLength(2);
    expect(theses).toContainEqual(thesisOf(real, day(201)));
    expect(theses).toContainEqual(thesisOf(samples, day(201)));
  });

  it('gives a thesis an id that only its subject and line decide', () => {
    const id = thesisOf([said()], day(1)).id;
    expect(id).toBe(thesisId({ kind: 'ticker', key: 'NVDA' }, 'demand', false));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('relation to the statement before', () => {
  const relations = (...statements: Partial<IdeaStatement>[]) =>
    thesisOf(
      statements.map((statement, i) => said({ days: i, ...statement })),
      day(9),
    ).statements.map((statement) => statement.relation);

  it('initiates, reiterates, and strengthens when argued more deeply', () => {
    expect(relations({}, {}, { depth: 5 }, { depth: 4 })).toEqual([
      'initiates',
      'reiterates',
      'strengthens',
      'reiterates',
    ]);
  });

  it('weakens when it turns to balance, whether BALANCED or MIXED', () => {
    for (const stance of ['BALANCED', 'MIXED']) expect(relations({}, { stance })[1]).toBe('weakens');
  });

  it('reverses when the same show takes the other side, disputes when another does', () => {
    expect(relations({}, { stance: 'BEARISH' })[1]).toBe('reverses');
    expect(relations({}, { stance: 'BEARISH', showId: SHOW_B })[1]).toBe('disputes');
  });

  it('is a dispute, no reversal, where both sides speak in one episode', () => {
    const episodeId = uuid(1_000_000);
    expect(relations({ episodeId }, { episodeId, date: day(0), stance: 'BEARISH' })[1]).toBe('disputes');
  });

  it('of a later one is null where its stance, or that of all before it, is not told, and looks past such a statement', () => {
    expect(relations({}, { stance: null }, { stance: 'BEARISH' })).toEqual(['initiates', null, 'reverses']);
    expect(relations({ stance: null }, {}, {})).toEqual(['initiates', null, 'reiterates']);
  });

  it('looks past a neutral statement for the side that is left', () => {
    expect(relations({}, { stance: 'MIXED' }, { stance: 'BEARISH' })[2]).toBe('reverses');
    expect(relations({}, { stance: 'MIXED' }, {})[2]).toBe('strengthens');
    expect(relations({ stance: 'MIXED' }, {})[1]).toBe('strengthens');
  });
});

describe('states', () => {
  it('is first heard, without a transition, until something happens', () => {
    const thesis = thesisOf([said(), said({ days: 10 })], day(69));
    expect(thesis).toMatchObject({ state: 'first_heard', transitions: [] });
    expect(thesis.firstHeardAt).toEqual(day(0));
    expect(thesis.lastMentionAt).toEqual(day(10));
  });

  it('falls dormant on day 60 after the last statement by the clock alone', () => {
    const last = said({ days: 10 });
    const before = thesisOf([said(), last], new Date(day(70).getTime() - 1));
    expect(before.state).toBe('first_heard');
    expect(thesisOf([said(), last], day(70)).transitions).toEqual([
      { at: day(70), fromState: 'first_heard', toState: 'dormant', ideaId: last.ideaId },
    ]);
  });

  it('stays awake when the next statement comes on day 60 itself', () => {
    expect(thesisOf([said(), said({ days: DORMANT_DAYS })], day(61)).transitions).toEqual([]);
  });

  it('is revived by the next statement, even one of the other side', () => {
    const first = said();
    const next = said({ days: 61, stance: 'BEARISH' });
    const thesis = thesisOf([first, next], day(62));
    expect(thesis.state).toBe('revived');
    expect(thesis.transitions).toEqual([
      { at: day(60), fromState: 'first_heard', toState: 'dormant', ideaId: first.ideaId },
      { at: day(61), fromState: 'dormant', toState: 'revived', ideaId: next.ideaId },
    ]);
  });

  it('is challenged by an opposing statement while awake, once', () => {
    const against = said({ days: 2, stance: 'BEARISH', showId: SHOW_B });
    const thesis = thesisOf([said(), against, said({ days: 3 })], day(4));
    expect(thesis.transitions).toEqual([
      { at: day(2), fromState: 'first_heard', toState: 'challenged', ideaId: against.ideaId },
    ]);
  });

  it('is challenged again after a revival', () => {
    const states = thesisOf(
      [said(), said({ days: 100 }), said({ days: 101, stance: 'BEARISH' })],
      day(102),
    ).transitions.map((transition) => transition.toState);
    expect(states).toEqual(['dormant', 'revived', 'challenged']);
  });
});

const arrivals = fc.uniqueArray(
  fc.record({
    n: fc.integer({ min: 1, max: 5000 }),
    days: fc.integer({ min: 0, max: 400 }),
    seconds: fc.option(fc.integer({ min: 0, max: 5000 })),
    showId: fc.constantFrom(SHOW_A, SHOW_B),
    stance: fc.constantFrom('BULLISH', 'BEARISH', 'BALANCED', 'MIXED', null),
    depth: fc.integer({ min: 1, max: 5 }),
    thesis: fc.constantFrom('Demand grows.', 'The court ruled.', 'He likes it.', 'It is cheap.'),
    subject: fc.constantFrom(NVIDIA, { kind: 'theme', key: 'ai-chips', name: 'AI chips' } as const),
  }),
  { selector: (idea) => idea.n, maxLength: 40 },
);
const corpus = arrivals.map((ideas) =>
  ideas.map(({ n, ...idea }) => said({ ...idea, ideaId: uuid(n), headline: '', statement: '' })),
);
const shuffled = corpus.chain((ideas) =>
  fc.record({
    ideas: fc.constant(ideas),
    order: fc.shuffledSubarray(ideas, { minLength: ideas.length, maxLength: ideas.length }),
  }),
);
const clock = fc.integer({ min: 400, max: 520 }).map(day);

describe('whatever is said', () => {
  it('the order of arrival changes nothing', () => {
    fc.assert(
      fc.property(shuffled, clock, ({ ideas, order }, now) => {
        expect(buildTheses(order, now)).toEqual(buildTheses(ideas, now));
      }),
    );
  });

  it('an idea that arrives twice changes nothing', () => {
    fc.assert(
      fc.property(corpus, clock, (ideas, now) => {
        expect(buildTheses([...ideas, ...ideas], now)).toEqual(buildTheses(ideas, now));
      }),
    );
  });

  it('no statement that arrives takes a thesis away, moves another statement or changes its title', () => {
    fc.assert(
      fc.property(corpus, fc.nat(40), clock, (ideas, known, now) => {
        const after = new Map(buildTheses(ideas, now).map((thesis) => [thesis.id, thesis]));
        for (const before of buildTheses(ideas.slice(known), now)) {
          const grown = after.get(before.id);
          expect(grown?.title).toBe(before.title);
          expect(grown?.statements.map((said) => said.ideaId)).toEqual(
            expect.arrayContaining(before.statements.map((said) => said.ideaId)),
          );
        }
      }),
    );
  });

  it('every idea is in one thesis, and only the first statement initiates', () => {
    fc.assert(
      fc.property(corpus, clock, (ideas, now) => {
        const theses = buildTheses(ideas, now);
        const filed = theses.flatMap((thesis) => thesis.statements.map((statement) => statement.ideaId));
        expect(filed.sort()).toEqual(ideas.map((idea) => idea.ideaId).sort());
        for (const { statements } of theses) {
          expect(statements.findLastIndex((statement) => statement.relation === 'initiates')).toBe(0);
        }
      }),
    );
  });

  it('transitions chain in time, change the state each, and end in the state', () => {
    fc.assert(
      fc.property(corpus, clock, (ideas, now) => {
        for (const { transitions, state, statements } of buildTheses(ideas, now)) {
          let last: { toState: string; at: Date } = { toState: 'first_heard', at: statements[0]!.date };
          for (const transition of transitions) {
            expect(transition.fromState).toBe(last.toState);
            expect(transition.toState).not.toBe(transition.fromState);
            expect(transition.at >= last.at).toBe(true);
            expect(statements.some((statement) => statement.ideaId === transition.ideaId)).toBe(true);
            last = transition;
          }
          expect(state).toBe(last.toState);
        }
      }),
    );
  });

  it('a thesis stored earlier and read later says what one built later says', () => {
    fc.assert(
      fc.property(corpus, clock, fc.integer({ min: 0, max: 200 }), (ideas, now, wait) => {
        const later = new Date(now.getTime() + wait * DAY_MS);
        const rebuilt = buildTheses(ideas, later);
        const aged = buildTheses(ideas, now).map((thesis) =>
          asOf({ ...thesis, lastIdeaId: thesis.statements.at(-1)!.ideaId }, later),
        );
        expect(aged.map(({ lastIdeaId: _, ...thesis }) => thesis)).toEqual(rebuilt);
        expect(rebuilt.every((thesis) => thesis.state === stateAfter(thesis.transitions))).toBe(true);
      }),
    );
  });
});
