/**
 * The numbers of plans and keys, for whoever decides by them and whoever tells them (docs/contract.md, Limits). Rate
 * budgets are with the buckets (`server/platform/buckets.ts`), time budgets with `server/api/meta.ts`.
 */

/** What the free plan holds; Premium has no such limits. The first two are of a UTC day. */
export const freeLimits = {
  ideaReads: 3,
  asks: 3,
  savedIdeas: 10,
  followedTickers: 10,
  followedShows: 15,
} as const;

/** At most this many active connector keys per account. */
export const MAX_ACTIVE_KEYS = 10;

/** Free-tier keys of a UTC day. */
export const corpusKeysADay = { perEmail: 5, perAddress: 20 } as const;

/** What a tool's answer holds at most, in characters as JSON. */
export const MAX_RESULT_CHARS = 12_000;
/** The same as prose writes it: `12,000`. */
export const MAX_RESULT_CHARS_TEXT = MAX_RESULT_CHARS.toLocaleString('en');
