import type { EpisodeInput, ExtractedIdea } from '#server/domain.ts';
import { patience } from '#server/ingest/engine/choose.ts';
import { createLedger, memoryLedger, type Spent, told } from '#server/ingest/engine/ledger.ts';
import { AnswerUnreadable } from '#server/ingest/engine/outage.ts';
import { readingHere, settingsOf } from '#server/ingest/engine/parts.ts';
import { createAskLlm } from '#server/ingest/extract/llm/ask.ts';
import { createLlmExtractor } from '#server/ingest/extract/llm/engine.ts';
import type { Ended, Ledger } from '#server/ingest/extract/llm/ledger.ts';
import { importedEntries } from '#server/linking/store.ts';
import { loadUniverse, withImported } from '#server/linking/universe.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';
import type { Services } from '#server/platform/services.ts';

/** Result of one window that the configured model was asked about. */
export type ModelCheck = {
  readonly window: number;
  readonly windows: number;
  /** Its answers, one a call. There is a second if the proof objected or the first could not be read. */
  readonly answers: readonly string[];
  /** Why no answer could be read, twice in a row; else null. */
  readonly unreadable: string | null;
  readonly ideas: readonly ExtractedIdea[];
  /** What cost an idea, and what cost only a part of one, each with the idea's subject and line. */
  readonly refused: readonly string[];
  readonly leftOut: readonly string[];
  readonly spent: Spent;
  /** Wall time of all calls together. */
  readonly seconds: number;
};

/**
 * Asks the model about the `nth` window (from 1) of an episode and proves the answer. Publishes nothing. The cost counts towards the
 * day's budget. Null if no model is set or the episode has no such window. Throws `ExtractionPaused` and `LlmUnavailable`.
 */
export async function checkModel(
  services: Services,
  input: EpisodeInput,
  nth: number,
): Promise<ModelCheck | null> {
  const model = languageModel(services.env);
  if (model === null) return null;
  const here = readingHere(withImported(loadUniverse(), await importedEntries(services.db)));
  const reading = await here.read(input);
  const window = reading.windows[nth - 1];
  if (window === undefined) return null;
  const ask = createAskLlm(model, patience(services.clock));
  const answers: string[] = [];
  const memory = memoryLedger(services.env);
  const objections: Pick<Ended, 'faults' | 'faultsBeside'>[] = [];
  const began = performance.now();
  const extractor = createLlmExtractor({
    ...settingsOf(services.env),
    ...here,
    read: async () => ({ ...reading, windows: [window] }),
    ask: async (...asked) => {
      const answered = await ask(...asked);
      answers.push(answered.text);
      return answered;
    },
    // Voices are asked once for a whole episode; this is one window.
    hearsVoices: false,
    ledger: bothOf(createLedger(services), memory, (ended) => objections.push(ended)),
  });
  const { ideas, unreadable } = await extractor
    .extract({ ...input, episodeId: undefined })
    .then(({ ideas }) => ({ ideas, unreadable: null }), withoutReading);
  const seconds = (performance.now() - began) / 1000;
  const windows = reading.windows.length;
  const refused = objections.flatMap(({ faults }) => faults.map(told));
  const leftOut = objections.flatMap(({ faultsBeside }) => faultsBeside.map(told));
  return {
    window: nth,
    windows,
    answers,
    unreadable,
    ideas,
    refused,
    leftOut,
    spent: memory.spent(),
    seconds,
  };
}

/** An unreadable answer is a result here, since the operator wants to see its text. */
function withoutReading(error: unknown): Pick<ModelCheck, 'ideas' | 'unreadable'> {
  if (error instanceof AnswerUnreadable) return { ideas: [], unreadable: error.message };
  throw error;
}

/** Recalls no kept answer; records in both ledgers, and tells `heard`. */
function bothOf(stored: Ledger, memory: Ledger, heard: (ended: Ended) => void): Ledger {
  return {
    recall: async () => null,
    begin: async (about, most) => {
      const calls = [await stored.begin(about, most), await memory.begin(about, most)];
      return {
        end: async (ended) => {
          heard(ended);
          for (const call of calls) await call.end(ended);
        },
      };
    },
  };
}
