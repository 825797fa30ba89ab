import * as texts from '#server/edges/mcp/text.ts';
import type { Digest } from '#server/features/digest/schema.ts';
import type { Follows } from '#server/features/follows/schema.ts';
import type { IdeaCardPage } from '#server/features/ideas/schema.ts';
import type { StanceTimeline, ThesisHistory } from '#server/features/theses/schema.ts';

export type Answer = Record<string, unknown>;

/** One list of an answer that may be cut: how long it is, and the answer with `kept` entries of it. */
export type ListCut<Of = Answer> = {
  readonly count: (answer: Of) => number;
  readonly keep: (answer: Of, kept: number) => Of;
  /** Entries this cut always leaves. */
  readonly least: number;
  /** `truncated` speaks of this list even when another was shortened before it: here whole subjects go. */
  readonly tells?: true;
};

/** How a tool's answer is put into words, and what of it is cut first when it does not fit. */
export type View = {
  readonly text: (answer: Answer) => string;
  readonly cuts: readonly ListCut[];
};

function view<Of>(text: (answer: Of) => string, cuts: readonly ListCut<Of>[] = []): View {
  return { text, cuts } as unknown as View;
}

const ideas: ListCut<IdeaCardPage> = {
  count: (page) => page.ideas.length,
  keep: (page, kept) => ({ ...page, ideas: page.ideas.slice(0, kept) }),
  least: 1,
};

const digestIdeas = (least: number): ListCut<Digest> => ({
  count: (digest) => digest.ideas.length,
  keep: (digest, kept) => ({ ...digest, ideas: digest.ideas.slice(0, kept) }),
  least,
});

const recommendedShows: ListCut<Digest> = {
  count: (digest) => digest.recommendedShows?.length ?? 0,
  keep: (digest, kept) =>
    digest.recommendedShows
      ? { ...digest, recommendedShows: digest.recommendedShows.slice(0, kept) }
      : digest,
  least: 1,
};

const followedShows: ListCut<Follows> = {
  count: (follows) => follows.shows.length,
  keep: (follows, kept) => ({ ...follows, shows: follows.shows.slice(0, kept) }),
  least: 1,
};

const followedTickers: ListCut<Follows> = {
  count: (follows) => follows.tickers.length,
  keep: (follows, kept) => ({ ...follows, tickers: follows.tickers.slice(0, kept) }),
  least: 1,
};

const theses: ListCut<ThesisHistory> = {
  count: (history) => history.theses.length,
  keep: (history, kept) => ({ ...history, theses: history.theses.slice(0, kept) }),
  least: 1,
  tells: true,
};

/** The newest statements of every thesis: what a show says now must never be what is cut. */
const statements = (least: number): ListCut<ThesisHistory> => ({
  count: (history) => Math.max(0, ...history.theses.map((thesis) => thesis.statements.length)),
  keep: (history, kept) => ({
    ...history,
    theses: history.theses.map((thesis) => ({ ...thesis, statements: thesis.statements.slice(-kept) })),
  }),
  least,
});

const transitions: ListCut<ThesisHistory> = {
  count: (history) => Math.max(0, ...history.theses.map((thesis) => thesis.transitions.length)),
  keep: (history, kept) => ({
    ...history,
    theses: history.theses.map((thesis) => ({ ...thesis, transitions: thesis.transitions.slice(-kept) })),
  }),
  least: 3,
};

/** Weeks without an idea go first, since a reader can fill them in; then the oldest. */
const weeks = (least: number): ListCut<StanceTimeline> => ({
  count: (timeline) => timeline.weeks.length,
  keep: (timeline, kept) => {
    const newestFirst = [...timeline.weeks].reverse();
    const spoken = newestFirst.filter((week) => week.bullish + week.bearish + week.neutral > 0);
    const silent = newestFirst.filter((week) => week.bullish + week.bearish + week.neutral === 0);
    const chosen = new Set([...spoken, ...silent].slice(0, kept));
    return { ...timeline, weeks: timeline.weeks.filter((week) => chosen.has(week)) };
  },
  least,
});

const stanceChanges = (least: number): ListCut<StanceTimeline> => ({
  count: (timeline) => timeline.stanceChanges.length,
  keep: (timeline, kept) => ({
    ...timeline,
    stanceChanges: kept === 0 ? [] : timeline.stanceChanges.slice(-kept),
  }),
  least,
});

const views: Readonly<Record<string, View>> = {
  service_thesis_history: view(texts.thesisHistoryText, [statements(3), transitions, theses, statements(1)]),
  service_ticker_stance_timeline: view(texts.timelineText, [
    weeks(26),
    stanceChanges(6),
    weeks(4),
    stanceChanges(0),
    weeks(1),
  ]),
  service_profile: view(texts.profileText),
  service_digest: view(texts.digestText, [digestIdeas(5), recommendedShows, digestIdeas(1)]),
  service_search_ideas: view(texts.searchText, [ideas]),
  service_get_idea: view(texts.ideaText),
  service_idea_media: view(texts.mediaText),
  service_list_follows: view(texts.followsText, [followedShows, followedTickers]),
  service_set_follow: view(texts.followResultText),
  service_list_saves: view(texts.cardListText, [ideas]),
  service_set_save: view(texts.saveResultText),
  service_ask: view(texts.askText),
};

/** The view of a tool. Throws for a tool without one; `allTools` asks for each, so that none is listed without. */
export function viewOf(tool: string): View {
  const found = views[tool];
  if (!found) throw new Error(`Tool ${tool} has no view.`);
  return found;
}
