/** What is known of a feed when its next poll is planned. */
export type PollHistory = {
  readonly lastOutcome: 'changed' | 'unchanged' | 'failed' | 'gone';
  /** Failures since the last success, this one included. */
  readonly consecutiveFailures: number;
  /** The server's Retry-After, from `fetch.ts`. */
  readonly retryAfterSeconds: number | null;
  /** When the newest episode aired or the feed last changed, whichever is later; null when neither is known. */
  readonly lastChangeAt: Date | null;
  /** The publisher's own wish (`ttl`, `podcast:updateFrequency`), in seconds. */
  readonly hintSeconds: number | null;
};

export type PollPlan = { readonly kind: 'poll'; readonly at: Date } | { readonly kind: 'stop' };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const POLL_LIMITS = {
  /** An active show is looked at hourly. */
  activeSeconds: HOUR,
  /** A silent one twice a day. */
  quietSeconds: 12 * HOUR,
  firstRetrySeconds: 5 * MINUTE,
  longestRetrySeconds: DAY,
  /** How long a server's "not modified" is believed before the document is asked for outright. */
  fullFetchSeconds: 6 * HOUR,
} as const;

/** A week of silence for each hour between polls: a weekly show stays hourly, a season's pause does not. */
const QUIET_PER_INTERVAL = 7 * 24;
const UNKNOWN_AGE_SECONDS = 3 * HOUR;

/**
 * When to poll a feed next. `random` (0 up to 1) spreads polls a tenth to either side, and retries over the
 * upper half of their wait, so that feeds of one host do not fall due together. A feed that is gone (410) is
 * not polled again until an operator adds it anew.
 */
export function planNextPoll(history: PollHistory, now: Date, random: number): PollPlan {
  if (history.lastOutcome === 'gone') return { kind: 'stop' };
  const seconds =
    history.lastOutcome === 'failed' ? retryWait(history, random) : restingWait(history, now, random);
  return { kind: 'poll', at: new Date(now.getTime() + Math.round(seconds * 1000)) };
}

/**
 * True when the next poll must carry no validators: some publishers answer 304 for hours after they have
 * published. `lastFullFetchAt` is when a whole document last came back.
 */
export function isFullFetchDue(lastFullFetchAt: Date | null, now: Date): boolean {
  if (lastFullFetchAt === null) return true;
  return now.getTime() - lastFullFetchAt.getTime() >= POLL_LIMITS.fullFetchSeconds * 1000;
}

function retryWait(history: PollHistory, random: number): number {
  const doublings = Math.min(Math.max(history.consecutiveFailures - 1, 0), 20);
  const longest = Math.min(POLL_LIMITS.firstRetrySeconds * 2 ** doublings, POLL_LIMITS.longestRetrySeconds);
  const wait = longest * (0.5 + random / 2);
  const asked = Math.min(history.retryAfterSeconds ?? 0, POLL_LIMITS.longestRetrySeconds);
  // What the server asks for is a floor; jitter goes on top, or everyone it turned away returns at once.
  return asked > wait ? asked * (1 + random / 10) : wait;
}

function restingWait(history: PollHistory, now: Date, random: number): number {
  const byAge = ageWait(history.lastChangeAt, now);
  const wished = Math.min(history.hintSeconds ?? 0, POLL_LIMITS.quietSeconds);
  return Math.max(byAge, wished) * (0.9 + random / 5);
}

function ageWait(lastChangeAt: Date | null, now: Date): number {
  if (lastChangeAt === null) return UNKNOWN_AGE_SECONDS;
  const silence = (now.getTime() - lastChangeAt.getTime()) / 1000;
  return Math.min(
    Math.max(silence / QUIET_PER_INTERVAL, POLL_LIMITS.activeSeconds),
    POLL_LIMITS.quietSeconds,
  );
}
