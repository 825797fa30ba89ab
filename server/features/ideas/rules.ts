import { attribution } from '#server/api/attribution.ts';
import { Refusal } from '#server/api/errors.ts';
import { freeLimits, readsUsedUp } from '#server/api/limits.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import type { Plan } from '#server/domain.ts';
import { licensedHeadline, licensedLine } from '#server/features/ideas/licence.ts';
import { licensed, licensedText, listenUrl, quotable } from '#server/features/ideas/media.ts';
import type { IdeaCard, IdeaFull } from '#server/features/ideas/schema.ts';
import type { IdeaDetail, IdeaRow } from '#server/features/ideas/store.ts';
import { premiumRequired } from '#server/features/plans/rules.ts';
import type { EpisodeRef, ShowRef } from '#server/features/shows/schema.ts';
import { DAY_MS, nextUtcMidnight, startOfDay, utcDay } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';

/** An IdeaFull without what belongs to the reader's day. */
export type IdeaContent = Omit<IdeaFull, 'quota' | 'attribution'>;

/** The IdeaCard of a row: the one mapping for every list (docs/contract.md, IdeaCard). */
export function toCard(row: IdeaRow, web: Web): IdeaCard {
  return { ...cardOf(row, web), isFull: false };
}

function cardOf(row: IdeaRow, web: Web): Omit<IdeaCard, 'isFull'> {
  return {
    id: row.id,
    headline: licensedHeadline(row.headline, row),
    thesis: licensedLine(row.thesis, { ...row, show: row.showName }),
    discussionDepth: row.discussionDepth,
    stance: row.stance,
    direction: row.direction,
    tickers: row.tickers,
    entities: row.entities,
    ideaType: row.ideaType,
    show: showRefOf(row),
    episode: episodeRefOf(row),
    timestampSeconds: row.timestampSeconds,
    url: ideaUrl(web, row.id),
    listenUrl: listenUrl(row, row.timestampSeconds),
    superseded: row.supersededAt !== null,
  };
}

/** The show of an idea's row (docs/contract.md, ShowRef). */
export function showRefOf(row: IdeaRow): ShowRef {
  return { id: row.showId, slug: row.showSlug, name: row.showName };
}

/** The episode of an idea's row (docs/contract.md, EpisodeRef). */
export function episodeRefOf(row: IdeaRow): EpisodeRef {
  return {
    id: row.episodeId,
    title: row.episodeTitle,
    publishedAt: row.episodePublishedAt.toISOString(),
    guest: row.guest,
  };
}

/** The body of a metered read. Sector vehicles are served only where the idea names no ticker (docs/contract.md, IdeaFull). */
export function toContent(row: IdeaDetail, plan: Plan, web: Web): IdeaContent {
  return {
    ...cardOf(row, web),
    isFull: true,
    context: contextOf(row),
    riskFlags: licensed(row.riskFlags, row.quoteChars),
    validationSignals: licensed(row.validationSignals, row.quoteChars),
    participationEtfs: row.tickers.length > 0 ? [] : row.participationEtfs,
    participationTheme: row.participationTheme,
    speaker: speakerOf(row),
    hearItYourselfLocked: plan === 'free' && quotable(row) !== null,
  };
}

/** Who speaks; of nobody named no role is told, since it was read off the label that is in doubt. */
function speakerOf({ speakerName: name, speakerTitle: title, speakerRole: role }: IdeaDetail) {
  return { name, title, role: name === null ? 'unclear' : role };
}

/** The argument as made, within the show's licence: its first sentence is the idea's own line. Null where nothing may be quoted. */
function contextOf(row: IdeaDetail): string | null {
  if (row.context === null || row.quoteChars < 1) return null;
  const line = row.context.includes(row.thesis)
    ? licensedLine(row.thesis, { ...row, show: row.showName })
    : null;
  const further = licensedText(row.context.replace(row.thesis, ''), row);
  return [line, further].filter((part) => part !== null).join(' ') || null;
}

/** First and last UTC day of a list's air dates, and how many shows it holds. */
export type Span = {
  readonly ideas: number;
  readonly shows: number;
  readonly from: string;
  readonly to: string;
};

/** What a page of cards covers; null when it is empty. */
export function spanOf(rows: readonly { publishedAt: Date; showId: string }[]): Span | null {
  if (rows.length === 0) return null;
  const days = rows.map((row) => utcDay(row.publishedAt)).sort();
  return {
    ideas: rows.length,
    shows: new Set(rows.map((row) => row.showId)).size,
    from: days[0]!,
    to: days.at(-1)!,
  };
}

/** One quotable sentence on a page of a ticker's mentions; `count` is how many there are of what `subject` names. */
export function mentionsSummary(span: Span, subject: string, count: number, asked: DaysAsked): string {
  const held = `Earmark holds ${counted(count, 'attributed idea')}${subject}`;
  if (span.ideas === 1 && count > 1)
    return `${held}; this ${isOneDay(asked) ? 'is one of them' : `one ${airedText(span)}`}.`;
  const tail = `from ${counted(span.shows, 'show')}${airedBeside(span, asked)}`;
  return count === span.ideas ? `${held}, ${tail}.` : `${held}; these ${span.ideas} are ${tail}.`;
}

/** `aired on 2026-09-15` or `aired from ... to ...`, UTC days. */
export function airedText({ from, to }: Pick<Span, 'from' | 'to'>): string {
  return from === to ? `aired on ${from}` : `aired from ${from} to ${to}`;
}

/** The air dates that a list is asked for, UTC days. */
export type DaysAsked = { readonly from?: string | undefined; readonly to?: string | undefined };

/** `, aired on 2026-09-15`; nothing in a list of one day, which its subject names already. */
export function airedBeside(span: Span, asked: DaysAsked): string {
  return isOneDay(asked) ? '' : `, ${airedText(span)}`;
}

/** Whether a list is asked for of a single day. */
export function isOneDay({ from, to }: DaysAsked): boolean {
  return from !== undefined && from === to;
}

/** `1 idea`, `2 ideas`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** UTC days as moments: `from` inclusive, `until` (the start of the day after `to`) exclusive. */
export function airWindow(from: string | undefined, to: string | undefined) {
  return {
    from: from === undefined ? null : startOfDay(from),
    until: to === undefined ? null : new Date(startOfDay(to).getTime() + DAY_MS),
  };
}

/** The refusal of an unknown or hidden idea (404). */
export function unknownIdea(): Refusal {
  return new Refusal('not_found', { message: 'There is no idea with this id.' });
}

type Read = { readonly used: number; readonly now: Date; readonly webUrl: string };

/** The refusal of a read past the day's limit: the card is still returned, with its attribution (docs/contract.md, Limits 6). */
export function readLimit(card: IdeaCard, { used, now, webUrl }: Read): Refusal {
  return new Refusal('idea_read_limit', {
    message: readsUsedUp(used),
    limit: freeLimits.ideaReads,
    used,
    resetsAt: nextUtcMidnight(now).toISOString(),
    extra: { idea: card, attribution: attribution(webUrl, `/ideas/${card.id}`) },
  });
}

/** The refusal of media on the free plan, with the price (docs/contract.md, Error and PlanLimitError 3). */
export function mediaNeedsPremium(env: Env): Refusal {
  return premiumRequired(env, 'idea_media', 'Hearing an idea at its source needs a Premium plan.');
}
