import type { Person } from '#server/domain.ts';

export type Enclosure = {
  readonly url: string;
  /** Media type, lower case, as the feed gives it. */
  readonly type: string | null;
};

/** A `podcast:transcript` reference, not yet fetched. */
export type TranscriptLink = {
  readonly url: string;
  readonly type: string | null;
  readonly language: string | null;
  readonly rel: string | null;
};

export type ParsedEpisode = {
  /** The feed's own guid, or the fallback identity of `identity.ts`; never empty, unique within the feed. */
  readonly guid: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string | null;
  readonly publishedAt: Date | null;
  readonly durationSeconds: number | null;
  readonly enclosure: Enclosure | null;
  readonly link: string | null;
  readonly transcripts: readonly TranscriptLink[];
  readonly people: readonly Person[];
};

export type ParsedShow = {
  readonly title: string | null;
  /** Plain text. */
  readonly description: string | null;
  readonly link: string | null;
  /** BCP 47, as written, hyphens for underscores. */
  readonly language: string | null;
  readonly artworkUrl: string | null;
  readonly author: string | null;
  readonly ownerEmail: string | null;
  readonly ownerName: string | null;
  /** `podcast:txt`: free text by which owners prove control of a feed. */
  readonly txt: readonly { readonly purpose: string | null; readonly value: string }[];
  readonly people: readonly Person[];
};

export type ParsedFeed = {
  readonly show: ParsedShow;
  /** In the feed's order, usually newest first. */
  readonly episodes: readonly ParsedEpisode[];
  /** Items that are no episode: they repeat another one, say nothing, or are older than the most that we read. */
  readonly leftOut: number;
};

export type FeedResult =
  | { readonly ok: true; readonly feed: ParsedFeed }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Reading it again would cost as much and fail again. */
      readonly isTooLarge?: true;
    };
