import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { upgradeUrl } from '#server/api/errors.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import { licensedLine } from '#server/features/ideas/media.ts';
import { counted } from '#server/features/ideas/rules.ts';
import type { Plan } from '#server/features/plans/schema.ts';
import type { StatementRow, ThesisRow } from '#server/features/theses/history/store.ts';
import type { ThesisAnswer } from '#server/features/theses/schema.ts';
import { asOf, type Transition } from '#server/features/theses/states.ts';
import { utcDay } from '#server/platform/clock.ts';

/** SPEC.md Limits: what Premium sees of one thesis. */
export const PREMIUM_STATEMENTS = 50;
/** Theses of an answer to a question that names neither ticker nor thesis (DESIGN.md section 2). */
export const RECENT_THESES = 20;

const LOCK_MESSAGE =
  'Each thesis carries its latest statement; earlier statements, their relations and the changes of state need a Premium account.';

/** SPEC.md Thesis history answer, rules 1 and 3: what a plan sees of one thesis as of `now`. */
export function toThesis(row: ThesisRow, plan: Plan, now: Date, web: Web): ThesisAnswer {
  const locked = plan === 'free';
  const thesis = asOf(row, now);
  return {
    thesisId: thesis.id,
    title: thesis.title,
    state: thesis.state,
    firstHeardAt: thesis.firstHeardAt.toISOString(),
    lastMentionAt: thesis.lastMentionAt.toISOString(),
    tickers: thesis.tickers,
    statements: thesis.statements.map((statement) => toStatement(statement, locked, web)),
    transitions: locked ? [] : thesis.transitions.map(toTransition),
    historyLocked: locked && thesis.total > 1,
  };
}

function toStatement(row: StatementRow, locked: boolean, web: Web): ThesisAnswer['statements'][number] {
  return {
    date: row.date.toISOString(),
    show: row.show,
    episodeTitle: row.episodeTitle,
    timestamp: minutesAndSeconds(row.seconds),
    quote: licensedLine(row.quote, { ...row, quote: row.spoken }),
    stance: row.stance,
    relation: locked ? null : row.relation,
    ideaId: row.ideaId,
    url: ideaUrl(web, row.ideaId),
  };
}

function toTransition({ at, fromState, toState, ideaId }: Transition): ThesisAnswer['transitions'][number] {
  return { at: at.toISOString(), fromState, toState, ideaId };
}

/** `mm:ss`, minutes running past 59; empty when unknown (SPEC.md Thesis history answer). */
export function minutesAndSeconds(seconds: number | null): string {
  if (seconds === null) return '';
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The lock of an answer that withholds statements, or would without its filters; null on Premium (rules 1 to 3). */
export function historyLock(plan: Plan, hasEarlier: boolean, web: Web) {
  if (plan === 'premium' || !hasEarlier) return null;
  return { message: LOCK_MESSAGE, upgradeUrl: upgradeUrl(web.webUrl) };
}

/** What was asked, as a sentence names it. */
export type Asked = {
  readonly symbol: string | null;
  readonly thesisId: string | null;
  readonly show: string | null;
  readonly since: string | null;
};

/** One or two quotable sentences on the answer; `locked` tells whether it carries a lock. */
export function historySummary(theses: readonly ThesisAnswer[], asked: Asked, locked: boolean): string {
  if (theses.length === 0) return locked ? `${nothingLeft(asked)} ${WITHHELD}` : NO_DISCUSSION;
  const found = foundSentence(theses, asked);
  if (!locked) return found;
  if (theses.some((thesis) => thesis.historyLocked)) return `${found} Earlier statements need Premium.`;
  return `${found} The filters leave out every thesis that has earlier statements. ${WITHHELD}`;
}

const WITHHELD = 'Earlier statements exist and need Premium.';

function foundSentence(theses: readonly ThesisAnswer[], asked: Asked): string {
  const statements = theses.flatMap((thesis) => thesis.statements);
  const latest = statements.reduce((a, b) => (b.date > a.date ? b : a));
  const first = theses.map((thesis) => thesis.firstHeardAt).sort()[0]!;
  const shows = new Set(statements.map((statement) => statement.show)).size;
  return [
    `Earmark has ${counted(theses.length, 'line')} of argument${about(asked)}${filtered(asked)},`,
    `first heard on ${utcDay(new Date(first))}:`,
    `${counted(statements.length, 'statement')} from ${counted(shows, 'show')} here,`,
    `the latest by ${latest.show} on ${utcDay(new Date(latest.date))} (${latest.stance}).`,
  ].join(' ');
}

function nothingLeft(asked: Asked): string {
  return `No latest statement${about(asked)} passes the filters${filtered(asked)}.`;
}

function about({ symbol, thesisId }: Asked): string {
  if (symbol !== null) return ` on ${symbol}`;
  return thesisId === null ? '' : ' in this thesis';
}

function filtered({ show, since }: Asked): string {
  const named = show === null ? '' : ` from shows named like "${show}"`;
  return since === null ? named : `${named} since ${since}`;
}
