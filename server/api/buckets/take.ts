import { Refusal } from '#server/api/errors.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import type { BucketState, Buckets } from '#server/platform/buckets.ts';
import { waitInWords } from '#server/platform/clock.ts';

/** Whose calls a bucket of the API counts; others have words of their own, or none. */
const COUNTED: Partial<Record<BucketName, string>> = {
  key: 'calls a minute with one key',
  account: 'calls an hour for an account, over all its keys',
  ask: 'questions a minute',
  keyless: 'calls a minute without a key from one address',
};

/**
 * The refusal of a caller whose bucket is empty: 429 with `Retry-After` (docs/contract.md, Errors 12), and in words which limit
 * was met, unless a `message` is given.
 */
export function emptyBucket(state: BucketState, message = limitMet(state)): Refusal {
  return new Refusal('rate_limited', {
    retryAfterSeconds: state.resetSeconds,
    headers: rateLimitHeaders([state]),
    ...(message === undefined ? {} : { message }),
  });
}

function limitMet({ policy, quota }: BucketState): string | undefined {
  const counted = COUNTED[policy];
  return counted && `Too many requests: at most ${quota} ${counted}. Wait and try again.`;
}

/**
 * Takes one from `who`'s bucket and returns what it then holds. Throws `emptyBucket` when there is none, in the words of `told`
 * where it is given how long to wait.
 */
export async function takeOrRefuse(
  buckets: Buckets,
  name: BucketName,
  who: string,
  told?: (wait: string) => string,
): Promise<BucketState> {
  const state = await buckets.take(name, who);
  if (!state.allowed) throw emptyBucket(state, told?.(waitInWords(state.resetSeconds)));
  return state;
}
