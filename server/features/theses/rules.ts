import { createHash } from 'node:crypto';
import { type Line, lineOf, titleOf } from '#server/features/theses/line.ts';
import { type Before, movedTo, relationTo } from '#server/features/theses/relation.ts';
import type { Relation, StanceWord, ThesisState } from '#server/features/theses/schema.ts';
import {
  byText,
  type IdeaStatement,
  inSpokenOrder,
  stanceWord,
  type ThesisSubject,
} from '#server/features/theses/statement.ts';
import { stateAfter, type Transition, transitionsOf } from '#server/features/theses/states.ts';
import { lastingName, presentSubject, type SubjectKey } from '#server/features/theses/subject.ts';

export type ThesisStatement = {
  readonly ideaId: string;
  readonly showId: string;
  readonly date: Date;
  /** Null where none was assigned. */
  readonly stance: StanceWord | null;
  readonly depth: number;
  /** Null where it or all before it tell no stance. */
  readonly relation: Relation | null;
  readonly quote: string;
};

/** One subject and one line of argument, with all that was said of it (docs/decisions.md). */
export type Thesis = {
  readonly id: string;
  readonly subject: ThesisSubject;
  readonly line: Line;
  readonly title: string;
  readonly state: ThesisState;
  readonly firstHeardAt: Date;
  readonly lastMentionAt: Date;
  /** The subject's own symbol first, then every other symbol its statements are about. */
  readonly tickers: readonly string[];
  /** In spoken order. */
  readonly statements: readonly ThesisStatement[];
  readonly transitions: readonly Transition[];
};

/**
 * The theses that these statements make, as of `now`; a function of both alone. The order in which statements arrive,
 * and one that arrives twice, change nothing.
 */
export function buildTheses(statements: readonly IdeaStatement[], now: Date): Thesis[] {
  const byThesis = Map.groupBy(inSpokenOrder(statements).map(filed), ({ subject, line }) =>
    thesisName(subject, line),
  );
  return [...byThesis.values()].map((said) => thesisOf(said, now)).sort((a, b) => byText(a.id, b.id));
}

/** A statement with what its subject is called today and the line of argument it is of. */
type Filed = IdeaStatement & { readonly line: Line };

function filed(said: IdeaStatement): Filed {
  const subject = presentSubject(said.subject);
  return { ...said, subject, line: lineOf({ ...said, subject }) };
}

/** The thesis of statements of one subject and one line, in spoken order. */
function thesisOf(said: readonly Filed[], now: Date): Thesis {
  const first = said[0]!;
  const last = said.at(-1)!;
  const { subject, line } = last;
  const statements = related(said);
  const transitions = transitionsOf(statements, now);
  return {
    id: thesisId(subject, line),
    subject,
    line,
    title: titleOf(subject.name, line),
    state: stateAfter(transitions),
    firstHeardAt: first.date,
    lastMentionAt: last.date,
    tickers: tickersOf(subject, said),
    statements,
    transitions,
  };
}

function related(said: readonly IdeaStatement[]): ThesisStatement[] {
  let before: Before | null = null;
  return said.map((idea) => {
    const { ideaId, showId, episodeId, date, depth, statement } = idea;
    const stance = stanceWord(idea.stance);
    const next = { showId, episodeId, stance, depth };
    const relation = relationTo(before, next);
    before = movedTo(before, next);
    return { ideaId, showId, date, stance, depth, relation, quote: statement };
  });
}

function tickersOf(subject: ThesisSubject, said: readonly IdeaStatement[]): string[] {
  const own = subject.kind === 'ticker' ? [subject.key] : [];
  const others = said.flatMap((statement) => statement.tickers).sort(byText);
  return [...new Set([...own, ...others])];
}

/** A thesis's id: a name-based UUID (version 5) of subject and line, so that it outlives any rebuild. */
export function thesisId(subject: SubjectKey, line: Line): string {
  const hash = createHash('sha1').update(thesisName(subject, line)).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function thesisName(subject: SubjectKey, line: Line): string {
  const { kind, key } = lastingName(subject);
  return `earmark thesis\n${kind}\n${key}\n${line}`;
}
