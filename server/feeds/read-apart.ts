import { join } from 'node:path';
import pLimit from 'p-limit';
import type { FeedSource } from '#server/feeds/parse.ts';
import type { FeedResult } from '#server/feeds/types.ts';
import { projectRoot } from '#server/platform/env.ts';
import { answeringThread, ThreadLate } from '#server/platform/process/thread.ts';

type Limits = {
  /** Milliseconds for one feed. */
  readonly timeMs: number;
  /** Megabytes for the text, its tree and what is read from it. */
  readonly memoryMb: number;
};

/** The largest feed that is fetched (32 MB) takes 12 s and 400 MB here. */
const LIMITS: Limits = { timeMs: 60_000, memoryMb: 1_024 };

/**
 * The thread checks its own limit between steps. V8's limit is a second guard and lies well beyond: if a single step exceeds it,
 * V8 ends the whole process, not just the thread.
 */
const BEYOND = 4;

export type FeedReader = {
  read(bytes: Uint8Array, source: FeedSource): Promise<FeedResult>;
  close(): Promise<void>;
};

/**
 * Runs `parseFeed` in a separate thread, one feed at a time, so that a large feed does not block requests. A feed that takes too
 * much time or memory is refused with the reason, and the thread is restarted.
 */
export function createFeedReader({ timeMs, memoryMb }: Limits = LIMITS): FeedReader {
  const inTurn = pLimit(1);
  const thread = answeringThread({
    file: join(projectRoot, 'server/feeds/thread.ts'),
    resourceLimits: { maxOldGenerationSizeMb: BEYOND * memoryMb },
    timeMs,
    late: `The feed takes longer than ${timeMs / 1000} seconds to read.`,
    ended: 'The thread that reads feeds ended.',
  });

  const read = async (bytes: Uint8Array, source: FeedSource): Promise<FeedResult> => {
    const asked = thread.running() ?? thread.start({ memoryMb });
    try {
      const result = await thread.ask<FeedResult>(asked, { bytes, source });
      // A feed refused for its size has filled the thread's memory.
      if (!result.ok && result.isTooLarge) await thread.end(asked);
      return result;
    } catch (error) {
      // Not final: on a less busy machine it may take less time.
      if (error instanceof ThreadLate) return { ok: false, reason: error.message };
      throw error;
    }
  };
  return {
    read: (bytes, source) => inTurn(read, bytes, source),
    close: async () => {
      const running = thread.running();
      if (running) await thread.end(running);
    },
  };
}

const shared = Symbol.for('earmark.feedReader');
type Shared = { [shared]?: FeedReader };

/** The feed reader of this process, created at the first call. Bundled pages and the server share it. */
export function feedReader(): FeedReader {
  const holder = globalThis as Shared;
  holder[shared] ??= createFeedReader();
  return holder[shared];
}
