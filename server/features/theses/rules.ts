import { createHash } from 'node:crypto';
import { type Line, lineOf, thesisTitle } from '#server/features/theses/line.ts';
import { type Before, movedTo, relationTo } from '#server/features/theses/relation.ts';
import type { Relation, StanceWord, ThesisState } from '#server/features/theses/schema.ts';
import {
  byText,
  type IdeaStatement,
  inSpokenOrder,
  type Moment,
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

/** One subject and one line of argument, with all that real shows said of it, or fictional samples (docs/decisions.md). */
export type Thesis = {
  readonly id: string;
  readonly subject: ThesisSubject;
  readonly line: Line;
  /** Whether fictional samples state it, and no real show. */
  readonly sample: boolean;
  readonly title: string;
  readonly state: ThesisState;
  readonly firstHeardAt: Date;
  readonly lastMentionAt: Date;
  /** Of its last statement. */
  readonly lastShowId: string;
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
  const byThesis = Map.groupBy(inSpokenOrder(statements).map(filed), thesisIdOf);
  return [...byThesis.values()].map((said) => thesisOf(said, now)).sort((a, b) => byText(a.id, b.id));
}

/** A statement with what its subject is called today and the line of argument it is of. */
export type Filed = IdeaStatement & { readonly line: Line };

/** Files a statement under the line that it argues, of what its subject is called today. */
export function filed(said: IdeaStatement): Filed {
  const subject = presentSubject(said.subject);
  return { ...said, subject, line: lineOf({ ...said, subject }) };
}

/** The thesis of statements of one subject and one line, in spoken order. */
function thesisOf(said: readonly Filed[], now: Date): Thesis {
  const first = said[0]!;
  const last = said.at(-1)!;
  const { subject, line, sample } = last;
  const statements = related(said.map(unrelated));
  const transitions = transitionsOf(statements, now);
  return {
    id: thesisIdOf(last),
    subject,
    line,
    sample,
    title: thesisTitle(subject.name, line, sample),
    state: stateAfter(transitions),
    firstHeardAt: first.date,
    lastMentionAt: last.date,
    lastShowId: last.showId,
    tickers: tickersOf(
      subject,
      said.flatMap((statement) => statement.tickers),
    ),
    statements,
    transitions,
  };
}

/** A statement before it is told how it stands to those before. */
export type Unrelated = Omit<ThesisStatement, 'relation'> & Moment;

/** What a filed idea says as a statement of its thesis. */
export function unrelated(idea: IdeaStatement): Unrelated {
  const { ideaId, showId, episodeId, date, seconds, depth, statement } = idea;
  return {
    ideaId,
    showId,
    episodeId,
    date,
    seconds,
    stance: stanceWord(idea.stance),
    depth,
    quote: statement,
  };
}

/** How statements, in spoken order, stand to each other and to what was `before` them. */
export function related(said: readonly Unrelated[], before: Before | null = null): ThesisStatement[] {
  let standing = before;
  return said.map(({ episodeId, seconds: _, ...statement }) => {
    const next = { ...statement, episodeId };
    const relation = relationTo(standing, next);
    standing = movedTo(standing, next);
    return { ...statement, relation };
  });
}

/** The symbols of a thesis on this subject whose statements are about these. */
export function tickersOf(subject: SubjectKey, symbols: readonly string[]): string[] {
  const own = subject.kind === 'ticker' ? [subject.key] : [];
  return [...new Set([...own, ...[...symbols].sort(byText)])];
}

/** The id of the thesis that a filed statement is of. */
export function thesisIdOf({ subject, line, sample }: Pick<Filed, 'subject' | 'line' | 'sample'>): string {
  return thesisId(subject, line, sample);
}

/**
 * A thesis's id: a name-based UUID (version 5) of subject and line, so that it outlives any rebuild. Fictional samples have
 * theses of their own.
 */
export function thesisId(subject: SubjectKey, line: Line, sample: boolean): string {
  const { kind, key } = lastingName(subject);
  const name = `earmark thesis\n${kind}\n${key}\n${line}${sample ? '\nsample' : ''}`;
  const hash = createHash('sha1').update(name).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
