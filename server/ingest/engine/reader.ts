import type { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Cue, EpisodeInput, Extraction } from '#server/domain.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import type { Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import type { TranscriptResult, TranscriptSource } from '#server/ingest/transcript/parse.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';
import type { Entry } from '#server/linking/universe.ts';
import { answeringThread } from '#server/platform/process/thread.ts';
import type { Text } from '#server/reader/amid.ts';

/**
 * Results of the thread by kind of work: the built-in engine's extraction, the reading for a language model, the meanings of its
 * names, a transcript's cues, the sample of its words.
 */
type Work = {
  extract: Extraction;
  read: EpisodeReading;
  name: readonly (NamedSubject | null)[];
  parse: TranscriptResult;
  sketch: readonly number[];
};
/** Inputs by kind of work. */
type Given = {
  extract: EpisodeInput;
  read: EpisodeInput;
  name: { readonly names: readonly GivenName[]; readonly asOf: Date };
  parse: { readonly bytes: Uint8Array; readonly source: TranscriptSource };
  sketch: readonly Cue[];
};
/** A message to the thread: work to do. */
export type Request = {
  readonly [Kind in keyof Work]: { readonly work: Kind; readonly input: Given[Kind] };
}[keyof Work];
/** A message to the thread: the imported instruments, from the next request on. */
export type Renewal = { readonly imported: readonly Entry[] };
/** A message of the thread: it needs vectors of these texts. `encode` numbers the request. */
export type Unencoded = { readonly encode: number; readonly texts: readonly Text[] };
/** A message to the thread: those vectors, in order; null without an encoder. */
export type Encoded = { readonly encode: number; readonly vectors: readonly Float32Array[] | null };
/** A message of the thread: the result of a request; `error` is a stack. */
export type Answer = { readonly answer: Work[keyof Work] } | { readonly error: string };

/** Imported instruments, and a mark that changes with every import. */
export type Imports = { mark(): Promise<string | null>; entries(): Promise<readonly Entry[]> };

/** `parseTranscript` and `sketchOf`, in this thread or another. */
export type TranscriptReader = {
  parse(bytes: Uint8Array, source: TranscriptSource): Promise<TranscriptResult>;
  sketch(cues: readonly Cue[]): Promise<readonly number[]>;
};

/** Our own reading of episodes in a thread of its own: an hour of talk must not hold up a request. */
export type Reader = TranscriptReader & {
  extract(input: EpisodeInput): Promise<Extraction>;
  read(input: EpisodeInput): Promise<EpisodeReading>;
  /** Subjects that a model's names mean, in order, with the instruments listed as of `asOf`. */
  name(names: readonly GivenName[], asOf: Date): Promise<readonly (NamedSubject | null)[]>;
  close(): Promise<void>;
};

/** V8's space for new objects, in MB. Its default takes over 100 MB more and is no faster. */
const YOUNG_HEAP_MB = 12;

/** For tests: another thread, and how long it may compute without an answer, in ms. */
type Options = { readonly thread?: URL; readonly timeMs?: number };

/** Longer than a talk of a day takes on a busy machine. */
const TIME_MS = 5 * 60_000;

/** The thread with the imported instruments of the moment. It starts at the first request, and for nothing once it is closed. */
function extractionThread(
  imports: Imports,
  { file, timeMs }: { readonly file: URL; readonly timeMs: number },
) {
  const thread = answeringThread({
    file,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    timeMs,
    late: `Reading the episode took longer than ${timeMs / 1000} seconds.`,
    ended: 'The extraction thread ended.',
  });
  let mark: string | null = null;
  let isClosed = false;
  return {
    running: thread.running,
    ready: async (): Promise<Worker> => {
      const latest = await imports.mark();
      const isKnown = latest === null || (thread.running() !== null && latest === mark);
      const renewal: Renewal = { imported: isKnown ? [] : await imports.entries() };
      if (isClosed) throw new Error('The extraction thread was closed.');
      const running = thread.running();
      if (running && latest !== mark) running.postMessage(renewal);
      mark = latest;
      return running ?? thread.start(renewal);
    },
    hear: (asked: Worker, message: Request | Encoded): Promise<Answer | Unencoded> =>
      thread.ask(asked, message),
    close: async () => {
      isClosed = true;
      const running = thread.running();
      if (running) await thread.end(running);
    },
  };
}

/**
 * Reads in a thread that starts at the first episode. The thread computes for one request at a time; while it waits for vectors
 * from `embed`, another request takes its turn. A thread that dies, or computes longer than its time, fails the request it
 * computes for and is replaced. Imported instruments count from the next request on.
 */
export function createReader(
  imports: Imports,
  embed: Embed,
  { thread: file = new URL('./thread.ts', import.meta.url), timeMs = TIME_MS }: Options = {},
): Reader {
  const inTurn = pLimit(1);
  const thread = extractionThread(imports, { file, timeMs });
  const ask = async <Kind extends keyof Work>(work: Kind, input: Given[Kind]): Promise<Work[Kind]> => {
    const begun = await inTurn(async () => {
      const asked = await thread.ready();
      return { asked, said: await thread.hear(asked, { work, input } as Request) };
    });
    const { asked } = begun;
    let { said } = begun;
    while ('texts' in said) {
      const { encode, texts } = said;
      const vectors = await embed(texts);
      const next = await inTurn(async () =>
        thread.running() === asked ? thread.hear(asked, { encode, vectors }) : null,
      );
      // Another request ended the thread meanwhile.
      if (next === null) return ask(work, input);
      said = next;
    }
    if ('error' in said) throw new Error(said.error);
    return said.answer as Work[Kind];
  };

  return {
    extract: (input) => ask('extract', input),
    read: (input) => ask('read', input),
    name: (names, asOf) => ask('name', { names, asOf }),
    parse: (bytes, source) => ask('parse', { bytes, source }),
    sketch: (cues) => ask('sketch', cues),
    close: thread.close,
  };
}
