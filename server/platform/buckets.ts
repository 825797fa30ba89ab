import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type BucketName, bucketPolicies } from '#server/platform/buckets/policies.ts';
import type { Log } from '#server/platform/log.ts';

export type BucketState = {
  readonly policy: BucketName;
  readonly allowed: boolean;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
};

export interface Buckets {
  /** Takes one from `who`'s bucket; says whether it was there. */
  take(name: BucketName, who: string): Promise<BucketState>;
  /** Whether a Redis that is set answers now. */
  shared(): Promise<boolean>;
  close(): Promise<void>;
}

/** Buckets in Redis when a URL is given, else in this process. A Redis that fails is replaced by memory, with a warning, never by an open door. */
export function createBuckets(redisUrl: string | undefined, log: Log): Buckets {
  const redis = redisUrl ? connectRedis(redisUrl, log) : null;
  const limiters = new Map<BucketName, RateLimiterAbstract>(
    (Object.keys(bucketPolicies) as BucketName[]).map((name) => [name, createLimiter(name, redis)]),
  );
  return {
    take: async (name, who) => stateOf(name, await limiters.get(name)!.consume(who).catch(rejection)),
    shared: async () =>
      redis !== null &&
      (await redis.ping().then(
        () => true,
        () => false,
      )),
    close: async () => {
      redis?.disconnect();
    },
  };
}

function createLimiter(name: BucketName, redis: Redis | null): RateLimiterAbstract {
  const { quota, windowSeconds } = bucketPolicies[name];
  const memory = new RateLimiterMemory({
    keyPrefix: `earmark:${name}`,
    points: quota,
    duration: windowSeconds,
  });
  if (!redis) return memory;
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `earmark:${name}`,
    points: quota,
    duration: windowSeconds,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  });
}

function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 500 });
  let warned = false;
  redis.on('error', (error: Error) => {
    if (!warned)
      log.warn(
        { err: error.message },
        'Redis does not answer: rate buckets are kept in memory until it does',
      );
    warned = true;
  });
  redis.on('ready', () => {
    if (warned) log.info('Redis answers again: rate buckets are shared');
    warned = false;
  });
  return redis;
}

function rejection(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
}

function stateOf(policy: BucketName, result: RateLimiterRes): BucketState {
  const { quota, windowSeconds } = bucketPolicies[policy];
  return {
    policy,
    allowed: result.consumedPoints <= quota,
    quota,
    windowSeconds,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
