import type { Plan } from '#server/domain.ts';
import { CATCH_UP_HOURS, NEWS_DAYS } from '#server/features/alerts/rules.ts';
import type { Alert, AlertKind, ChangePayload } from '#server/features/alerts/schema.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaRow } from '#server/features/ideas/store.ts';
import { told } from '#server/features/ideas/telling.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import type { SideChange } from '#server/features/theses/timeline/rules.ts';
import { DAY_MS } from '#server/platform/clock.ts';

/** What is news at a moment: aired after `aired`, first read after `read`. */
export type News = { readonly aired: Date; readonly read: Date };

export function newsAt(now: Date): News {
  return {
    aired: new Date(now.getTime() - NEWS_DAYS * DAY_MS),
    read: new Date(now.getTime() - CATCH_UP_HOURS * 3_600_000),
  };
}

/** A change of stance on a symbol by an idea that is news. */
export type NewChange = ChangePayload & { readonly ideaId: string; readonly key: string };

/**
 * The changes that ideas of `news` brought, one for each show and episode: the last one said. A later analysis of the
 * episode finds the same key, so that nobody is told twice.
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
  /** Stance of the idea before the change, as it is now; undefined when that idea is listed no more. */
  readonly formerStance: string | null;
  readonly formerListed: boolean;
  readonly followsShow: boolean;
  readonly followedTickers: string[];
  /** The account's searches that found it and still alert. */
  readonly searches: readonly { readonly id: string; readonly name: string }[];
};

/**
 * The event as it may be told now, null when it no longer holds: what it is about is not followed or searched for any more, the record
 * of the change was corrected since, or the plan does not show changes of stance (docs/contract.md, Ticker stance timeline answer).
 */
export function alertOf(row: EventRow, plan: Plan, webUrl: string): Alert | null {
  const told = {
    id: row.eventId,
    at: row.at,
    card: toCard(row, { webUrl }),
    followed: { show: row.followsShow, tickers: row.followedTickers, searches: row.searches },
  };
  if (row.change === null) {
    const asked = row.followsShow || row.followedTickers.length > 0 || row.searches.length > 0;
    return asked ? { ...told, change: null } : null;
  }
  const { symbol, from, to } = row.change;
  const holds =
    plan === 'premium' &&
    row.followedTickers.includes(symbol) &&
    row.formerListed &&
    stanceWord(row.formerStance) === from &&
    stanceWord(row.stance) === to;
  return holds ? { ...told, change: { symbol, from, to } } : null;
}

/** What an event says in one line, attributed and without judgement. */
export function alertTitle({ card, change }: Alert): string {
  const { show, headline } = told(card);
  return change ? `${change.symbol}: ${show} argued it as ${change.to}, before as ${change.from}` : headline;
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
