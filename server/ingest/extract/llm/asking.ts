import type { EpisodeInput } from '#server/domain.ts';
import type { AskLlm, Question } from '#server/ingest/extract/llm/ask.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';
import { nameKey } from '#server/ingest/extract/llm/proof/subject.ts';
import type { Talk } from '#server/ingest/extract/llm/windows.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';
import type { Tokens } from '#server/platform/language-model/spend.ts';

/** One request to the model, as the ledger keeps it. */
export type Entry = {
  readonly episodeId: string | null;
  readonly windowKey: string;
  readonly tokens: Tokens;
  readonly outcome: 'answered' | 'empty' | 'failed';
  /** Null when there was none. */
  readonly answer: string | null;
  readonly ideasKept: number;
  readonly ideasDropped: number;
  /** Objections of the proof as told: to an idea, and to what is beside one. */
  readonly faults: readonly string[];
  readonly faultsBeside: readonly string[];
};

/** Earlier requests, and what may still be spent. */
export type Ledger = {
  /** The cached answer; null when the model must be asked. */
  recall(episodeId: string | null, windowKey: string): Promise<string | null>;
  /** Throws `ExtractionPaused` when the day's budget is spent. */
  admit(): Promise<void>;
  record(entry: Entry): Promise<void>;
};

export type LlmEngineParts = {
  readonly modelName: string;
  readonly read: (input: EpisodeInput) => Promise<EpisodeReading>;
  /** Meanings of the model's names for subjects; null for one without meaning. */
  readonly name: (given: readonly GivenName[], asOf: Date) => Promise<readonly (NamedSubject | null)[]>;
  readonly ask: AskLlm;
  /** Whether each episode is asked once who speaks under which label. */
  readonly hearsVoices: boolean;
  /** Whether proven ideas are read a second time. */
  readonly readsTwice: boolean;
  readonly ledger: Ledger;
};

/** An episode that is asked about, and by which key the answer is kept. */
export type Asked = {
  readonly input: EpisodeInput;
  readonly signal: AbortSignal;
  readonly windowKey: string;
};
/** The window that is asked about. */
export type Asking = Asked & { readonly talk: Talk };

type Tally = Pick<Entry, 'outcome' | 'ideasKept' | 'ideasDropped' | 'faults' | 'faultsBeside'>;

/** Reads the answer to one question: the cached one, or a new one, which is recorded. */
export async function answerTo<Result>(
  { ask, ledger }: LlmEngineParts,
  { input, signal, windowKey }: Asked,
  question: Question,
  read: (text: string) => Promise<{ readonly result: Result; readonly tally: Tally }>,
): Promise<Result> {
  const episodeId = input.episodeId ?? null;
  const kept = await ledger.recall(episodeId, windowKey);
  if (kept !== null) return (await read(kept)).result;
  await ledger.admit();
  const failed = { ideasKept: 0, ideasDropped: 0, faults: [], faultsBeside: [], outcome: 'failed' } as const;
  const answered = await ask(question, signal, (_reason, tokens) =>
    ledger.record({ ...failed, episodeId, windowKey, tokens, answer: null }),
  );
  // The database holds no NUL.
  const text = answered.text.replaceAll('\0', '');
  const { result, tally } = await read(text);
  await ledger.record({ ...tally, episodeId, windowKey, tokens: answered.tokens, answer: text });
  return result;
}

/** Meanings of a model's names by `nameKey`, without those that mean nothing. */
export async function meantBy(
  name: LlmEngineParts['name'],
  given: readonly GivenName[],
  asOf: Date,
): Promise<Names> {
  if (given.length === 0) return new Map();
  const meant = await name(given, asOf);
  return new Map(
    given.flatMap((one, i) => {
      const subject = meant[i] ?? null;
      return subject === null ? [] : [[nameKey(one), subject] as const];
    }),
  );
}
