import type { EpisodeInput } from '#server/domain.ts';
import { AnswerUnreadable } from '#server/ingest/engine/outage.ts';
import type { Answered, AskLlm, Question } from '#server/ingest/extract/llm/ask.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';
import { nameKey } from '#server/ingest/extract/llm/proof/subject.ts';
import type { Talk } from '#server/ingest/extract/llm/windows.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';
import type { Tokens } from '#server/platform/language-model/spend.ts';

/** What the ledger keeps of one request to the model. */
export type Entry = {
  readonly episodeId: string | null;
  readonly windowKey: string;
  readonly tokens: Tokens;
  readonly outcome: 'answered' | 'empty' | 'unreadable' | 'failed';
  /** What is kept for a later turn; null where there is nothing to be read. */
  readonly answer: string | null;
  /** Ideas that were proven; below zero those of them that an editor withheld. */
  readonly ideasKept: number;
  /** Ideas that the proof dropped or an editor withheld. */
  readonly ideasDropped: number;
  /** What the proof objected to, each as it was told; those that cost an idea, and those that cost what stands beside one. */
  readonly faults: readonly string[];
  readonly faultsBeside: readonly string[];
};

/** What extraction remembers of earlier requests, and what it may still spend. */
export type Ledger = {
  /** The answer kept of an earlier asking; null when the model must be asked. */
  recall(episodeId: string | null, windowKey: string): Promise<string | null>;
  /** Throws `ExtractionPaused` when the day's budget is spent. */
  admit(): Promise<void>;
  record(entry: Entry): Promise<void>;
};

export type LlmEngineParts = {
  readonly modelName: string;
  readonly read: (input: EpisodeInput) => Promise<EpisodeReading>;
  /** What names mean that the model gave for subjects; null for one that means nothing. */
  readonly name: (given: readonly GivenName[], asOf: Date) => Promise<readonly (NamedSubject | null)[]>;
  readonly ask: AskLlm;
  /** Whether it is asked once an episode who speaks under which label. */
  readonly hearsVoices: boolean;
  /** Whether what is proven is read a second time. */
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

/** What an answer comes to; `unreadable` where it is not of the form that was asked for. */
type Read<Result> = { readonly result: Result; readonly tally: Tally } | 'unreadable';
type Reading<Result> = (text: string) => Promise<Read<Result>>;

/**
 * What `read` makes of the kept answer to a question, or else of a new one, which is recorded. One that cannot be read is asked
 * for once more at once. Throws `AnswerUnreadable` after the second, `LlmUnavailable` and `ExtractionPaused`.
 */
export async function answerTo<Result>(
  parts: LlmEngineParts,
  asked: Asked,
  question: Question,
  read: Reading<Result>,
): Promise<Result> {
  const kept = await parts.ledger.recall(asked.input.episodeId ?? null, asked.windowKey);
  const known = kept === null ? 'unreadable' : await read(kept);
  if (known !== 'unreadable') return known.result;
  const first = await newAnswer(parts, asked, question, read);
  if ('result' in first) return first.result;
  const again = await newAnswer(parts, asked, askedAgain(question), read);
  if ('result' in again) return again.result;
  throw new AnswerUnreadable(`The model's answer could not be read: ${again.unreadable}.`);
}

function askedAgain({ prompt, form }: Question): Question {
  const again = `Your answer to this could not be read. Answer with one JSON object {"${form}": [...]} and nothing else.`;
  return { form, prompt: `${prompt}\n\n${again}` };
}

async function newAnswer<Result>(
  { ask, ledger }: LlmEngineParts,
  { input, signal, windowKey }: Asked,
  question: Question,
  read: Reading<Result>,
): Promise<{ readonly result: Result } | { readonly unreadable: string }> {
  const of = { episodeId: input.episodeId ?? null, windowKey };
  await ledger.admit();
  const answered = await ask(question, signal, (_reason, tokens) =>
    ledger.record({ ...NO_IDEAS, ...of, tokens, outcome: 'failed', answer: null }),
  );
  const { tokens } = answered;
  // The database holds no NUL.
  const text = answered.text.replaceAll('\0', '');
  const known = await read(text);
  if (known !== 'unreadable') {
    await ledger.record({ ...known.tally, ...of, tokens, answer: text });
    return { result: known.result };
  }
  const unreadable = whyUnreadable(answered);
  const faults = [`answer: ${unreadable}.`];
  await ledger.record({ ...NO_IDEAS, ...of, tokens, outcome: 'unreadable', answer: null, faults });
  return { unreadable };
}

/** What is counted of an answer that holds no ideas. */
export const NO_IDEAS = { ideasKept: 0, ideasDropped: 0, faults: [], faultsBeside: [] } as const;

function whyUnreadable({ text, isCut }: Answered): string {
  if (isCut) return 'it was cut off';
  return text.trim() === '' ? 'it is empty' : 'it is no JSON of the form that was asked for';
}

/** What names mean that a model gave, by `nameKey`; a name that means nothing is left out. */
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
