import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type BucketName, bucketPolicies } from '#server/platform/buckets/policies.ts';
import type { Log } from '#server/platform/log.ts';
import { late } from '#server/platform/process/late.ts';

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
  /** Takes `count` (one when absent) from `who`'s bucket; returns whether it was allowed. What is refused takes nothing. */
  take(name: BucketName, who: string, count?: number): Promise<BucketState>;
  /** Puts `count` that were taken back into `who`'s bucket, but no more than was taken in its window. */
  giveBack(name: BucketName, who: string, count: number): Promise<void>;
  /** Whether Redis is set and answers now. */
  shared(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Buckets in Redis when a URL is given, else in this process. While Redis fails, each process counts on in memory from the last
 * answer of Redis, with a warning: limits stay in force.
 */
export function createBuckets(redisUrl: string | undefined, log: Log): Buckets {
  const redis = redisUrl ? connectRedis(redisUrl, log) : null;
  const limiters = new Map<BucketName, Limiter>(
    (Object.keys(bucketPolicies) as BucketName[]).map((name) => [name, createLimiter(name, redis)]),
  );
  return {
    take: async (name, who, count = 1) => {
      const limiter = limiters.get(name)!;
      const taken = await limiter.take(who, count);
      const state = stateOf(name, taken);
      if (state.allowed) return state;
      // The library takes points even where it refuses.
      return stateOf(name, (await limiter.giveBack(who, count)) ?? taken, false);
    },
    giveBack: async (name, who, count) => {
      await limiters.get(name)!.giveBack(who, count);
    },
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

/** Takes from somebody's bucket, or puts back; returns what it then holds, null where nothing was taken from it. */
type Limiter = {
  take(who: string, count: number): Promise<RateLimiterRes>;
  giveBack(who: string, count: number): Promise<RateLimiterRes | null>;
};

function createLimiter(name: BucketName, redis: Redis | null): Limiter {
  const { quota, windowSeconds } = bucketPolicies[name];
  const options = { keyPrefix: `earmark:${name}`, points: quota, duration: windowSeconds };
  const memory = new RateLimiterMemory(options);
  if (!redis)
    return {
      take: (who, count) => takeFrom(memory, who, count),
      giveBack: (who, count) => giveBackTo(memory, who, count),
    };
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
  return {
    take: (who, count) => takeFromBoth(shared, memory, who, count),
    giveBack: async (who, count) => {
      const inMemory = await giveBackTo(memory, who, count);
      return giveBackTo(shared, who, count).catch(() => inMemory);
    },
  };
}

/** Takes from Redis and remembers the answer. Uses memory when Redis fails, or has restarted empty within the window. */
async function takeFromBoth(
  shared: RateLimiterRedis,
  memory: RateLimiterMemory,
  who: string,
  count: number,
): Promise<RateLimiterRes> {
  const state = await takeFrom(shared, who, count).catch(() => null);
  if (state === null) return takeFrom(memory, who, count);
  const held = await memory.get(who);
  // A late answer is remembered for that much longer than the window in Redis: do not take its end for a loss.
  const isSameWindow = held !== null && held.msBeforeNext > COMMAND_MS;
  if (isSameWindow && held.consumedPoints >= state.consumedPoints) return takeFrom(memory, who, count);
  await memory.set(who, state.consumedPoints, Math.max(1, state.msBeforeNext) / 1000);
  return state;
}

function takeFrom(limiter: RateLimiterAbstract, who: string, count: number): Promise<RateLimiterRes> {
  return limiter.consume(who, count).catch(rejection);
}

/** Puts back no more than was taken in the window: the one that it was taken in may have ended. */
async function giveBackTo(
  limiter: RateLimiterAbstract,
  who: string,
  count: number,
): Promise<RateLimiterRes | null> {
  const held = await limiter.get(who);
  if (held === null || held.msBeforeNext <= 0) return null;
  const given = Math.min(count, held.consumedPoints);
  return given > 0 ? limiter.reward(who, given) : held;
}

/** How long Redis may take to answer, in milliseconds. */
const COMMAND_MS = 500;

function connectRedis(url: string, log: Log): Redis {
  const redis = new (late.ioredis().Redis)(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_MS,
  });
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

function stateOf(
  policy: BucketName,
  { consumedPoints, msBeforeNext }: RateLimiterRes,
  allowed = consumedPoints <= bucketPolicies[policy].quota,
): BucketState {
  const { quota, windowSeconds } = bucketPolicies[policy];
  return {
    policy,
    allowed,
    quota,
    windowSeconds,
    remaining: Math.max(0, quota - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
