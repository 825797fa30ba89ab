/** One timed line of a transcript. Seconds count from the start of the episode and may carry a fraction. */
export type Cue = {
  readonly start: number;
  readonly end: number;
  /** As the transcript names the speaker; null when it does not. */
  readonly speaker: string | null;
  /** Plain text: markup and entities already decoded. */
  readonly text: string;
};

/** What an account pays for; read from the account on every call. */
export type Plan = 'free' | 'premium';

/** Which deployment a key belongs to. */
export type KeyEnv = 'live' | 'test';

export type SpeakerRole = 'guest' | 'host' | 'unclear';
export type Stance = 'BULLISH' | 'BEARISH' | 'BALANCED' | 'MIXED';
export type Direction = 'bullish' | 'bearish' | 'neutral' | 'relative';
export type Depth = 1 | 2 | 3 | 4 | 5;

/** A person the feed names for an episode (podcast:person), or one read from titles. */
export type Person = { readonly name: string; readonly role: SpeakerRole; readonly title: string | null };

/** Another episode of a show, to find its usual speakers and know how they talk. */
export type OtherEpisode = {
  readonly title: string;
  /** The labels of its transcript, most cues first. */
  readonly speakers: readonly string[];
  /** All that each of them says, in one text; absent where it is not known. */
  readonly said?: Readonly<Record<string, string>>;
};

/** What an extractor may know of an episode. */
export type EpisodeInput = {
  /** Absent when the transcript belongs to no stored episode. */
  readonly episodeId?: string;
  readonly showName: string;
  readonly episodeTitle: string;
  readonly episodeDescription: string | null;
  readonly publishedAt: Date;
  readonly people: readonly Person[];
  readonly cues: readonly Cue[];
  /** What is known of the show's other episodes; absent where nothing is. */
  readonly otherEpisodes?: readonly OtherEpisode[];
};

/** What an idea is about: a listed instrument, an unlisted company (slug), or a theme (slug). */
export type Subject =
  | { readonly kind: 'ticker'; readonly key: string; readonly name: string }
  | { readonly kind: 'company'; readonly key: string; readonly name: string }
  | { readonly kind: 'theme'; readonly key: string; readonly name: string };

declare const verbatim: unique symbol;
/** Text that `proveQuote` has found word for word in the cues it points at. There is no other way to make one. */
export type VerbatimQuote = {
  readonly text: string;
  /** Whole seconds: start of the first cue quoted, end of the last. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly firstCue: number;
  readonly lastCue: number;
  readonly [verbatim]: true;
};

/** A validated idea, ready to store (docs/contract.md, IdeaCard and IdeaFull). */
export type ExtractedIdea = {
  readonly subject: Subject;
  readonly headline: string;
  readonly thesis: string;
  /** One sentence written by us that carries the argument; served as a thesis statement's `quote`. */
  readonly statement: string;
  readonly context: string | null;
  /** Null when the evidence supports no side. */
  readonly stance: Stance | null;
  /** Null when the evidence supports neither a side nor a preference over another subject. */
  readonly direction: Direction | null;
  readonly depth: Depth;
  /** Symbols the idea is about, canonical form (`BRK.B`). */
  readonly tickers: readonly string[];
  /** Symbols named in the window as context only. */
  readonly mentionedTickers: readonly string[];
  /** Company slugs, listed or not. */
  readonly entities: readonly string[];
  readonly themes: readonly string[];
  readonly ideaType: 'investment' | 'concept';
  readonly speaker: {
    readonly name: string | null;
    readonly title: string | null;
    readonly role: SpeakerRole;
  } | null;
  /** Window of the passage, whole seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly quote: VerbatimQuote;
  readonly riskFlags: readonly string[];
  readonly validationSignals: readonly string[];
  readonly participationEtfs: readonly { readonly symbol: string; readonly name: string }[];
  readonly participationTheme: string | null;
  /** 0..1, how sure the engine is that this is an idea about this subject. */
  readonly confidence: number;
};

/** Every listed instrument named outside adverts: where, and as what. */
export type TickerMention = {
  readonly symbol: string;
  readonly name: string;
  readonly seconds: number;
  readonly cue: number;
};

/** A spoken name that may mean a listed instrument, but not surely enough to be served. `seconds` is the start of its cue. */
export type HeldBackName = { readonly symbol: string; readonly name: string; readonly seconds: number };

export type Extraction = {
  readonly ideas: readonly ExtractedIdea[];
  readonly mentions: readonly TickerMention[];
  /** Names that an operator is asked about. */
  readonly heldBack: readonly HeldBackName[];
  /** Sponsor reads, [start, end] in seconds. */
  readonly adRanges: readonly (readonly [number, number])[];
  /** Names that are borne out, by the transcript's label; a label without one names nobody. */
  readonly names: Readonly<Record<string, string>>;
  /** No encoder was available: its cards were judged by words alone. */
  readonly byWords?: true;
};

/** One interface for the built-in rules and a model: cues in, validated ideas out. */
export interface Extractor {
  /** Engine name and version, e.g. `rules-1.0.0`; stored with each idea. */
  readonly version: string;
  extract(input: EpisodeInput, signal?: AbortSignal): Promise<Extraction>;
}
