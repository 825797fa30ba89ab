import { type ResourceLimits, Worker } from 'node:worker_threads';

type Kind = {
  /** Its program: a path, or a URL. */
  readonly file: string | URL;
  readonly resourceLimits: ResourceLimits;
  /** Milliseconds that it may take for an answer. */
  readonly timeMs: number;
  /** What is told of a thread that takes longer. */
  readonly late: string;
  /** What is told of one that ends without an error while it is asked. */
  readonly ended: string;
};

/** A thread took longer for an answer than it may. */
export class ThreadLate extends Error {}

/** At most one thread that answers messages. Who asks it takes turns: an answer does not say what was asked. */
export type AnsweringThread = {
  /** The thread that runs; null before the first, and after one died, was late or was ended. */
  running(): Worker | null;
  start(workerData: unknown): Worker;
  /** Posts a message and returns the thread's next one. Throws where the thread dies before, or is late (`ThreadLate`). */
  ask<Answer>(thread: Worker, message: unknown): Promise<Answer>;
  end(thread: Worker): Promise<void>;
};

export function answeringThread({ file, resourceLimits, timeMs, late, ended }: Kind): AnsweringThread {
  let running: Worker | null = null;

  const forget = (thread: Worker) => {
    if (running === thread) running = null;
  };
  const end = async (thread: Worker) => {
    forget(thread);
    await thread.terminate();
  };
  return {
    running: () => running,
    start: (workerData) => {
      const started = new Worker(/* turbopackIgnore: true */ file, { workerData, resourceLimits });
      // An idle thread may die, too; without a listener its error would end the process.
      started.on('error', () => forget(started)).on('exit', () => forget(started));
      started.unref();
      running = started;
      return started;
    },
    ask: (thread, message) =>
      new Promise((done, fail) => {
        const settle = () => {
          clearTimeout(timer);
          thread.off('message', answered).off('error', giveUp).off('exit', exited);
        };
        const giveUp = (error: Error) => {
          settle();
          void end(thread);
          fail(error);
        };
        const answered = (answer: Parameters<typeof done>[0]) => {
          settle();
          done(answer);
        };
        const exited = () => giveUp(new Error(ended));
        const timer = setTimeout(() => giveUp(new ThreadLate(late)), timeMs);
        thread.on('message', answered).on('error', giveUp).on('exit', exited);
        thread.postMessage(message);
      }),
    end,
  };
}
