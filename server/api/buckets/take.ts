import { Refusal } from '#server/api/errors.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import type { BucketState, Buckets } from '#server/platform/buckets.ts';
import { waitInWords } from '#server/platform/clock.ts';

/** The refusal of a caller whose bucket is empty: 429 with `Retry-After` (docs/contract.md, Errors 12). */
export function emptyBucket(state: BucketState, message?: string): Refusal {
  return new Refusal('rate_limited', {
    retryAfterSeconds: state.resetSeconds,
    headers: rateLimitHeaders([state]),
    ...(message === undefined ? {} : { message }),
  });
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
