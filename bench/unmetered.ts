import type { BucketName } from '#server/platform/buckets/policies.ts';
import type { Services } from '#server/platform/services.ts';

/** Services whose rate buckets never run out, so that answers are measured, not refusals. */
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
