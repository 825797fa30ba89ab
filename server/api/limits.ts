// The numbers of plans and keys, for code that applies them and text that names them (docs/contract.md, Limits). Rate limits
// are in `server/platform/buckets/policies.ts`, time limits in `server/api/meta.ts`.

/** The limits of the free plan; Premium has none. The first two are for a UTC day. */
export const freeLimits = {
  ideaReads: 3,
  asks: 3,
  savedIdeas: 10,
  followedTickers: 10,
  followedShows: 15,
} as const;

/** What a reader is told whose full reads of the day are used up. */
export function readsUsedUp(used: number): string {
  return usedUp('opened', 'full ideas', used, freeLimits.ideaReads);
}

/** The same of questions. */
export function asksUsedUp(used: number): string {
  return usedUp('asked', 'questions', used, freeLimits.asks);
}

/** More are used only after another plan the same day. */
function usedUp(did: string, what: string, used: number, limit: number): string {
  return used > limit
    ? `You have ${did} ${used} ${what} today; the free plan has ${limit} a day.`
    : `You have ${did} the ${limit} ${what} of the free plan for today.`;
}

/** The most characters of what somebody types: procedures check it, and the fields of forms stop there. */
export const mostCharacters = {
  email: 254,
  symbol: 16,
  /** Of the search page: words of ideas, and the name of a speaker. */
  searchedWords: 200,
  searchedPerson: 200,
  /** What a name that is looked up begins with or contains. */
  soughtName: 100,
  /** docs/contract.md, Limits 17. */
  question: 600,
  keyName: 60,
  keyAddresses: 2_000,
  webhookUrl: 500,
  /** A report of a mistake, and what an operator answers and corrects. */
  report: 2_000,
  correctionNote: 1_000,
  correctedNames: 200,
  correctedSentences: 2_000,
} as const;
/** Fewer characters say nothing of a mistake. */
export const FEWEST_IN_REPORT = 10;

/** At most this many active connector keys per account. */
export const MAX_ACTIVE_KEYS = 10;

/** How many free-tier keys are issued in a UTC day. */
export const corpusKeysADay = { perEmail: 5, perAddress: 20 } as const;

/** The most characters of a tool's result, as JSON (docs/contract.md, Limits 13). */
export const MAX_RESULT_CHARS = 12_000;
/** The same as prose writes it: `12,000`. */
export const MAX_RESULT_CHARS_TEXT = MAX_RESULT_CHARS.toLocaleString('en');
