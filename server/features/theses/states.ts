import { opposes } from '#server/features/theses/relation.ts';
import type { Relation, ThesisState } from '#server/features/theses/schema.ts';
import { DAY_MS } from '#server/platform/clock.ts';

/** A thesis without a statement for so many days is dormant (docs/contract.md, States and transitions). */
export const DORMANT_DAYS = 60;
const DORMANT_MS = DORMANT_DAYS * DAY_MS;

export type Transition = {
  readonly at: Date;
  readonly fromState: ThesisState;
  readonly toState: ThesisState;
  readonly ideaId: string;
};

export type Related = { readonly ideaId: string; readonly date: Date; readonly relation: Relation | null };

/** When a thesis last spoken of at `last` falls dormant. */
function dormantAt(last: Date): Date {
  return new Date(last.getTime() + DORMANT_MS);
}

/** Where a thesis stands between two statements. */
export type Standing = {
  readonly state: ThesisState;
  /** The statement before; null at the beginning. */
  readonly last: Pick<Related, 'ideaId' | 'date'> | null;
};

/**
 * Every change of state of a thesis as of `now`, oldest first. `statements` are in spoken order. It starts as
 * `first_heard`; a statement on day 60 to the millisecond still keeps it awake.
 */
export function transitionsOf(statements: readonly Related[], now: Date): Transition[] {
  const moves = movesFrom({ state: 'first_heard', last: null }, statements);
  const last = statements.at(-1);
  return last ? asleepBy(now, last, moves) : moves;
}

/** The changes of state that these statements bring to a thesis that stands so, oldest first. */
export function movesFrom(standing: Standing, statements: readonly Related[]): Transition[] {
  const transitions: Transition[] = [];
  let { state, last } = standing;
  const move = (toState: ThesisState, at: Date, ideaId: string) => {
    transitions.push({ at, fromState: state, toState, ideaId });
    state = toState;
  };
  for (const statement of statements) {
    if (last && statement.date > dormantAt(last.date)) move('dormant', dormantAt(last.date), last.ideaId);
    if (state === 'dormant') move('revived', statement.date, statement.ideaId);
    else if (state !== 'challenged' && opposes(statement.relation)) {
      move('challenged', statement.date, statement.ideaId);
    }
    last = statement;
  }
  return transitions;
}

/** The transitions of a thesis whose last statement this is, and its dormancy where `now` is past its sixty days. */
export function asleepBy(
  now: Date,
  last: Pick<Related, 'ideaId' | 'date'>,
  transitions: readonly Transition[],
): Transition[] {
  return [...transitions, ...sleep({ state: stateAfter(transitions), last }, now)];
}

/** The change to dormant of a thesis that stands so, once `now` is past its sixty days; none before, or where it is already. */
function sleep(
  { state, last }: Standing & { readonly last: NonNullable<Standing['last']> },
  now: Date,
): Transition[] {
  const at = dormantAt(last.date);
  if (state === 'dormant' || now < at) return [];
  return [{ at, fromState: state, toState: 'dormant', ideaId: last.ideaId }];
}

/** The state that the transitions lead to. */
export function stateAfter(transitions: readonly Transition[]): ThesisState {
  return transitions.at(-1)?.toState ?? 'first_heard';
}

export type Aging = {
  readonly state: ThesisState;
  readonly lastMentionAt: Date;
  readonly lastIdeaId: string;
  readonly transitions: readonly Transition[];
};

/** A stored thesis as of `now`: dormant once its sixty days have passed, whether or not that was written down. */
export function asOf<T extends Aging>(thesis: T, now: Date): T {
  const { state, lastMentionAt: date, lastIdeaId: ideaId } = thesis;
  const slept = sleep({ state, last: { ideaId, date } }, now);
  if (slept.length === 0) return thesis;
  return { ...thesis, state: 'dormant', transitions: [...thesis.transitions, ...slept] };
}
