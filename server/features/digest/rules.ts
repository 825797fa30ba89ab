import { counted } from '#server/features/ideas/rules.ts';
import type { Reason } from '#server/features/ideas/schema.ts';
import { themesCovering } from '#server/linking/themes/rules.ts';
import type { Theme } from '#server/linking/themes/table/entry.ts';
import { DAY_MS, HOUR_MS, nextUtcMidnight, startOfDay, utcDay } from '#server/platform/clock.ts';

/** Air dates of a digest: `from` inclusive, `until` exclusive. */
export type DigestWindow = { readonly from: Date; readonly until: Date; readonly hours: 24 | 72 };

/** The hours that end at the end of `date`, or now (this moment included) when `date` is today (docs/contract.md, Digest). */
export function digestWindow(date: string, now: Date, hours: 24 | 72): DigestWindow {
  const until = date === utcDay(now) ? new Date(now.getTime() + 1) : nextUtcMidnight(startOfDay(date));
  return { from: new Date(until.getTime() - hours * HOUR_MS), until, hours };
}

/** An idea of the window, as far as ranking needs it. */
export type Candidate = {
  readonly id: string;
  /** Id of the idea that it repeats; its own where it repeats none. */
  readonly talk: string;
  readonly showId: string;
  readonly publishedAt: Date;
  readonly discussionDepth: number;
  readonly tickers: readonly string[];
  /** Slug of the theme that it is about, not of one that it touches; null for any other subject. */
  readonly theme: string | null;
  /** Symbols of its participation ETFs. */
  readonly etfs: readonly string[];
  /** It continues a thesis that holds one of the account's saved ideas, said before it. */
  readonly savedThesis: boolean;
};

export type Following = {
  readonly shows: ReadonlySet<string>;
  readonly tickers: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
  /** Themes that cover a followed ticker, and the funds that take part in them. */
  readonly themes: ReadonlySet<string>;
  readonly etfs: ReadonlySet<string>;
  /** Themes that have one of these funds: an idea with a fund touches a theme that has it. */
  readonly fundThemes: ReadonlySet<string>;
};

/** What an account follows, with the themes and funds that its tickers are exposed to. */
export function followingOf(
  showIds: readonly string[],
  tickers: readonly { symbol: string; held: boolean }[],
): Following {
  const symbols = tickers.map((ticker) => ticker.symbol);
  const covering = symbols.flatMap(themesCovering);
  const fundsOf = (theme: Theme) => theme.etfs.map((fund) => fund.symbol);
  const etfs = new Set([...symbols, ...covering.flatMap(fundsOf)]);
  const withFund = [...etfs]
    .flatMap(themesCovering)
    .filter((theme) => fundsOf(theme).some((fund) => etfs.has(fund)));
  return {
    shows: new Set(showIds),
    tickers: new Set(symbols),
    held: new Set(tickers.filter((ticker) => ticker.held).map((ticker) => ticker.symbol)),
    themes: new Set(covering.map((theme) => theme.slug)),
    etfs,
    fundThemes: new Set(withFund.map((theme) => theme.slug)),
  };
}

/** Why an idea is in a digest: the first reason that holds, in the order of the enumeration; null when none does. */
export function reasonOf(idea: Candidate, following: Following): Exclude<Reason, 'top_today'> | null {
  if (idea.tickers.some((symbol) => following.held.has(symbol))) return 'holding';
  if (idea.savedThesis) return 'saved_thesis';
  if (idea.tickers.some((symbol) => following.tickers.has(symbol))) return 'followed_ticker';
  if (following.shows.has(idea.showId)) return 'followed_podcast';
  const exposed =
    (idea.theme !== null && following.themes.has(idea.theme)) ||
    idea.etfs.some((symbol) => following.etfs.has(symbol));
  return exposed ? 'followed_exposure' : null;
}

/** One idea of each talk: the first where that is among these, else the one that aired first. */
export function oncePerTalk<Told extends Candidate>(ideas: readonly Told[]): Told[] {
  const talks = Map.groupBy(ideas, ({ talk }) => talk);
  return [...talks.values()].map((told) => told.toSorted(byTelling)[0]!);
}

function byTelling(a: Candidate, b: Candidate): number {
  return (
    Number(b.id === b.talk) - Number(a.id === a.talk) ||
    a.publishedAt.getTime() - b.publishedAt.getTime() ||
    (a.id < b.id ? -1 : 1)
  );
}

export type Ranked = { readonly id: string; readonly reason: Reason };
export type Reasoned = Candidate & { readonly reason: Reason };

/**
 * In steps of depth: so much deeper must a card go to stand before one whose reason counts so much more, while the page has no other
 * card of either show.
 */
const RELEVANCE: Readonly<Record<Reason, number>> = {
  holding: 8,
  saved_thesis: 7,
  followed_ticker: 6,
  followed_podcast: 4,
  followed_exposure: 1,
  top_today: 0,
};
/** What each card already taken from a show costs its next one, so that one show does not fill the page. */
const SAME_SHOW = 1.5;
/** So many cost, and no more do: what a show has after them is not pushed ever further down. */
const MOST_COUNTED = 2;

/**
 * The best `limit` ideas in the order to read them: relevance of the reason, depth of argument and recency within the
 * window add up, less what the show already has on the page. Ties: newest first, then the greater id.
 */
export function rankDigest(ideas: readonly Reasoned[], window: DigestWindow, limit: number): Ranked[] {
  const left = ideas.map((idea) => ({ idea, score: scoreOf(idea, window) })).sort(byScore);
  const taken: Ranked[] = [];
  const perShow = new Map<string, number>();
  while (taken.length < limit && left.length > 0) {
    const at = bestIndex(left, perShow);
    const { idea } = left.splice(at, 1)[0]!;
    perShow.set(idea.showId, (perShow.get(idea.showId) ?? 0) + 1);
    taken.push({ id: idea.id, reason: idea.reason });
  }
  return taken;
}

type Scored = { readonly idea: Reasoned; readonly score: number };

function scoreOf(idea: Reasoned, { from, until }: DigestWindow): number {
  const recency =
    (idea.publishedAt.getTime() - from.getTime()) / Math.max(1, until.getTime() - from.getTime());
  return RELEVANCE[idea.reason] + idea.discussionDepth + recency;
}

function byScore(a: Scored, b: Scored): number {
  return (
    b.score - a.score ||
    b.idea.publishedAt.getTime() - a.idea.publishedAt.getTime() ||
    (a.idea.id < b.idea.id ? 1 : -1)
  );
}

/** The first of the best: the list is sorted, so ties keep its order. */
function bestIndex(left: readonly Scored[], perShow: ReadonlyMap<string, number>): number {
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [at, { idea, score }] of left.entries()) {
    if (score <= bestScore) break;
    const after = score - SAME_SHOW * Math.min(MOST_COUNTED, perShow.get(idea.showId) ?? 0);
    if (after > bestScore) [best, bestScore] = [at, after];
  }
  return best;
}

type Told = {
  readonly date: string;
  readonly window: DigestWindow;
  /** Cards that are served. */
  readonly cards: number;
  /** Why each idea in scope is there, those past the limit included. */
  readonly reasons: readonly Reason[];
  readonly ideaCount: number;
  readonly showCount: number;
  readonly tickerCount: number;
  readonly incomplete: boolean;
};

/** One sentence: how many cards, of which day, within which scope (docs/contract.md, Digest); where the limit cuts them, of how many. */
export function digestSummary(told: Told): string {
  const span = `aired in the ${told.window.hours} hours to ${endText(told.window)}`;
  const wait = told.incomplete ? '; processing is still running' : '';
  return `The digest for ${told.date} holds ${contentText(told, span)}${wait}.`;
}

function contentText(told: Told, span: string): string {
  const { cards, ideaCount, showCount, tickerCount } = told;
  if (ideaCount === 0) return `${cardsText(told)}: none ${span}`;
  const isEverything = showCount + tickerCount === 0 && cards === ideaCount;
  if (isEverything) return `${ideaCount === 1 ? 'the one idea' : `all ${ideaCount} ideas`} ${span}`;
  return `${cardsText(told)}, out of ${counted(ideaCount, 'idea')} ${span}`;
}

function cardsText({ cards, reasons, showCount, tickerCount }: Told): string {
  const isPersonal = showCount + tickerCount > 0;
  if (!isPersonal && cards === 0) return 'no ideas from any show';
  if (!isPersonal)
    return `the ${cards === 1 ? 'best-argued idea' : `${cards} best-argued ideas`} across all shows`;
  const followed = followedText(showCount, tickerCount);
  const besides = reasonsBeside(reasons);
  const naming = reasons.length - besides.reduce((sum, { count }) => sum + count, 0);
  const served = servedText(cards, reasons.length);
  if (besides.length === 0) return `${served} ${followed}`;
  const parts = [
    ...(naming > 0 ? [`${naming} ${followed}`] : []),
    ...besides.map(({ count, why }) => `${count} ${why}`),
  ];
  // An idea may be there for several reasons, and is counted by one.
  const lead = parts.length > 1 ? 'each by its first reason: ' : '';
  return `${served} (${lead}${parts.join(', ')})`;
}

/** `3 ideas`; where not all are served, `the first 2 of 3 ideas`. */
function servedText(cards: number, inScope: number): string {
  if (inScope === 0) return 'no ideas';
  if (cards >= inScope) return counted(inScope, 'idea');
  return `the first ${cards === 1 ? '' : `${cards} `}of ${counted(inScope, 'idea')}`;
}

/** `from the followed show or on any of 3 followed tickers`. */
function followedText(showCount: number, tickerCount: number): string {
  const oneOf = (count: number, what: string) =>
    count === 1 ? `the followed ${what}` : `any of ${count} followed ${what}s`;
  return [
    ...(showCount > 0 ? [`from ${oneOf(showCount, 'show')}`] : []),
    ...(tickerCount > 0 ? [`on ${oneOf(tickerCount, 'ticker')}`] : []),
  ].join(' or ');
}

/** Ideas that name nothing followed, by why they are there all the same. */
function reasonsBeside(reasons: readonly Reason[]): { readonly count: number; readonly why: string }[] {
  const count = (reason: Reason) => reasons.filter((one) => one === reason).length;
  return [
    { count: count('saved_thesis'), why: 'continuing the argument of a saved idea' },
    { count: count('followed_exposure'), why: 'on a theme or fund of a followed ticker' },
  ].filter((part) => part.count > 0);
}

function endText({ until }: DigestWindow): string {
  const last = new Date(until.getTime() - 1);
  const isMidnight = until.getTime() % DAY_MS === 0;
  return isMidnight
    ? `the end of ${utcDay(last)} UTC`
    : `${last.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** What to do when a digest holds nothing personal; null when it does. */
export function digestHint(personalized: boolean, cards: number, hours: number): string | null {
  if (!personalized)
    return 'Nothing is followed yet, so this is the day for everyone: follow shows or tickers to make the digest personal.';
  if (cards > 0) return null;
  return `Nothing that is followed was discussed in these ${hours} hours: follow more shows or tickers, or search the corpus.`;
}
