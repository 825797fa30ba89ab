import type { BucketName } from '#server/platform/buckets/policies.ts';
import type { Services } from '#server/platform/services.ts';

/** Services without an end to their buckets: what is measured is the work of an answer, not of a refusal. */
export function unmetered(given: Services): Services {
  const take = async (policy: BucketName) => ({
    policy,
    allowed: true,
    quota: 1,
    windowSeconds: 60,
    remaining: 1,
    resetSeconds: 60,
  });
  return { ...given, buckets: { ...given.buckets, take } };
}
