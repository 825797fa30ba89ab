import type { Plan } from '#server/domain.ts';
import { CATCH_UP_HOURS, NEWS_DAYS } from '#server/features/alerts/rules.ts';
import type { Alert, AlertKind, ChangePayload } from '#server/features/alerts/schema.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaRow } from '#server/features/ideas/store.ts';
import { sideInWords, told } from '#server/features/ideas/telling.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import type { SideChange } from '#server/features/theses/timeline/rules.ts';
import { DAY_MS } from '#server/platform/clock.ts';

/** News: ideas that aired after `aired` and were first read after `read`. */
export type News = { readonly aired: Date; readonly read: Date };

/** What counts as news at `now`. */
export function newsAt(now: Date): News {
  return {
    aired: new Date(now.getTime() - NEWS_DAYS * DAY_MS),
    read: new Date(now.getTime() - CATCH_UP_HOURS * 3_600_000),
  };
}

/** A change of stance on a symbol by an idea that is news. */
export type NewChange = ChangePayload & { readonly ideaId: string; readonly key: string };

/**
 * The changes that ideas of `news` brought: the last one of each show and episode. A later analysis of the episode gives
 * the same key, so nobody is told twice.
 */
export function newChanges(
  symbol: string,
  changes: readonly SideChange[],
  news: ReadonlySet<string>,
): NewChange[] {
  const found = new Map<string, NewChange>();
  for (const { before, after } of changes) {
    if (!news.has(after.ideaId)) continue;
    const key = `stance_change:${symbol}:${after.showId}:${after.episodeId}`;
    const payload = { symbol, from: before.word, to: after.word, fromIdeaId: before.ideaId };
    found.set(key, { ...payload, ideaId: after.ideaId, key });
  }
  return [...found.values()];
}

/** An event with its idea as it is now. */
export type EventRow = IdeaRow & {
  readonly eventId: string;
  readonly kind: AlertKind;
  readonly change: ChangePayload | null;
  readonly at: Date;
  /** The present stance of the idea before the change; null also where that idea is no longer listed. */
  readonly formerStance: string | null;
  readonly formerListed: boolean;
  readonly followsShow: boolean;
  readonly followedTickers: string[];
  /** The account's searches that found it and still alert. */
  readonly searches: readonly { readonly id: string; readonly name: string }[];
};

/**
 * The event as it may be told now. Null when nobody follows or searches for its subject any more, the change was
 * corrected since, or the plan does not show changes of stance (docs/contract.md, Ticker stance timeline answer).
 */
export function alertOf(row: EventRow, plan: Plan, webUrl: string): Alert | null {
  const common = {
    id: row.eventId,
    at: row.at,
    card: toCard(row, { webUrl }),
    followed: { show: row.followsShow, tickers: row.followedTickers, searches: row.searches },
  };
  if (row.change === null) {
    const asked = row.followsShow || row.followedTickers.length > 0 || row.searches.length > 0;
    return asked ? { ...common, change: null } : null;
  }
  const { symbol, from, to } = row.change;
  const holds =
    plan === 'premium' &&
    row.followedTickers.includes(symbol) &&
    row.formerListed &&
    stanceWord(row.formerStance) === from &&
    stanceWord(row.stance) === to;
  return holds ? { ...common, change: { symbol, from, to } } : null;
}

/** An event in one attributed line without judgement. */
export function alertTitle({ card, change }: Alert): string {
  const { show, headline } = told(card);
  if (!change) return headline;
  return `${change.symbol}: ${show} argued it as ${sideInWords(change.to)}, before as ${sideInWords(change.from)}`;
}

/** Which follow or saved search an event answers. */
export function alertReason({ change, followed, card }: Alert): string {
  if (change) return `You follow ${change.symbol}.`;
  const named = [...followed.tickers, ...(followed.show ? [told(card).show] : [])];
  const searches = followed.searches.map(({ name }) => `“${name}”`);
  return [
    ...(named.length > 0 ? [`You follow ${named.join(' and ')}.`] : []),
    ...(searches.length > 0 ? [`Found by your search ${searches.join(' and ')}.`] : []),
  ].join(' ');
}
