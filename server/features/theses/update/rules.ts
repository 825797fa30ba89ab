import { thesisTitle } from '#server/features/theses/line.ts';
import type { Before } from '#server/features/theses/relation.ts';
import {
  type Filed,
  related,
  type Thesis,
  thesisIdOf,
  tickersOf,
  type Unrelated,
  unrelated,
} from '#server/features/theses/rules.ts';
import type { ThesisState } from '#server/features/theses/schema.ts';
import { inSpokenOrder, type ThesisSubject } from '#server/features/theses/statement.ts';
import {
  asleepBy,
  movesFrom,
  type Related,
  stateAfter,
  type Transition,
} from '#server/features/theses/states.ts';
import { presentSubject, type SubjectKey } from '#server/features/theses/subject.ts';

/** What an idea is about: its subject, and all its symbols. */
export type Filing = { readonly subject: SubjectKey; readonly tickers: readonly string[] };

/** An idea that came, went or changed: what it says now, and where it stood. */
export type Touched = {
  readonly idea: Filed;
  /** Whether it is a statement now. */
  readonly listed: boolean;
  readonly former: (Filing & { readonly thesisId: string; readonly date: Date }) | null;
};

/** A thesis whose statements changed, and the span of air dates that they cover before and after. */
export type Change = {
  readonly id: string;
  readonly from: Date;
  readonly until: Date;
  /** What is to be said of it. */
  readonly added: readonly Filed[];
  /** Ideas that were statements of it, and may be again, with what they were about. */
  readonly removed: readonly (Filing & Pick<Filed, 'ideaId'>)[];
};

/** The theses that touched ideas are or were statements of. */
export function changesOf(touched: readonly Touched[]): Change[] {
  const places = touched.flatMap(({ idea, listed, former }) => [
    ...(listed ? [{ id: thesisIdOf(idea), date: idea.date, added: [idea], removed: [] }] : []),
    ...(former
      ? [{ id: former.thesisId, date: former.date, added: [], removed: [{ ...former, ideaId: idea.ideaId }] }]
      : []),
  ]);
  return [...Map.groupBy(places, ({ id }) => id)].map(([id, those]) => {
    const dates = those.map(({ date }) => date.getTime());
    return {
      id,
      from: new Date(Math.min(...dates)),
      until: new Date(Math.max(...dates)),
      added: those.flatMap(({ added }) => added),
      removed: those.flatMap(({ removed }) => removed),
    };
  });
}

/** What stands of a thesis around a change. */
export type Around = {
  /** Its row without what changes with every statement; null for a thesis that is to be. */
  readonly stored: Omit<Thesis, 'state' | 'statements' | 'transitions'> | null;
  /** The last statement before the change, and what the first one after it relates to; null where there is none. */
  readonly last: (Pick<Unrelated, 'ideaId' | 'showId' | 'date'> & { readonly subject: ThesisSubject }) | null;
  readonly before: Before | null;
  /**
   * Air date of the first later statement with a side. Relations after it do not depend on anything before it. Null where
   * there is none: the change reaches to the end.
   */
  readonly settledAt: Date | null;
  /** The first statement after that which took the other side. */
  readonly opposing: { readonly ideaId: string; readonly date: Date } | null;
  /** Statements from the change to `settledAt`, those that went or changed among them. */
  readonly said: readonly Told[];
  /** All of the thesis, oldest first. */
  readonly transitions: readonly Transition[];
  /** Those of the `leaving` symbols that statements besides the removed ones are about. */
  readonly staying: readonly string[];
};

/** A statement as it stands, and its subject as it was named. */
type Told = Unrelated & { readonly subject: ThesisSubject };

/** Symbols besides its own that a thesis may no longer be about once a change is made. */
export function leaving({ added, removed }: Change): string[] {
  const stay = new Set(added.flatMap(({ tickers }) => tickers));
  const others = removed.flatMap(({ subject, tickers }) =>
    tickers.filter((symbol) => symbol !== subject.key),
  );
  return [...new Set(others)].filter((symbol) => !stay.has(symbol));
}

/**
 * A thesis after a change, as `buildTheses` makes it of all its statements, with those alone that were looked at again;
 * null where nothing is left of it. A dormancy that the clock brings past `settledAt` is left to `refreshDormancy`.
 */
export function changed(change: Change, around: Around, now: Date): Thesis | null {
  const { stored, last, settledAt } = around;
  const gone = new Set(change.removed.map(({ ideaId }) => ideaId));
  const said = inSpokenOrder([
    ...around.said.filter(({ ideaId }) => !gone.has(ideaId)),
    ...change.added.map((idea) => ({ ...unrelated(idea), subject: idea.subject })),
  ]);
  const final = said.at(-1) ?? last;
  if (!final) return null;
  const { subject, line, sample } = stored ?? change.added[0]!;
  const statements = related(said, around.before);
  const transitions = transitionsAround(change, around, statements, now);
  return {
    id: change.id,
    subject,
    line,
    sample,
    title: settledAt ? stored!.title : thesisTitle(presentSubject(final.subject).name, line, sample),
    state: stateAfter(transitions),
    firstHeardAt: last ? stored!.firstHeardAt : said[0]!.date,
    lastMentionAt: settledAt ? stored!.lastMentionAt : final.date,
    lastShowId: settledAt ? stored!.lastShowId : final.showId,
    tickers: tickersOf(subject, tickersAfter(change, around)),
    statements,
    transitions,
  };
}

function tickersAfter(change: Change, { stored, staying }: Around): string[] {
  const gone = new Set(leaving(change).filter((symbol) => !staying.includes(symbol)));
  return [
    ...(stored?.tickers ?? []).filter((symbol) => !gone.has(symbol)),
    ...change.added.flatMap(({ tickers }) => tickers),
  ];
}

/** Transitions of before the change stay, those of what was looked at again are made anew, and those after it follow. */
function transitionsAround(
  { from }: Change,
  { last, settledAt, opposing, transitions }: Around,
  statements: readonly Related[],
  now: Date,
): Transition[] {
  // Whether the last statement before the change was followed by a silence is told by what comes after it.
  const kept = transitions.filter(
    ({ at, toState, ideaId }) => at < from && !(toState === 'dormant' && ideaId === last?.ideaId),
  );
  const moved = [...kept, ...movesFrom({ state: stateAfter(kept), last }, statements)];
  if (settledAt === null) return asleepBy(now, statements.at(-1) ?? last!, moved);
  const was = stateAfter(transitions.filter(({ at }) => at <= settledAt));
  const rest = transitions.filter(({ at }) => at > settledAt);
  return [...moved, ...following(stateAfter(moved), was, rest, opposing)];
}

/** The transitions of statements that did not change, when the state before them is another than it was. */
function following(
  state: ThesisState,
  was: ThesisState,
  rest: readonly Transition[],
  opposing: Around['opposing'],
): Transition[] {
  if (state === was) return [...rest];
  const sleeps = rest.find(({ toState }) => toState === 'dormant');
  const isChallenged = was === 'challenged' && opposing !== null && (!sleeps || opposing.date < sleeps.at);
  const moves = isChallenged
    ? [{ at: opposing.date, toState: 'challenged' as const, ideaId: opposing.ideaId }, ...rest]
    : rest.filter(({ toState }, i) => i > 0 || toState !== state);
  const told: Transition[] = [];
  for (const { at, toState, ideaId } of moves)
    told.push({ at, fromState: told.at(-1)?.toState ?? state, toState, ideaId });
  return told;
}
