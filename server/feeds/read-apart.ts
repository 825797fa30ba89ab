import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { FeedSource } from '#server/feeds/parse.ts';
import type { FeedResult } from '#server/feeds/types.ts';
import { projectRoot } from '#server/platform/env.ts';

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
  let thread: Worker | null = null;

  const start = () => {
    const started = new Worker(/* turbopackIgnore: true */ join(projectRoot, 'server/feeds/thread.ts'), {
      workerData: { memoryMb },
      resourceLimits: { maxOldGenerationSizeMb: BEYOND * memoryMb },
    });
    started.unref();
    return started;
  };
  const read = (bytes: Uint8Array, source: FeedSource): Promise<FeedResult> =>
    new Promise((done, fail) => {
      thread ??= start();
      const asked = thread;
      const settle = () => {
        clearTimeout(late);
        asked.off('message', answered).off('error', failed).off('exit', ended);
      };
      const giveUp = () => {
        settle();
        thread = null;
        asked.on('error', () => undefined);
        void asked.terminate();
      };
      const late = setTimeout(() => {
        giveUp();
        // Not final: on a less busy machine it may take less time.
        done({ ok: false, reason: `The feed takes longer than ${timeMs / 1000} seconds to read.` });
      }, timeMs);
      const answered = (result: FeedResult) => {
        settle();
        // A feed refused for its size has filled the thread's memory.
        if (!result.ok && result.isTooLarge) giveUp();
        done(result);
      };
      const failed = (error: Error) => {
        giveUp();
        fail(error);
      };
      const ended = () => {
        giveUp();
        fail(new Error('The thread that reads feeds ended.'));
      };
      asked.on('message', answered).on('error', failed).on('exit', ended);
      asked.postMessage({ bytes, source });
    });
  return {
    read: (bytes, source) => inTurn(read, bytes, source),
    close: async () => {
      await thread?.terminate();
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
