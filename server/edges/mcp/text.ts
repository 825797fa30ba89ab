import type { Attribution } from '#server/api/attribution.ts';
import type { Profile } from '#server/features/accounts/schema.ts';
import type { AskAnswer, Citation } from '#server/features/ask/schema.ts';
import { type DigestWindow, digestWindow } from '#server/features/digest/rules.ts';
import type { Digest } from '#server/features/digest/schema.ts';
import type { FollowResult, Follows } from '#server/features/follows/schema.ts';
import type { IdeaCard, IdeaCardPage, IdeaFull, IdeaMedia } from '#server/features/ideas/schema.ts';
import type { QuotaMetric } from '#server/features/plans/schema.ts';
import type { SaveResult } from '#server/features/saves/schema.ts';
import { NOT_TOLD, type StanceTimeline, type ThesisHistory } from '#server/features/theses/schema.ts';
import { stanceChangeInWords } from '#server/features/theses/timeline/speakers.ts';
import { timestampText, utcDay } from '#server/platform/clock.ts';

/** The marks of an answer of which a list was cut (docs/contract.md, Added: MCP 4 and 14). */
export type Cut = { truncated?: true; truncatedTo?: number; truncatedFrom?: number; truncatedOf?: string };

type ThesisAnswer = ThesisHistory['theses'][number];
/** A thesis whose oldest entries may be cut: how many there were, and, of a thesis served alone, the shows of the cut statements. */
export type CutThesis = ThesisAnswer & {
  statementsFrom?: number;
  transitionsFrom?: number;
  olderFrom?: string[];
};
export type CutHistory = Omit<ThesisHistory, 'theses'> & { theses: CutThesis[] } & Cut;

type Lines = readonly (string | null | undefined | false)[];

// Texts that a model can quote as they stand: every statement with its show, episode, air date and second.

/** A page of cards in words. */
export function cardListText(page: IdeaCardPage & Cut): string {
  return text([
    page.summary,
    ...page.ideas.map(cardText),
    ...cutLines(page, {
      ideas: ['ideas', page.nextCursor ? 'go on with nextCursor or narrow the filter' : 'narrow the filter'],
    }),
    page.nextCursor && `nextCursor: ${page.nextCursor}`,
    credit(page.attribution),
  ]);
}

/** A page of a search in words; an empty one says what to try. */
export function searchText(page: IdeaCardPage & Cut): string {
  if (page.ideas.length > 0) return cardListText(page);
  return text([
    page.summary,
    'Every word and every filter must hold: try fewer words, a ticker alone or a wider window, or put the question to service_ask. A show or theme that is not known finds nothing either: before saying that nobody spoke of it, try without that filter.',
    credit(page.attribution),
  ]);
}

/** A digest in words, as told at `now`. */
export function digestText(digest: Digest & Cut, now: Date): string {
  return text([
    digest.summary,
    digest.incomplete && 'Processing is still running: call again later for the rest.',
    digest.hint,
    digest.ideas.length === 0 &&
      digest.latestIdeaAt &&
      `The latest idea aired on ${day(digest.latestIdeaAt)}: give that date for its digest.`,
    ...digest.ideas.map(cardText),
    digest.recommendedShows &&
      `Shows to follow: ${digest.recommendedShows.map(({ name, slug, id }) => `${name} (${slug ?? id})`).join('; ')}`,
    ...cutLines(digest, {
      ideas: ['ideas', `the rest is found with service_search_ideas, ${windowOf(digest, now)}`],
      recommendedShows: ['shows to follow', 'GET /v1/agent/shows?recommended=true serves all'],
    }),
    credit(digest.attribution),
  ]);
}

/** The air dates of a digest as parameters of a search, which pages to its end: the UTC days that its hours touch. */
function windowOf({ date, windowHours }: Digest, now: Date): string {
  const { from } = digestWindow(date, now, windowHours as DigestWindow['hours']);
  return `from: ${utcDay(from)}, to: ${date}`;
}

/** A full idea in words. */
export function ideaText(idea: IdeaFull): string {
  const { speaker } = idea;
  const role = speaker?.role === 'unclear' ? null : speaker?.role;
  const spokenBy = [speaker?.name, speaker?.title, role].filter(Boolean).join(', ');
  return text([
    cardText(idea, null),
    `Speaker: ${speaker?.name ? spokenBy : `a ${role ?? 'speaker'} on ${idea.show.name}, no name borne out`}`,
    idea.context,
    idea.riskFlags.length > 0 && `Risks discussed: ${idea.riskFlags.join('; ')}`,
    idea.validationSignals.length > 0 && `Signals to check: ${idea.validationSignals.join('; ')}`,
    idea.participationEtfs.length > 0 &&
      `Derived sector vehicles, never named by the speaker: ${idea.participationEtfs.map(({ symbol }) => symbol).join(', ')}`,
    idea.superseded && 'A later analysis replaced this idea.',
    idea.hearItYourselfLocked && 'The source moment needs Premium.',
    `Page: ${idea.url}`,
    `Full reads today: ${quota(idea.quota.ideaReads)}`,
    credit(idea.attribution),
  ]);
}

/** The moment of an idea in words. */
export function mediaText(media: IdeaMedia): string {
  return text([
    `"${media.quote}"`,
    `${media.show.name}, "${media.episode.title}", ${day(media.episode.publishedAt)}, at ${media.timestamp}`,
    media.audioUrl && `Audio: ${media.audioUrl}`,
    media.youtubeUrl && `Video: ${media.youtubeUrl}`,
    `Page: ${media.url}`,
    credit(media.attribution),
  ]);
}

/** A profile in words. */
export function profileText(profile: Profile): string {
  const { quotas, key } = profile;
  return text([
    `Plan: ${profile.plan}${profile.isTrialing ? ` (trial, ${profile.trialDaysRemaining} days left)` : ''}`,
    `Full idea reads: ${quota(quotas.ideaReads)}. Questions: ${quota(quotas.asks)}. Saved ideas: ${quota(quotas.savedIdeas)}. Followed shows: ${quota(quotas.followedShows)}. Followed tickers: ${quota(quotas.followedTickers)}.`,
    `Key ${key.keyPrefix} (${key.env}): ${key.scopes.join(', ')}; ends ${key.expiresAt ? day(key.expiresAt) : 'never'}`,
    `Upgrade: ${profile.upgradeUrl}`,
    `Settings: ${profile.settingsUrl}`,
    credit(profile.attribution),
  ]);
}

/** What an account follows, in words. */
export function followsText(follows: Follows & Cut): string {
  const { shows, tickers, limits } = follows;
  return text([
    `Shows (${quota(limits.shows)}): ${shows.map(({ name, slug, id }) => `${name} (${slug ?? id})`).join('; ') || 'none'}`,
    `Tickers (${quota(limits.tickers)}): ${tickers.map(({ symbol }) => symbol).join(', ') || 'none'}`,
    ...cutLines(follows, {
      shows: ['shows', 'the whole list is on the account pages'],
      tickers: ['tickers', 'the whole list is on the account pages'],
    }),
    credit(follows.attribution),
  ]);
}

/** What a change of a follow came to, in a sentence. */
export function followResultText({ type, id, slug, name, following, already }: FollowResult): string {
  const what = name ? `${name} (${slug ?? id})` : id;
  return `The ${type} ${what} is ${nowOrAlready(following, already)} followed.`;
}

/** What a change of a save came to, in a sentence. */
export function saveResultText({ ideaId, saved, already }: SaveResult): string {
  return `The idea ${ideaId} is ${nowOrAlready(saved, already)} saved.`;
}

function nowOrAlready(on: boolean, already: boolean): string {
  if (on) return already ? 'already' : 'now';
  return already ? 'not' : 'no longer';
}

/** The answer to a question in words, citations below it. */
export function askText(answer: AskAnswer): string {
  return text([
    answer.message,
    answer.coverage === 'low' && 'Coverage is thin: say so when relaying this.',
    answer.answer,
    ...answer.citations.map(citationText),
    answer.suggestions.length > 0 && `Questions the corpus can answer: ${answer.suggestions.join(' | ')}`,
    answer.conversationId && `conversationId: ${answer.conversationId}`,
    answer.remainingToday !== null && `Questions left today: ${answer.remainingToday}`,
    credit(answer.attribution),
  ]);
}

/** A thesis history in words, each thesis with its statements, oldest first. */
export function thesisHistoryText(history: CutHistory): string {
  return text([
    history.summary,
    ...history.theses.flatMap((thesis) => [
      `${thesis.title} (${[...thesis.tickers, inWords(thesis.state)].join(', ')}; first heard ${day(thesis.firstHeardAt)}, last ${day(thesis.lastMentionAt)}) thesisId ${thesis.thesisId}`,
      thesis.statementsFrom !== undefined &&
        `- the newest ${thesis.statements.length} of ${thesis.statementsFrom} statements`,
      ...thesis.statements.map(
        (said) =>
          `- ${day(said.date)}, ${said.show}, "${said.episodeTitle}"${said.timestamp ? ` at ${said.timestamp}` : ''}, ${stanceText(said.stance)}${said.relation ? `, ${said.relation}` : ''}: ${said.quote} ${said.url}`,
      ),
      thesis.historyLocked && '- earlier statements are withheld',
    ]),
    historyCutText(history),
    history.historyLock && `${history.historyLock.message} ${history.historyLock.upgradeUrl}`,
    credit(history.attribution),
  ]);
}

/** How much of a history was cut, and how the rest is had. */
function historyCutText(history: CutHistory): string | false {
  const list = history.truncatedOf === 'theses' ? 'lines of argument' : (history.truncatedOf ?? 'entries');
  const [thesis, another] = history.theses;
  if (!thesis || another)
    return cutText(history, list, 'give one thesisId for its depth, or narrow with show or since');
  const older = thesis.olderFrom
    ? `the older are from ${thesis.olderFrom.join(', ')}: give one as show; `
    : '';
  return cutText(
    history,
    list,
    `${older}GET /v1/agent/thesis-history?thesisId=${thesis.thesisId} serves it uncut`,
  );
}

/** A stance timeline in words: weeks with ideas, then changes of stance. */
export function timelineText(timeline: StanceTimeline & Cut): string {
  const spoken = timeline.weeks.filter((week) => week.byShow.length > 0);
  const lock = timeline.stanceChangesLock;
  return text([
    timeline.summary,
    spoken.length > 0 &&
      'Week from: bullish / bearish / neutral / not told (ideas; weeks without ideas left out; balanced and mixed, such as one stock over another, count as neutral)',
    ...spoken.map(
      (week) =>
        `${day(week.weekStart)}: ${week.bullish} / ${week.bearish} / ${week.neutral} / ${week.notTold} (${week.byShow.map(({ show }) => show).join(', ')})`,
    ),
    ...timeline.stanceChanges.map(
      (change) => `${day(change.atDate)}: ${stanceChangeInWords(change)}: ${change.toStatement.quote}`,
    ),
    ...cutLines(timeline, {
      weeks: ['weeks, those without ideas left out first, then the oldest', 'narrow the window'],
      stanceChanges: ['changes of stance, the newest kept', 'narrow the window'],
    }),
    lock && `${lock.message} ${lock.upgradeUrl}`,
    credit(timeline.attribution),
  ]);
}

function cardText(card: IdeaCard | IdeaFull, index: number | null): string {
  const marks = [
    card.tickers.join(' '),
    card.stance?.toLowerCase() ?? 'stance not told',
    `depth ${card.discussionDepth} of 5`,
    'reason' in card && card.reason && inWords(card.reason),
    card.superseded && 'superseded',
    'savedAt' in card && card.savedAt && `saved ${day(card.savedAt)}`,
  ].filter(Boolean);
  const second = card.timestampSeconds === null ? '' : ` at ${timestampText(card.timestampSeconds)}`;
  return [
    `${index === null ? '' : `[${index + 1}] `}${card.headline} (${marks.join('; ')})`,
    `${card.thesis} - ${card.show.name}, "${card.episode.title}", ${day(card.episode.publishedAt)}${second}. ${index === null ? `id ${card.id}` : card.url}`,
  ].join('\n');
}

function citationText(citation: Citation): string {
  const second = citation.timestampSeconds === null ? '' : ` at ${timestampText(citation.timestampSeconds)}`;
  return `[${citation.marker}] ${citation.show}, "${citation.episodeTitle}", ${day(citation.publishedAt)}${second}, ${citation.url}`;
}

function cutText(cut: Cut, what: string, remedy: string): string | false {
  return cut.truncated === true && `Cut to ${cut.truncatedTo} of ${cut.truncatedFrom} ${what}: ${remedy}.`;
}

/** What a list is called in a text, and how the rest of it is had. */
type CutWords = Readonly<Record<string, readonly [what: string, remedy: string]>>;

/** A line for each list of the answer that was cut. */
function cutLines(answer: object & Cut, words: CutWords): string[] {
  const fields = answer as Readonly<Record<string, unknown>>;
  return Object.entries(words).flatMap(([list, [what, remedy]]) => {
    const from = answer.truncatedOf === list ? answer.truncatedFrom : fields[`${list}From`];
    return from === undefined
      ? []
      : [`Cut to ${(fields[list] as unknown[]).length} of ${from} ${what}: ${remedy}.`];
  });
}

/** The attribution block in words; it ends every text that carries corpus data. */
export function credit({ source, url, rule }: Attribution): string {
  return `Source: ${source}, ${url}\n${rule}`;
}

function quota({ used, limit, resetsAt }: QuotaMetric): string {
  if (limit === null) return `${used}, unlimited`;
  return `${used} of ${limit}${resetsAt ? `, resets ${resetsAt}` : ''}`;
}

function stanceText(stance: string): string {
  return stance === NOT_TOLD ? `stance ${NOT_TOLD}` : stance;
}

/** A code of the contract in words: `first_heard` becomes first heard. */
function inWords(code: string): string {
  return code.replaceAll('_', ' ');
}

function day(timestamp: string): string {
  return timestamp.slice(0, 10);
}

function text(lines: Lines): string {
  return lines.filter(Boolean).join('\n');
}
