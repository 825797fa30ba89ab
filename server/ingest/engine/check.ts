import type { EpisodeInput, ExtractedIdea } from '#server/domain.ts';
import { patience } from '#server/ingest/engine/choose.ts';
import { createLedger, memoryLedger, type Spent } from '#server/ingest/engine/ledger.ts';
import { AnswerUnreadable } from '#server/ingest/engine/outage.ts';
import { readingHere, settingsOf } from '#server/ingest/engine/parts.ts';
import { createAskLlm } from '#server/ingest/extract/llm/ask.ts';
import type { Ledger } from '#server/ingest/extract/llm/asking.ts';
import { createLlmExtractor } from '#server/ingest/extract/llm/engine.ts';
import { importedEntries } from '#server/linking/store.ts';
import { loadUniverse, withImported } from '#server/linking/universe.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';
import type { Services } from '#server/platform/services.ts';

/** What the model of the settings made of one window of an episode. */
export type ModelCheck = {
  readonly window: number;
  readonly windows: number;
  /** What it answered, one text a call: a second one where the proof objected, or where the first could not be read. */
  readonly answers: readonly string[];
  /** Why its answer could not be read, twice in a row; null where it could. */
  readonly unreadable: string | null;
  readonly ideas: readonly ExtractedIdea[];
  readonly spent: Spent;
  /** Wall time of all calls together. */
  readonly seconds: number;
};

/**
 * Asks the model about the `nth` window (from 1) of an episode, proves the answer, publishes nothing. What it costs counts for the
 * day. Null where the settings name no model, or the episode has no such window. Throws `ExtractionPaused` and `LlmUnavailable`.
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
    // One window is asked about, not the episode.
    hearsVoices: false,
    ledger: bothOf(createLedger(services), memory),
  });
  const { ideas, unreadable } = await extractor
    .extract({ ...input, episodeId: undefined })
    .then(({ ideas }) => ({ ideas, unreadable: null }), withoutReading);
  const seconds = (performance.now() - began) / 1000;
  const windows = reading.windows.length;
  return { window: nth, windows, answers, unreadable, ideas, spent: memory.spent(), seconds };
}

/** What was answered is what an operator wants to see of an answer that cannot be read. */
function withoutReading(error: unknown): Pick<ModelCheck, 'ideas' | 'unreadable'> {
  if (error instanceof AnswerUnreadable) return { ideas: [], unreadable: error.message };
  throw error;
}

/** Remembers nothing of earlier days, and records in both. */
function bothOf(stored: Ledger, memory: Ledger): Ledger {
  return {
    recall: async () => null,
    admit: () => stored.admit(),
    record: async (entry) => {
      await stored.record(entry);
      await memory.record(entry);
    },
  };
}
