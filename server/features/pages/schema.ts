import type { ShownCorrection } from '#server/features/corrections/schema.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import type { Beyond } from '#server/features/pages/beyond.ts';
import type { StanceWord, ThesisState } from '#server/features/theses/schema.ts';
import type { ThesisSubject } from '#server/features/theses/statement.ts';

/** What pages read beyond the contract: cards and facts about them, never the metered body. */

/** The most cards that are read by their ids at once. */
export const MOST_CARDS = 200;
/** Ideas are counted up to so many where no count is kept: nobody reads on that far. */
export const MOST_COUNTED = 1000;
/** Ideas that are not told a side are counted up to so many. */
export const MOST_UNTOLD = 13;

export type CorpusCounts = { readonly shows: number; readonly episodes: number; readonly ideas: number };

export type ThesisLine = {
  readonly id: string;
  readonly title: string;
  readonly state: ThesisState;
  readonly firstHeardAt: Date;
  readonly lastMentionAt: Date;
  readonly tickers: readonly string[];
  readonly statements: number;
  readonly shows: number;
  /** What it says; null when none of its statements is listed. */
  readonly proposition: Proposition | null;
};

/** A thesis as somebody put it: the headline of its most fully argued statement, the side that takes, and who said it where and when. */
export type Proposition = {
  readonly text: string;
  readonly stance: StanceWord | null;
  readonly ideaId: string;
  /** Who said it, where the card's own words name them. */
  readonly speaker: string | null;
  readonly show: string;
  readonly airedAt: string;
  /** How many listed statements its thesis has. */
  readonly statements: number;
};

/** What a thesis is about, and every thesis on it, that one included. */
export type ThesisPage = {
  readonly subject: ThesisSubject;
  /** Those with the most statements first. */
  readonly theses: readonly ThesisLine[];
  /** Where shows stand on the thesis, what was said last first. */
  readonly positions: readonly Position[];
  /** The strongest idea on the subject against the side of the proposition; null where it takes none and where nobody argued it. */
  readonly opposing: IdeaCard | null;
};

/** A show's statements of one stance on a thesis: how many, and when the last was. A show may stand on both sides. */
export type Position = {
  readonly showId: string;
  readonly slug: string;
  readonly show: string;
  readonly stance: string | null;
  readonly at: Date;
  readonly statements: number;
};

export type ShowFacts = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly artworkUrl: string | null;
  readonly link: string | null;
  readonly author: string | null;
  readonly episodeCount: number;
  /** Episodes of these that were read. */
  readonly readCount: number;
  readonly ideaCount: number;
  readonly lastEpisodeAt: Date | null;
  readonly sample: boolean;
};

export type EpisodeFacts = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly publishedAt: Date;
  readonly durationSeconds: number | null;
  readonly guest: string | null;
  readonly link: string | null;
  readonly enclosureUrl: string | null;
  readonly ideaCount: number;
  /** How far its reading came. One that is read again counts as read until then. */
  readonly reading: 'waiting' | 'read' | 'no_transcript' | 'failed';
  readonly showId: string;
  readonly showSlug: string;
  readonly showName: string;
};

export type TickerFacts = {
  readonly symbol: string;
  readonly ideaCount: number;
  readonly showCount: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
} & Fictional;

/** What the corpus has on a company. `ideaCount` is null where there are more than `MOST_COUNTED`; the shows are then those of the newest. */
export type CompanyFacts = {
  readonly name: string;
  readonly ideaCount: number | null;
  readonly showCount: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
} & Fictional;

/** `symbol` is the ticker under which it is listed since; null while it has none. */
export type CompanyPage = CompanyFacts & { readonly slug: string; readonly symbol: string | null };

/** A company in a list, with the air date of the last idea on it. */
export type CompanyLine = { readonly slug: string; readonly name: string; readonly lastAt: Date };

/** Whether fictional samples alone say what a page holds. */
export type Fictional = { readonly fictional: boolean };

export type TickerCount = { readonly symbol: string; readonly name: string | null; readonly ideas: number };

/** What a filter of the search offers: the value that an address carries, and the name that a reader knows. */
export type Choice = { readonly slug: string; readonly name: string };

export type ThemeFacts = {
  readonly slug: string;
  readonly name: string;
  readonly ideas: number;
  readonly lastAt: Date | null;
};

/** Another episode that published the same talk. */
export type AlsoPublished = Pick<EpisodeFacts, 'id' | 'title' | 'publishedAt' | 'showName'>;

/** An idea's surroundings on its page. */
export type IdeaPage = {
  readonly card: IdeaCard;
  /** Who said it, where the card's own words name them; null elsewhere, since a full read tells it. */
  readonly speaker: string | null;
  /** When the idea was written down here; the air date is the card's. */
  readonly indexedAt: Date;
  readonly durationSeconds: number | null;
  readonly episodeLink: string | null;
  /** Enclosure of the episode, when it is audio the browser can play. */
  readonly audioUrl: string | null;
  /** What the metered read adds to the card. */
  readonly beyond: Beyond;
  /** For a card that a later reading replaced: the id of the current idea that stands for it, if there is one. */
  readonly standing: string | null;
  readonly hasQuote: boolean;
  readonly themes: readonly { slug: string; name: string }[];
  /** The company that it is about, where that had no ticker. */
  readonly company: { readonly slug: string; readonly name: string } | null;
  readonly theses: readonly ThesisLine[];
  /** The strongest other side of the same subject. */
  readonly opposing: IdeaCard | null;
  /** Where it takes a side and no other stands: how many ideas on the same subject are not told one, at most `MOST_UNTOLD`. */
  readonly untold: number;
  /** What the speaker argued on the same subject in the episodes next before and next after, on whatever show; else what the show did. */
  readonly nextTo: {
    /** Whose these are; null for the show's. */
    readonly speaker: string | null;
    readonly before: IdeaCard | null;
    readonly after: IdeaCard | null;
  };
  /** Other ideas of the episode, the strongest other side left out where it stands there. */
  readonly sameEpisode: readonly IdeaCard[];
  /** The same argued in other episodes, in whatever words: the most alike first. */
  readonly elsewhere: readonly IdeaCard[];
  readonly corrections: readonly ShownCorrection[];
  /** Where the same was published, too; what aired first comes first. */
  readonly alsoPublished: readonly AlsoPublished[];
};
