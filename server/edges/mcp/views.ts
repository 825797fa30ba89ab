import type { CutHistory, CutThesis } from '#server/edges/mcp/text.ts';
import * as texts from '#server/edges/mcp/text.ts';
import type { Digest } from '#server/features/digest/schema.ts';
import type { Follows } from '#server/features/follows/schema.ts';
import type { IdeaCardPage } from '#server/features/ideas/schema.ts';
import { cutSummary } from '#server/features/theses/history/rules.ts';
import type { StanceTimeline } from '#server/features/theses/schema.ts';
import { byText } from '#server/features/theses/statement.ts';

/** What a procedure answers, as a tool's structured content. */
export type ToolAnswer = Record<string, unknown>;

/** A list of an answer that may be cut. */
export type ListCut<Of = ToolAnswer> = {
  /** How long the list is. */
  readonly count: (answer: Of) => number;
  /** The answer with `kept` entries of the list. */
  readonly keep: (answer: Of, kept: number) => Of;
  /** How many entries this cut always leaves. */
  readonly least: (answer: Of) => number;
  /** The field of the list, given as `truncatedOf`. */
  readonly name: string;
  /** `truncatedOf` names this list even if another was cut first, because this is the main list. */
  readonly tells?: true;
  /** The parameter `limit` bounds this list, so the answer is fetched again at the length that fits. */
  readonly paged?: true;
};

/** How a tool's answer is put into words, and which lists are cut when it does not fit, first to last. */
export type View = {
  readonly text: (answer: ToolAnswer, now: Date) => string;
  readonly cuts: readonly ListCut[];
};

function view<Of>(text: (answer: Of, now: Date) => string, cuts: readonly ListCut<Of>[] = []): View {
  return { text, cuts } as unknown as View;
}

/** The names of an answer's lists. */
type ListName<Of> = {
  [Name in keyof Of]-?: Of[Name] extends readonly unknown[] | undefined ? Name : never;
}[keyof Of] &
  string;

/** The cut of a list that an answer holds under `name`: its first entries stay, and at least one. */
function cutOf<Of>(name: ListName<Of>, more: Pick<ListCut, 'tells' | 'paged'> = {}): ListCut<Of> {
  const listIn = (answer: Of) => answer[name] as readonly unknown[] | undefined;
  return {
    name,
    count: (answer) => listIn(answer)?.length ?? 0,
    keep: (answer, kept) => ({ ...answer, [name]: listIn(answer)?.slice(0, kept) }),
    least: () => 1,
    ...more,
  };
}

const ideas = cutOf<IdeaCardPage>('ideas', { paged: true });

/** Whole theses are cut last: the rest of a shortened thesis is had by its id. */
const theses: ListCut<CutHistory> = {
  name: 'theses',
  count: (history) => history.theses.length,
  keep: (history, kept) => withTheses(history, history.theses.slice(0, kept)),
  least: () => 1,
  tells: true,
};

/** The statements of all theses together; each thesis keeps its newest `ofEach`. */
const statements = (ofEach: number): ListCut<CutHistory> => ({
  name: 'statements',
  count: ({ theses: all }) => sum(all.map((thesis) => thesis.statements.length)),
  keep: (history, kept) => {
    const left = newestOfEach(
      history.theses.map((thesis) => thesis.statements.map(({ date }) => date)),
      kept,
    );
    const alone = history.theses.length === 1;
    return withTheses(
      history,
      history.theses.map((thesis, n) => newestStatements(thesis, left[n]!, alone)),
    );
  },
  least: ({ theses: all }) => sum(all.map((thesis) => Math.min(ofEach, thesis.statements.length))),
});

/** The changes of state of all theses together; each thesis keeps its newest `ofEach`. */
const transitions = (ofEach: number): ListCut<CutHistory> => ({
  name: 'transitions',
  count: ({ theses: all }) => sum(all.map((thesis) => thesis.transitions.length)),
  keep: (history, kept) => {
    const left = newestOfEach(
      history.theses.map((thesis) => thesis.transitions.map(({ at }) => at)),
      kept,
    );
    return withTheses(
      history,
      history.theses.map((thesis, n) => newestTransitions(thesis, left[n]!)),
    );
  },
  least: ({ theses: all }) => sum(all.map((thesis) => Math.min(ofEach, thesis.transitions.length))),
});

/** How many entries each list keeps when `kept` stay in all: the last of each first, then the one before. `lists` hold moments, oldest first. */
function newestOfEach(lists: readonly (readonly string[])[], kept: number): number[] {
  const chosen = lists
    .flatMap((moments, list) => moments.map((at, n) => ({ list, place: moments.length - n, at })))
    .sort((a, b) => a.place - b.place || byText(b.at, a.at) || a.list - b.list)
    .slice(0, kept);
  return lists.map((_, list) => chosen.filter((one) => one.list === list).length);
}

function newestStatements(thesis: CutThesis, kept: number, alone: boolean): CutThesis {
  const { length } = thesis.statements;
  if (kept >= length) return thesis;
  const older = thesis.statements.slice(0, length - kept).map(({ show }) => show);
  return {
    ...thesis,
    statements: thesis.statements.slice(length - kept),
    statementsFrom: thesis.statementsFrom ?? length,
    // The rest of a thesis that was asked for alone is had show by show.
    ...(alone ? { olderFrom: [...new Set([...(thesis.olderFrom ?? []), ...older])] } : {}),
  };
}

function newestTransitions(thesis: CutThesis, kept: number): CutThesis {
  const { length } = thesis.transitions;
  if (kept >= length) return thesis;
  return {
    ...thesis,
    transitions: thesis.transitions.slice(length - kept),
    transitionsFrom: thesis.transitionsFrom ?? length,
  };
}

function withTheses(history: CutHistory, served: readonly CutThesis[]): CutHistory {
  return {
    ...history,
    summary: cutSummary(history.summary, history.theses, served),
    theses: [...served],
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Weeks without an idea are cut first, since a reader can fill them in; then the oldest weeks. */
const weeks = (least: number): ListCut<StanceTimeline> => ({
  name: 'weeks',
  count: (timeline) => timeline.weeks.length,
  keep: (timeline, kept) => {
    const newestFirst = [...timeline.weeks].reverse();
    const spoken = newestFirst.filter((week) => week.byShow.length > 0);
    const silent = newestFirst.filter((week) => week.byShow.length === 0);
    const chosen = new Set([...spoken, ...silent].slice(0, kept));
    return { ...timeline, weeks: timeline.weeks.filter((week) => chosen.has(week)) };
  },
  least: () => least,
});

const stanceChanges = (least: number): ListCut<StanceTimeline> => ({
  name: 'stanceChanges',
  count: (timeline) => timeline.stanceChanges.length,
  keep: (timeline, kept) => ({
    ...timeline,
    stanceChanges: kept === 0 ? [] : timeline.stanceChanges.slice(-kept),
  }),
  least: () => least,
});

const views: Readonly<Record<string, View>> = {
  service_thesis_history: view(texts.thesisHistoryText, [
    statements(3),
    transitions(3),
    statements(1),
    transitions(0),
    theses,
  ]),
  service_ticker_stance_timeline: view(texts.timelineText, [
    weeks(26),
    stanceChanges(6),
    weeks(4),
    stanceChanges(0),
    weeks(1),
  ]),
  service_profile: view(texts.profileText),
  service_digest: view(texts.digestText, [
    // Shows to start with give way to the day's ideas.
    cutOf<Digest>('recommendedShows'),
    cutOf<Digest>('ideas', { tells: true, paged: true }),
  ]),
  service_search_ideas: view(texts.searchText, [ideas]),
  service_get_idea: view(texts.ideaText),
  service_idea_media: view(texts.mediaText),
  service_list_follows: view(texts.followsText, [cutOf<Follows>('shows'), cutOf<Follows>('tickers')]),
  service_set_follow: view(texts.followResultText),
  service_list_saves: view(texts.cardListText, [ideas]),
  service_set_save: view(texts.saveResultText),
  service_ask: view(texts.askText),
};

/** The view of a tool. Throws for a tool without one; `allTools` checks each tool, so none is listed without. */
export function viewOf(tool: string): View {
  const found = views[tool];
  if (!found) throw new Error(`Tool ${tool} has no view.`);
  return found;
}
