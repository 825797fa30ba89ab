import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { upgradeUrl } from '#server/api/errors.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import type { Plan } from '#server/domain.ts';
import { licensedLine } from '#server/features/ideas/licence.ts';
import { counted } from '#server/features/ideas/rules.ts';
import type { StatementRow, ThesisRow } from '#server/features/theses/history/store.ts';
import { NOT_TOLD, type ThesisAnswer } from '#server/features/theses/schema.ts';
import { asOf, type Transition } from '#server/features/theses/states.ts';
import { utcDay } from '#server/platform/clock.ts';

/** What Premium sees of one thesis (docs/contract.md, Limits 15). */
export const PREMIUM_STATEMENTS = 50;
/** Theses of an answer to a question that names neither ticker nor thesis (docs/contract.md, Open corpus tools 6). */
export const RECENT_THESES = 20;

const LOCK_MESSAGE =
  'Each thesis carries its latest statement; earlier statements, their relations and the changes of state need a Premium account.';

/** What a plan sees of one thesis as of `now` (docs/contract.md, Thesis history answer). */
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
    historyLocked: locked && thesis.hasEarlier,
  };
}

function toStatement(row: StatementRow, locked: boolean, web: Web): ThesisAnswer['statements'][number] {
  return {
    date: row.date.toISOString(),
    show: row.show,
    episodeTitle: row.episodeTitle,
    timestamp: minutesAndSeconds(row.seconds),
    quote: licensedLine(row.quote, { ...row, quote: row.spoken }),
    stance: row.stance ?? NOT_TOLD,
    relation: locked ? null : row.relation,
    ideaId: row.ideaId,
    url: ideaUrl(web, row.ideaId),
  };
}

function toTransition({ at, fromState, toState, ideaId }: Transition): ThesisAnswer['transitions'][number] {
  return { at: at.toISOString(), fromState, toState, ideaId };
}

/** `mm:ss`, minutes running past 59; empty when unknown (docs/contract.md, Thesis history answer). */
function minutesAndSeconds(seconds: number | null): string {
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

/** How many shows the statements of these theses are from; some may have the same name. */
export function showsOf(rows: readonly ThesisRow[]): number {
  return new Set(rows.flatMap((row) => row.statements.map(({ showId }) => showId))).size;
}

/** One or two quotable sentences on the answer of statements from so many `shows`; `locked` tells whether it carries a lock. */
export function historySummary(
  theses: readonly ThesisAnswer[],
  asked: Asked,
  locked: boolean,
  shows: number,
): string {
  if (theses.length === 0) return locked ? `${nothingLeft(asked)} ${WITHHELD}` : NO_DISCUSSION;
  const found = foundSentence(theses, asked, locked, shows);
  if (!locked) return found;
  if (theses.some((thesis) => thesis.historyLocked)) return `${found} Earlier statements need Premium.`;
  return `${found} The filters leave out every thesis that has earlier statements. ${WITHHELD}`;
}

/**
 * The sentence on an answer of which only `served` is given. The part on what the corpus holds stays; the part on what this
 * answer serves is written again. Shows may share a name, so the number of names is only a lower bound for a part.
 */
export function cutSummary(
  summary: string,
  whole: readonly ThesisAnswer[],
  served: readonly ThesisAnswer[],
): string {
  if (whole.length === 0 || served.length === 0) return summary;
  const [all, left] = [statementsOf(whole), statementsOf(served)];
  const told = showsTold(summary, all);
  const shows = told === namesOf(all) ? namesOf(left) : `at least ${namesOf(left)}`;
  return summary
    .replace(recent(whole), () => recent(served))
    .replace(given(all, told), () => given(left, left.length === all.length ? told : shows));
}

const WITHHELD = 'Earlier statements exist and need Premium.';

function foundSentence(
  theses: readonly ThesisAnswer[],
  asked: Asked,
  locked: boolean,
  shows: number,
): string {
  return `${whatIsHeld(theses, asked, locked)}${firstHeard(theses, asked)}; ${given(statementsOf(theses), counted(shows, 'show'))}.`;
}

/** How a sentence on the theses of an answer begins. */
function whatIsHeld(theses: readonly ThesisAnswer[], asked: Asked, locked: boolean): string {
  const those = locked ? latestFiltered(asked) : filtered(asked);
  if (asked.thesisId !== null) return `Earmark holds the thesis “${theses[0]!.title}”${those}`;
  // Without a ticker the answer ends at so many, and there may be more.
  if (asked.symbol === null && theses.length === RECENT_THESES)
    return `${recent(theses)} most recently spoken of${those}`;
  return `Earmark holds ${counted(theses.length, 'line')} of argument${about(asked)}${those}`;
}

/** Nothing under filters: the first statement may be one that they leave out. */
function firstHeard(theses: readonly ThesisAnswer[], { show, since }: Asked): string {
  if (show !== null || since !== null) return '';
  const first = theses.map((thesis) => thesis.firstHeardAt).sort()[0]!;
  return `, first heard on ${utcDay(new Date(first))}`;
}

function recent(theses: readonly ThesisAnswer[]): string {
  return theses.length === 1
    ? 'This is the line of argument'
    : `These are the ${theses.length} lines of argument`;
}

function statementsOf(theses: readonly ThesisAnswer[]): Given[] {
  return theses.flatMap((thesis) => thesis.statements);
}

type Given = ThesisAnswer['statements'][number];

/** What was said of how many shows these statements are from, in the sentence on them. */
function showsTold(summary: string, { length }: readonly Given[]): string {
  const told = new RegExp(`the ${length} statements given are from ((?:at least )?\\d+ shows?), the latest `);
  return told.exec(summary)?.[1] ?? '';
}

function namesOf(statements: readonly Given[]): string {
  return counted(new Set(statements.map(({ show }) => show)).size, 'show');
}

function given(statements: readonly Given[], shows: string): string {
  const latest = statements.reduce((a, b) => (b.date >= a.date ? b : a));
  const source = `from ${latest.show} on ${utcDay(new Date(latest.date))} (${latest.stance === NOT_TOLD ? `stance ${NOT_TOLD}` : latest.stance})`;
  if (statements.length === 1) return `the statement given is ${source}`;
  return `the ${statements.length} statements given are from ${shows}, the latest ${source}`;
}

function nothingLeft(asked: Asked): string {
  return `No latest statement${about(asked)} passes the filters (${filtersText(asked)}).`;
}

function about({ symbol, thesisId }: Asked): string {
  if (symbol !== null) return ` on ${symbol}`;
  return thesisId === null ? '' : ' in this thesis';
}

function filtered(asked: Asked): string {
  const filters = filtersText(asked);
  return filters === '' ? '' : ` with statements ${filters}`;
}

/** The same where only the latest statement of each thesis was looked at; that aired on or after a day if any did. */
function latestFiltered(asked: Asked): string {
  const { show, since } = asked;
  if (show === null) return filtered(asked);
  const aired = since === null ? '' : `aired since ${since} and `;
  return ` whose latest statement ${aired}is of a show whose name contains “${show}”`;
}

function filtersText({ show, since }: Asked): string {
  return [
    show === null ? '' : `of shows whose name contains “${show}”`,
    since === null ? '' : `since ${since}`,
  ]
    .filter(Boolean)
    .join(' ');
}
