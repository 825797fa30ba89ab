import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '#server/platform/env.ts';
import type { Log } from '#server/platform/log.ts';
import type { Services } from '#server/platform/services.ts';
import type { Text } from '#server/reader/amid.ts';
import type { Said } from '#server/reader/thread.ts';

/** Stored with each vector; vectors of another version are computed again. */
export const ENCODER_VERSION = 'minilm-l6-v2-int8-1';

/** `idle` until the encoder is first used. */
export type EncoderState =
  | { readonly kind: 'idle' | 'ready' }
  | { readonly kind: 'missing'; readonly reason: string };

/**
 * `embed` returns one vector per text: 384 numbers of length 1, for a sentence amid others one number, the log-odds that an
 * editor signs it as a card, for an aimed sentence three (`sentimentOf`). Null if the encoder is missing or a text failed. `soon` texts go first: somebody waits for them.
 */
export type Encoder = {
  embed(texts: readonly Text[], when?: 'soon' | 'later'): Promise<Float32Array[] | null>;
  /** Loads the encoder at the first call. */
  state(): Promise<EncoderState>;
  close(): Promise<void>;
};

type Waiting = { readonly text: Text; done: (vector: Float32Array | null) => void };

const THREAD = join(projectRoot, 'server/reader/thread.ts');
/** JavaScript heap of the thread; weights and states lie outside of it. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 };

/**
 * The encoder in a thread of its own, started at the first text. The thread gets one text at a time, so its memory does not grow
 * with the queue. If it cannot load, or dies, that is logged once and the encoder is missing from then on.
 */
export function createEncoder(log: Pick<Log, 'warn'>, thread = THREAD): Encoder {
  const queues = { soon: [] as Waiting[], later: [] as Waiting[] };
  let worker: Worker | null = null;
  let atWork: Waiting | null = null;
  let state: EncoderState = { kind: 'idle' };
  let loaded: Promise<void> | null = null;

  const giveUp = (reason: string) => {
    // The first reason is the cause; the end of the thread follows from it.
    if (state.kind !== 'missing') {
      log.warn({ reason }, 'no encoder: what is found, is found by words alone');
      state = { kind: 'missing', reason };
    }
    const left = [atWork, ...queues.soon.splice(0), ...queues.later.splice(0)];
    atWork = null;
    for (const waiting of left) waiting?.done(null);
  };
  const next = () => {
    if (state.kind !== 'ready' || atWork !== null) return;
    atWork = queues.soon.shift() ?? queues.later.shift() ?? null;
    // An idle thread must not keep the process alive.
    if (atWork === null) worker?.unref();
    else {
      worker?.ref();
      worker?.postMessage(atWork.text);
    }
  };
  const hear = (said: Said) => {
    if (said.kind === 'ready') state = { kind: 'ready' };
    else if (state.kind !== 'ready') giveUp(said.kind === 'failed' ? said.reason : 'It spoke too soon.');
    else {
      if (said.kind === 'failed') log.warn({ reason: said.reason }, 'a text could not be encoded');
      atWork?.done(said.kind === 'vector' ? said.vector : null);
      atWork = null;
    }
    next();
  };
  const load = () => {
    loaded ??= new Promise((done) => {
      worker = new Worker(thread, { resourceLimits: HEAP });
      worker.on('message', (said: Said) => {
        hear(said);
        done();
      });
      const end = (reason: string) => {
        giveUp(reason);
        done();
      };
      worker.on('error', (error) => end(error.message));
      worker.on('exit', () => end('Its thread ended.'));
    });
    return loaded;
  };
  const encode = (text: Text, when: 'soon' | 'later') =>
    new Promise<Float32Array | null>((done) => {
      if (state.kind === 'missing') return done(null);
      queues[when].push({ text, done });
      void load().then(next);
    });

  return {
    embed: async (texts, when = 'soon') => {
      const vectors = await Promise.all(texts.map((text) => encode(text, when)));
      return vectors.every((vector) => vector !== null) ? vectors : null;
    },
    state: async () => {
      await load();
      next();
      return state;
    },
    close: async () => {
      state = { kind: 'missing', reason: 'It was closed.' };
      await worker?.terminate();
    },
  };
}

/** An encoder that is missing for this reason. */
export function missingEncoder(reason: string): Encoder {
  return {
    embed: async () => null,
    state: async () => ({ kind: 'missing', reason }),
    close: async () => undefined,
  };
}

const shared = Symbol.for('earmark.encoder');
type Shared = { [shared]?: Encoder };

/** The encoder of this process, shared by the server and bundled pages; a missing one if `EARMARK_ENCODER` is off. */
export function encoderOf({ env, log }: Pick<Services, 'env' | 'log'>): Encoder {
  if (!env.EARMARK_ENCODER) return missingEncoder('EARMARK_ENCODER is off.');
  const holder = globalThis as Shared;
  holder[shared] ??= createEncoder(log);
  return holder[shared];
}

/** Makes `given` the encoder of this process. */
export function shareEncoder(given: Encoder): void {
  (globalThis as Shared)[shared] = given;
}
