import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { upgradeUrl } from '#server/api/errors.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import type { Plan } from '#server/domain.ts';
import { licensedLine } from '#server/features/ideas/media.ts';
import { counted } from '#server/features/ideas/rules.ts';
import type { StanceChange, StanceWord, Week } from '#server/features/theses/schema.ts';
import { byText, inSpokenOrder, type Moment, stanceWord } from '#server/features/theses/statement.ts';
import { utcDay } from '#server/platform/clock.ts';

/** How far back the stance timeline looks, in days (docs/contract.md, Limits 18). */
export const WINDOW = { min: 28, max: 730, usual: 365 } as const;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** An idea on the ticker. `statement` is the sentence written by us, `quote` what was said, whole and never served. */
export type TimelineIdea = Moment & {
  readonly showId: string;
  readonly show: string;
  readonly stance: string | null;
  readonly statement: string;
  readonly headline: string;
  readonly quote: string | null;
  readonly quoteChars: number;
};

type Counts = Record<StanceWord, number>;

/** The window's first moment: 00:00 UTC, so many days before the day of `now`. */
export function windowStart(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - days * DAY_MS);
}

/** Monday 00:00 UTC of the week that holds the moment (docs/contract.md, Ticker stance timeline answer). */
export function weekStart(moment: Date): Date {
  const sinceMonday = (moment.getTime() - FIRST_MONDAY_MS) % WEEK_MS;
  return new Date(moment.getTime() - ((sinceMonday + WEEK_MS) % WEEK_MS));
}

/** Every week from that of `from` to that of `now`, with the ideas aired between the two counted by stance and show. */
export function weeksOf(ideas: readonly TimelineIdea[], from: Date, now: Date): Week[] {
  const inside = ideas.filter((idea) => idea.date >= from && idea.date <= now);
  const byWeek = Map.groupBy(inside, (idea) => weekStart(idea.date).getTime());
  const weeks: Week[] = [];
  for (let at = weekStart(from).getTime(); at <= now.getTime(); at += WEEK_MS) {
    const said = byWeek.get(at) ?? [];
    weeks.push({ weekStart: new Date(at).toISOString(), ...countStances(said), byShow: countByShow(said) });
  }
  return weeks;
}

function countByShow(ideas: readonly TimelineIdea[]): Week['byShow'] {
  const byShow = [...Map.groupBy(ideas, (idea) => idea.showId).values()];
  return byShow
    .map((said) => ({ show: said[0]!.show, id: said[0]!.showId, ...countStances(said) }))
    .sort((a, b) => byText(a.show, b.show) || byText(a.id, b.id))
    .map(({ id: _, ...counts }) => counts);
}

function countStances(ideas: readonly TimelineIdea[]): Counts {
  const counts: Counts = { bullish: 0, bearish: 0, neutral: 0 };
  for (const idea of ideas) counts[stanceWord(idea.stance)] += 1;
  return counts;
}

/**
 * Each idea from `from` on whose stance differs from that of its show's idea before it, which may be older than the
 * window (docs/contract.md, Ticker stance timeline answer). Of an episode its last idea counts: two sides within one episode are an argument
 * between those who speak in it. Oldest first. `ideas` is the ticker's whole history.
 */
export function stanceChanges(ideas: readonly TimelineIdea[], from: Date, web: Web): StanceChange[] {
  const previous = new Map<string, TimelineIdea>();
  const changes: StanceChange[] = [];
  for (const idea of lastOfEpisodes(ideas)) {
    const before = previous.get(idea.showId);
    previous.set(idea.showId, idea);
    if (!before || idea.date < from || stanceWord(before.stance) === stanceWord(idea.stance)) continue;
    changes.push({
      show: idea.show,
      from: stanceWord(before.stance),
      to: stanceWord(idea.stance),
      atDate: idea.date.toISOString(),
      fromStatement: changeStatement(before, web),
      toStatement: changeStatement(idea, web),
    });
  }
  return changes;
}

/** In spoken order. */
function lastOfEpisodes(ideas: readonly TimelineIdea[]): TimelineIdea[] {
  const byEpisode = new Map<string, TimelineIdea>();
  for (const idea of inSpokenOrder(ideas)) byEpisode.set(idea.episodeId, idea);
  return inSpokenOrder([...byEpisode.values()]);
}

function changeStatement(idea: TimelineIdea, web: Web): StanceChange['fromStatement'] {
  return {
    date: idea.date.toISOString(),
    quote: licensedLine(idea.statement, { ...idea, stance: stanceWord(idea.stance) }),
    ideaId: idea.ideaId,
    url: ideaUrl(web, idea.ideaId),
  };
}

/** Set on every answer to a caller who is not Premium, whether or not there are changes. */
export function stanceChangesLock(plan: Plan, web: Web) {
  if (plan === 'premium') return null;
  return {
    message:
      'Weekly counts are open to everyone; the events at which a show changed its stance need a Premium account.',
    upgradeUrl: upgradeUrl(web.webUrl),
  };
}

export type Told = {
  readonly ticker: string;
  readonly windowDays: number;
  readonly now: Date;
  readonly weeks: readonly Week[];
  /** Null when they are locked. */
  readonly changes: number | null;
};

/** One quotable sentence; the no-discussion sentence when the window holds no idea. */
export function timelineSummary({ ticker, windowDays, now, weeks, changes }: Told): string {
  const ideas = weeks.reduce((sum, week) => sum + ideasOf(week), 0);
  if (ideas === 0) return NO_DISCUSSION;
  const sum = (word: StanceWord) => weeks.reduce((total, week) => total + week[word], 0);
  const shows = new Set(weeks.flatMap((week) => week.byShow.map((show) => show.show))).size;
  return [
    `In the ${windowDays} days to ${utcDay(now)}, ${counted(shows, 'show')} aired ${counted(ideas, 'idea')} on ${ticker}:`,
    `${sum('bullish')} bullish, ${sum('bearish')} bearish and ${sum('neutral')} neutral${busiestText(weeks)}${changesText(changes)}.`,
  ].join(' ');
}

function changesText(changes: number | null): string {
  if (changes === null) return '';
  return changes === 0 ? ', without a change of stance' : `, with ${counted(changes, 'change')} of stance`;
}

/** In which week the ideas lie, or the most of them; nothing when no week stands out. */
function busiestText(weeks: readonly Week[]): string {
  const [most, next] = weeks
    .filter((week) => ideasOf(week) > 0)
    .sort((a, b) => ideasOf(b) - ideasOf(a) || byText(a.weekStart, b.weekStart));
  if (!most) return '';
  const day = most.weekStart.slice(0, 10);
  if (!next) return `, in the week from ${day}`;
  return ideasOf(most) > ideasOf(next) ? `, the most in the week from ${day} (${ideasOf(most)})` : '';
}

function ideasOf(week: Week): number {
  return week.bullish + week.bearish + week.neutral;
}
