import type { EpisodeInput } from '#server/domain.ts';
import { AnswerUnreadable } from '#server/ingest/engine/outage.ts';
import type { Answered, AskLlm, Question } from '#server/ingest/extract/llm/ask.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import { type Ended, type Ledger, NO_IDEAS, type Objection } from '#server/ingest/extract/llm/ledger.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';
import { nameKey } from '#server/ingest/extract/llm/proof/subject.ts';
import type { WindowTalk } from '#server/ingest/extract/llm/windows.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';

export type LlmEngineParts = {
  readonly modelName: string;
  readonly read: (input: EpisodeInput) => Promise<EpisodeReading>;
  /** The subjects that the model's names mean; null for a name that means nothing. */
  readonly name: (given: readonly GivenName[], asOf: Date) => Promise<readonly (NamedSubject | null)[]>;
  readonly ask: AskLlm;
  /** Whether the model is asked, once per episode, who speaks under which label. */
  readonly hearsVoices: boolean;
  /** Whether proven ideas are read a second time and signed. */
  readonly readsTwice: boolean;
  readonly ledger: Ledger;
};

/** The episode asked about, and the key of its kept answer. */
export type Asked = {
  readonly input: EpisodeInput;
  readonly signal: AbortSignal;
  readonly windowKey: string;
  /** Number of the window in its episode, from 1; null for a question on the whole. */
  readonly window: number | null;
};
/** The window asked about. */
export type Asking = Asked & { readonly talk: WindowTalk };

type Tally = Pick<Ended, 'outcome' | 'ideasKept' | 'ideasDropped' | 'faults' | 'faultsBeside'>;

/** The reading of an answer, or that it lacks the requested form. */
type Read<Result> = { readonly result: Result; readonly tally: Tally } | NotRead;
/** `unreadable` names the part that cannot be read; null if unknown. */
type NotRead = { readonly unreadable: string | null };

/** The reading of an answer that lacks the requested form; `why` names the part of it. */
export function notRead(why: string | null): NotRead {
  return { unreadable: why };
}
type Reading<Result> = (text: string) => Promise<Read<Result>>;

/**
 * Reads the kept answer to a question, or asks for one and records it. If that answer cannot be read, asks once more at once.
 * Throws `AnswerUnreadable` if neither can be read, `LlmUnavailable` and `ExtractionPaused`.
 */
export async function answerTo<Result>(
  parts: LlmEngineParts,
  asked: Asked,
  question: Question,
  read: Reading<Result>,
): Promise<Result> {
  const kept = await parts.ledger.recall(asked.input.episodeId ?? null, asked.windowKey);
  const known = kept === null ? null : await read(kept);
  if (known !== null && 'result' in known) return known.result;
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
  { input, signal, windowKey, window }: Asked,
  question: Question,
  read: Reading<Result>,
): Promise<{ readonly result: Result } | { readonly unreadable: string }> {
  const about = { episodeId: input.episodeId ?? null, windowKey, window };
  const answered = await ask(question, signal, (most) => ledger.begin(about, most));
  const { tokens, call } = answered;
  // PostgreSQL stores no NUL.
  const text = answered.text.replaceAll('\0', '');
  const known = await read(text).catch(async (error) => {
    // A stop says nothing about the answer: it is paid for, and the next turn reads it.
    await call.end({ ...NO_IDEAS, tokens, outcome: 'failed', answer: signal.aborted ? text : null });
    throw error;
  });
  if ('result' in known) {
    await call.end({ ...known.tally, tokens, answer: text });
    return { result: known.result };
  }
  const unreadable = whyUnreadable(answered, known.unreadable);
  await call.end({
    ...NO_IDEAS,
    tokens,
    outcome: 'unreadable',
    answer: null,
    faults: [onAnswer(unreadable)],
  });
  return { unreadable };
}

/** That an answer cannot be read. */
export function onAnswer(why: string): Objection {
  return { subject: null, line: null, fault: `answer: ${why}.` };
}

/** Why an answer cannot be read that is no JSON, or other JSON. */
export const OTHER_FORM = 'it is no JSON with what was asked for';

function whyUnreadable({ text, isCut }: Answered, why: string | null): string {
  if (isCut) return 'it was cut off';
  if (text.trim() === '') return 'it is empty';
  return why?.replace(/\.$/, '') ?? OTHER_FORM;
}

/** The subjects that a model's names mean, by `nameKey`, without names that mean nothing. */
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
