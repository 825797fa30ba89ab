import { Worker } from 'node:worker_threads';
import type { Cue, EpisodeInput, Extraction } from '#server/domain.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import type { Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import type { TranscriptResult, TranscriptSource } from '#server/ingest/transcript/parse.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';
import type { Entry } from '#server/linking/universe.ts';
import type { Text } from '#server/reader/amid.ts';

/**
 * What the thread is asked: the built-in engine's extraction, the reading that a language model works on, what its names
 * mean, a transcript's cues, the sample of its words.
 */
type Work = {
  extract: Extraction;
  read: EpisodeReading;
  name: readonly (NamedSubject | null)[];
  parse: TranscriptResult;
  sketch: readonly number[];
};
type Asked = {
  extract: EpisodeInput;
  read: EpisodeInput;
  name: NamesGiven;
  parse: TranscriptGiven;
  sketch: readonly Cue[];
};
type TranscriptGiven = { readonly bytes: Uint8Array; readonly source: TranscriptSource };
/** Names that a model gave for subjects, and the day as of which they are listed or not. */
export type NamesGiven = { readonly names: readonly GivenName[]; readonly asOf: Date };
export type Request = {
  readonly [Kind in keyof Work]: { readonly id: number; readonly work: Kind; readonly input: Asked[Kind] };
}[keyof Work];
/** New instruments to read episodes with from here on. */
export type Renewal = { readonly imported: readonly Entry[] };
/** Texts that the thread wants the meaning of, under a number of its own, and what the encoder made of them. */
export type Unencoded = { readonly encode: number; readonly texts: readonly Text[] };
export type Encoded = { readonly encode: number; readonly vectors: readonly Float32Array[] | null };
type Answer = { readonly id: number; readonly answer?: Work[keyof Work]; readonly error?: string };
type Waiting = { done: (answer: Work[keyof Work]) => void; fail: (error: Error) => void };

/** Instruments that operators imported, and a mark that changes with every import. */
export type Imports = { mark(): Promise<string | null>; entries(): Promise<readonly Entry[]> };

/** `parseTranscript` and `sketchOf`, wherever they run. */
export type TranscriptReader = {
  parse(bytes: Uint8Array, source: TranscriptSource): Promise<TranscriptResult>;
  sketch(cues: readonly Cue[]): Promise<readonly number[]>;
};

/** Our own reading of episodes in a thread of its own: an hour of talk must not hold up a request. */
export type Reader = TranscriptReader & {
  extract(input: EpisodeInput): Promise<Extraction>;
  read(input: EpisodeInput): Promise<EpisodeReading>;
  name(names: readonly GivenName[], asOf: Date): Promise<readonly (NamedSubject | null)[]>;
  close(): Promise<void>;
};

/** Where a thread's new objects lie: V8 takes over 100 MB more by itself, and an episode is not read sooner for it. */
const YOUNG_HEAP_MB = 12;

/**
 * Starts the thread at the first episode; a thread that dies fails its episodes and is started anew for the next. An
 * import counts from the next episode on. What the built-in engine wants encoded goes through `embed`.
 */
export function createReader(imports: Imports, embed: Embed): Reader {
  let thread: Worker | null = null;
  let mark: string | null = null;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();

  const failAll = (error: Error) => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
    thread = null;
  };
  const start = (imported: readonly Entry[]) => {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { imported },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    const encode = async ({ encode, texts }: Unencoded) =>
      started.postMessage({ encode, vectors: await embed(texts) } satisfies Encoded);
    started.on('message', (message: Answer | Unencoded) => {
      if ('texts' in message) return void encode(message);
      const { id, answer, error } = message;
      const { done, fail } = waiting.get(id)!;
      waiting.delete(id);
      if (answer) done(answer);
      else fail(new Error(error));
    });
    started.on('error', failAll);
    started.on('exit', () => failAll(new Error('The extraction thread ended.')));
    started.unref();
    return started;
  };
  const ready = async (): Promise<Worker> => {
    const latest = await imports.mark();
    if (thread !== null && latest === mark) return thread;
    const imported = latest === null ? [] : await imports.entries();
    if (thread === null) thread = start(imported);
    else thread.postMessage({ imported } satisfies Renewal);
    mark = latest;
    return thread;
  };
  const ask = async <Kind extends keyof Work>(work: Kind, input: Asked[Kind]): Promise<Work[Kind]> => {
    const reading = await ready();
    return new Promise((done, fail) => {
      nextId += 1;
      waiting.set(nextId, { done: done as Waiting['done'], fail });
      reading.postMessage({ id: nextId, work, input } as Request);
    });
  };

  return {
    extract: (input) => ask('extract', input),
    read: (input) => ask('read', input),
    name: (names, asOf) => ask('name', { names, asOf }),
    parse: (bytes, source) => ask('parse', { bytes, source }),
    sketch: (cues) => ask('sketch', cues),
    close: async () => {
      await thread?.terminate();
    },
  };
}
