import { opposes } from '#server/features/theses/relation.ts';
import type { Relation, ThesisState } from '#server/features/theses/schema.ts';

/** A thesis without a statement for so many days is dormant (docs/contract.md, States and transitions). */
export const DORMANT_DAYS = 60;
const DORMANT_MS = DORMANT_DAYS * 86_400_000;

export type Transition = {
  readonly at: Date;
  readonly fromState: ThesisState;
  readonly toState: ThesisState;
  readonly ideaId: string;
};

type Related = { readonly ideaId: string; readonly date: Date; readonly relation: Relation | null };

/** When a thesis last spoken of at `last` falls dormant. */
function dormantAt(last: Date): Date {
  return new Date(last.getTime() + DORMANT_MS);
}

/**
 * Every change of state of a thesis as of `now`, oldest first. `statements` are in spoken order. It starts as
 * `first_heard`; a statement on day 60 to the millisecond still keeps it awake.
 */
export function transitionsOf(statements: readonly Related[], now: Date): Transition[] {
  const transitions: Transition[] = [];
  const move = (toState: ThesisState, at: Date, ideaId: string) => {
    transitions.push({ at, fromState: stateAfter(transitions), toState, ideaId });
  };
  let last: Related | null = null;
  for (const statement of statements) {
    if (last && statement.date > dormantAt(last.date)) move('dormant', dormantAt(last.date), last.ideaId);
    const state = stateAfter(transitions);
    if (state === 'dormant') move('revived', statement.date, statement.ideaId);
    else if (state !== 'challenged' && opposes(statement.relation)) {
      move('challenged', statement.date, statement.ideaId);
    }
    last = statement;
  }
  if (last && now >= dormantAt(last.date)) move('dormant', dormantAt(last.date), last.ideaId);
  return transitions;
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
  const at = dormantAt(thesis.lastMentionAt);
  if (thesis.state === 'dormant' || now < at) return thesis;
  const slept: Transition = { at, fromState: thesis.state, toState: 'dormant', ideaId: thesis.lastIdeaId };
  return { ...thesis, state: 'dormant', transitions: [...thesis.transitions, slept] };
}
