import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { upgradeUrl } from '#server/api/errors.ts';
import { ideaUrl, type Web } from '#server/api/links.ts';
import type { Plan } from '#server/domain.ts';
import { type Argued, licensedLine } from '#server/features/ideas/licence.ts';
import { counted } from '#server/features/ideas/rules.ts';
import type { StanceChange, StanceWord, Week } from '#server/features/theses/schema.ts';
import { byText, inSpokenOrder, type Moment, stanceWord } from '#server/features/theses/statement.ts';
import { DAY_MS, utcDay, utcMidnight, WEEK_MS, weekStart } from '#server/platform/clock.ts';

/** How far back the stance timeline looks, in days (docs/contract.md, Limits 18). */
export const WINDOW = { min: 28, max: 730, usual: 365 } as const;

/** What weeks count of an idea on the ticker. */
export type CountedIdea = Pick<TimelineIdea, 'date' | 'stance' | 'show' | 'showId'>;

/** An idea on the ticker, and which side it took. */
export type TimelineIdea = Moment & {
  readonly showId: string;
  readonly show: string;
  readonly stance: string | null;
};

/** What an idea says. `statement` is the sentence written by us, `quote` what was said, whole and never served. */
export type Said = Argued & { readonly statement: string };

type Counts = Record<StanceWord | 'notTold', number>;

/** The window's first moment: 00:00 UTC, so many days before the day of `now`. */
export function windowStart(now: Date, days: number): Date {
  return new Date(utcMidnight(now).getTime() - days * DAY_MS);
}

/**
 * Every week from that of `from` to that of `now`, with the ideas aired between the two counted by stance and show. An idea
 * whose stance is not told counts as no side.
 */
export function weeksOf(ideas: readonly CountedIdea[], from: Date, now: Date): Week[] {
  const byWeek = Map.groupBy(airedIn(ideas, from, now), (idea) => weekStart(idea.date).getTime());
  const weeks: Week[] = [];
  for (let at = weekStart(from).getTime(); at <= now.getTime(); at += WEEK_MS) {
    const said = byWeek.get(at) ?? [];
    weeks.push({ weekStart: new Date(at).toISOString(), ...countStances(said), byShow: countByShow(said) });
  }
  return weeks;
}

/** The ideas aired between two moments. */
export function airedIn<T extends { readonly date: Date }>(ideas: readonly T[], from: Date, now: Date): T[] {
  return ideas.filter((idea) => idea.date >= from && idea.date <= now);
}

function countByShow(ideas: readonly CountedIdea[]): Week['byShow'] {
  const byShow = [...Map.groupBy(ideas, (idea) => idea.showId).values()];
  return byShow
    .map((said) => ({ show: said[0]!.show, id: said[0]!.showId, ...countStances(said) }))
    .sort((a, b) => byText(a.show, b.show) || byText(a.id, b.id))
    .map(({ id: _, ...counts }) => counts);
}

function countStances(ideas: readonly Pick<TimelineIdea, 'stance'>[]): Counts {
  const counts: Counts = { bullish: 0, bearish: 0, neutral: 0, notTold: 0 };
  for (const idea of ideas) counts[stanceWord(idea.stance) ?? 'notTold'] += 1;
  return counts;
}

/** An idea whose stance is told. */
type Sided = TimelineIdea & { readonly word: StanceWord };

/** A show took one side, and next another. */
export type SideChange = { readonly before: Sided; readonly after: Sided };

/**
 * Each idea from `from` on whose stance differs from that of its show's idea before it, which may be older than the window
 * (docs/contract.md, Ticker stance timeline answer). Oldest first. Ideas whose stance is not told are passed over. Of an episode
 * its last idea counts: two sides within one episode are an argument between those who speak in it. `ideas` holds all of the
 * ticker from `from` on, and of each of their shows at least the last one before.
 */
export function sideChanges(ideas: readonly TimelineIdea[], from: Date): SideChange[] {
  const previous = new Map<string, Sided>();
  const changes: SideChange[] = [];
  for (const after of lastOfEpisodes(ideas.flatMap((one) => sided(one) ?? []))) {
    const before = previous.get(after.showId);
    previous.set(after.showId, after);
    if (before && after.date >= from && before.word !== after.word) changes.push({ before, after });
  }
  return changes;
}

function sided(idea: TimelineIdea): Sided | null {
  const word = stanceWord(idea.stance);
  return word === null ? null : { ...idea, word };
}

/** In spoken order. */
function lastOfEpisodes(ideas: readonly Sided[]): Sided[] {
  const byEpisode = new Map<string, Sided>();
  for (const idea of inSpokenOrder(ideas)) byEpisode.set(idea.episodeId, idea);
  return inSpokenOrder([...byEpisode.values()]);
}

/** The ideas that changes are told of. */
export function changedIdeas(changes: readonly SideChange[]): string[] {
  return [...new Set(changes.flatMap(({ before, after }) => [before.ideaId, after.ideaId]))];
}

/** Changes as they are served, with what was `said`; a change is left out when one of its ideas was taken back meanwhile. */
export function toldChanges(
  changes: readonly SideChange[],
  said: ReadonlyMap<string, Said>,
  web: Web,
): StanceChange[] {
  return changes.flatMap(({ before, after }) => {
    const [former, latter] = [said.get(before.ideaId), said.get(after.ideaId)];
    if (!former || !latter) return [];
    return {
      show: after.show,
      from: before.word,
      to: after.word,
      atDate: after.date.toISOString(),
      fromStatement: changeStatement(before, former, web),
      toStatement: changeStatement(after, latter, web),
    };
  });
}

function changeStatement({ date, ideaId }: Moment, said: Said, web: Web): StanceChange['fromStatement'] {
  return {
    date: date.toISOString(),
    speaker: said.speakerName,
    quote: licensedLine(said.statement, said),
    ideaId,
    url: ideaUrl(web, ideaId),
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
  /** Those aired in the window. */
  readonly ideas: readonly CountedIdea[];
  /** Null when they are locked. */
  readonly changes: number | null;
};

/** One quotable sentence; the no-discussion sentence when the window holds no idea. */
export function timelineSummary({ ticker, windowDays, now, ideas, changes }: Told): string {
  if (ideas.length === 0) return NO_DISCUSSION;
  const counts = countStances(ideas);
  const shows = new Set(ideas.map((idea) => idea.showId)).size;
  const mixed = ideas.filter((idea) => idea.stance === 'MIXED').length;
  return [
    `In the ${windowDays} days to ${utcDay(now)}, ${counted(shows, 'show')} aired ${counted(ideas.length, 'idea')} on ${ticker}:`,
    `${countsText(counts, mixed)}${busiestText(ideas)}${changesText(changes)}.`,
  ].join(' ');
}

/** The counts in words. A mixed idea may be a trade of one stock over another, which says more than neutral. */
function countsText({ bullish, bearish, neutral, notTold }: Counts, mixed: number): string {
  const sides = `${bullish} bullish, ${bearish} bearish`;
  const neither = mixed === 0 ? `${neutral} neutral` : `${neutral} neutral (${mixed} mixed)`;
  return notTold === 0
    ? `${sides} and ${neither}`
    : `${sides}, ${neither} and ${notTold} whose stance is not told`;
}

function changesText(changes: number | null): string {
  if (changes === null) return '';
  return changes === 0 ? ', without a change of stance' : `, with ${counted(changes, 'change')} of stance`;
}

/** In which week the ideas lie, or the most of them; nothing when no week stands out. */
function busiestText(ideas: Told['ideas']): string {
  const byWeek = Map.groupBy(ideas, (idea) => utcDay(weekStart(idea.date)));
  const [most, next] = [...byWeek].sort((a, b) => b[1].length - a[1].length || byText(a[0], b[0]));
  if (!most) return '';
  const [day, said] = most;
  if (!next) return `, in the week from ${day}`;
  return said.length > next[1].length ? `, the most in the week from ${day} (${said.length})` : '';
}
