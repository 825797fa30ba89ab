import { Refusal } from '#server/api/errors.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import type { BucketState, Buckets } from '#server/platform/buckets.ts';

/** The refusal of a caller whose bucket is empty: 429 with `Retry-After` (docs/contract.md, Errors 12). */
export function emptyBucket(state: BucketState, message?: string): Refusal {
  return new Refusal('rate_limited', {
    retryAfterSeconds: state.resetSeconds,
    headers: rateLimitHeaders([state]),
    ...(message === undefined ? {} : { message }),
  });
}

/** Takes one from `who`'s bucket and returns what it then holds. Throws `emptyBucket` when there is none. */
export async function takeOrRefuse(buckets: Buckets, name: BucketName, who: string): Promise<BucketState> {
  const state = await buckets.take(name, who);
  if (!state.allowed) throw emptyBucket(state);
  return state;
}
