import type { FetchResult } from '#server/platform/fetch.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds. */
const POLL_LIMITS = {
  /** Between two polls of an active show. */
  active: HOUR,
  /** Between two polls of a silent show. */
  quiet: 12 * HOUR,
  firstRetry: 5 * MINUTE,
  longestRetry: DAY,
  /** How long a server's "not modified" is believed before the whole document is requested. */
  fullFetch: 6 * HOUR,
} as const;

/** An hour between polls for each week of silence: a weekly show stays hourly, a season's pause does not. */
const QUIET_PER_INTERVAL = 7 * 24;
const UNKNOWN_AGE_SECONDS = 3 * HOUR;

/**
 * When to poll a feed next after a successful poll. `lastChangeAt` is when its newest episode aired or the feed last changed; null
 * when neither is known. `random` (0 up to 1) spreads polls a tenth to either side, so that feeds of one host do not fall due together.
 */
export function nextPoll(lastChangeAt: Date | null, now: Date, random: number): Date {
  return after(now, ageWait(lastChangeAt, now) * (0.9 + random / 5));
}

/** A failed poll. */
export type PollFailure = {
  /** Failures since the last success, this one included. */
  readonly consecutive: number;
  /** The server's Retry-After, from `fetch.ts`. */
  readonly retryAfterSeconds: number | null;
};

/** When to poll a feed next after a failed poll. `random` (0 up to 1) spreads retries over the upper half of their wait. */
export function nextRetry({ consecutive, retryAfterSeconds }: PollFailure, now: Date, random: number): Date {
  const doublings = Math.min(Math.max(consecutive - 1, 0), 20);
  const longest = Math.min(POLL_LIMITS.firstRetry * 2 ** doublings, POLL_LIMITS.longestRetry);
  const wait = longest * (0.5 + random / 2);
  const asked = Math.min(retryAfterSeconds ?? 0, POLL_LIMITS.longestRetry);
  // Jitter is added to the server's Retry-After: without it, every client that it turned away returns at once.
  return after(now, asked > wait ? asked * (1 + random / 10) : wait);
}

/**
 * True when the next poll must carry no validators: some publishers answer 304 for hours after they have
 * published. `lastFullFetchAt` is when a whole document last came back.
 */
export function isFullFetchDue(lastFullFetchAt: Date | null, now: Date): boolean {
  if (lastFullFetchAt === null) return true;
  return now.getTime() - lastFullFetchAt.getTime() >= POLL_LIMITS.fullFetch * 1000;
}

function ageWait(lastChangeAt: Date | null, now: Date): number {
  if (lastChangeAt === null) return UNKNOWN_AGE_SECONDS;
  const silence = (now.getTime() - lastChangeAt.getTime()) / 1000;
  return Math.min(Math.max(silence / QUIET_PER_INTERVAL, POLL_LIMITS.active), POLL_LIMITS.quiet);
}

const MAX_ATTEMPTS = 5;
const FIRST_EPISODE_RETRY = 5 * MINUTE;

/** A step of an episode's processing: `pending` gets its transcript, `transcribed` analyses it. */
export type Step = {
  readonly state: 'pending' | 'transcribed';
  /** Failed attempts at this step so far. */
  readonly attempts: number;
};

/** Why a step failed. */
export type StepFailure = {
  readonly reason: string;
  /** Whether another attempt may succeed. */
  readonly retry: boolean;
  /** The earliest time of the next attempt, where somebody asked for it. */
  readonly notBefore?: Date | null;
  /** There is nothing to get a transcript from. */
  readonly hasNoSource?: boolean;
};

/** Why a step failed whose document did not come; `what` is its name within a sentence. */
export function notFetched(fetched: Exclude<FetchResult, { status: 'ok' }>, what: string): StepFailure {
  if (fetched.status !== 'failed') return { reason: `The ${what} was not sent.`, retry: true };
  return { reason: fetched.reason, retry: fetched.kind !== 'too-large' };
}

/** Where a failure leaves an episode; `nextAttemptAt` is null when the episode is given up. */
export type AfterFailure = {
  readonly state: Step['state'] | 'failed' | 'no_transcript';
  readonly nextAttemptAt: Date | null;
};

/** Whether an episode is given up when this attempt at its step fails. */
export function isLastAttempt({ attempts }: Pick<Step, 'attempts'>): boolean {
  return attempts + 1 >= MAX_ATTEMPTS;
}

/** What becomes of an episode after a step failed: another attempt after 5 minutes, 20, 80 and 320, or none. */
export function afterFailure(step: Step, failure: StepFailure, now: Date): AfterFailure {
  if (failure.hasNoSource) return { state: 'no_transcript', nextAttemptAt: null };
  if (!failure.retry || isLastAttempt(step)) return { state: 'failed', nextAttemptAt: null };
  const next = after(now, FIRST_EPISODE_RETRY * 4 ** step.attempts);
  const { notBefore } = failure;
  return { state: step.state, nextAttemptAt: notBefore && notBefore > next ? notBefore : next };
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + Math.round(seconds * 1000));
}
