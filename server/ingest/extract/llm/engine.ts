import { createHash } from 'node:crypto';
import type { Cue, EpisodeInput, ExtractedIdea, Extraction, Extractor } from '#server/domain.ts';
import { readAnswer } from '#server/ingest/extract/llm/answer.ts';
import type { AskLlm, Question } from '#server/ingest/extract/llm/ask.ts';
import { applyChecks, toReadAgain } from '#server/ingest/extract/llm/editing/corrected.ts';
import { checkPromptOf, namesToResolveIn, readChecks } from '#server/ingest/extract/llm/editing/question.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import { INSTRUCTIONS } from '#server/ingest/extract/llm/instructions.ts';
import { type Failed, promptOf, repairPromptOf } from '#server/ingest/extract/llm/prompt.ts';
import { type Held, proveIdea, shapeOf } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';
import { nameKey, namesToResolve } from '#server/ingest/extract/llm/proof/subject.ts';
import { afterVoices, voicesPromptOf } from '#server/ingest/extract/llm/who-is-who.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';
import { namesOf } from '#server/ingest/extract/speakers/speakers.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';
import type { Tokens } from '#server/platform/language-model/spend.ts';

/** Name and version of the model-backed engine; raise it with every change of what it asks, proves or writes. */
export const LLM_ENGINE_VERSION = 'model-3.3.0';

/** What the ledger keeps of one request to the model. */
export type Entry = {
  readonly episodeId: string | null;
  readonly windowKey: string;
  readonly tokens: Tokens;
  readonly outcome: 'answered' | 'empty' | 'failed';
  /** Null when there was none. */
  readonly answer: string | null;
  readonly ideasKept: number;
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

/**
 * The extractor that asks a language model about each window of discourse and stores only what it can prove (`proof.ts`). What
 * does not hold is shown to the model once, then dropped; what does is read by it a second time, unseen how it was found
 * (`editing/`), and what that puts right once more. Answers are kept in the ledger window by window, so that an
 * episode taken up again pays for nothing twice. Throws `ExtractionPaused` and `LlmUnavailable`.
 */
export function createLlmExtractor(parts: LlmEngineParts): Extractor {
  const version = `${LLM_ENGINE_VERSION}:${parts.modelName}`;
  return {
    version,
    extract: async (input, signal = new AbortController().signal): Promise<Extraction> => {
      const { windows, mentions, heldBack, adRanges, cast } = await heard(parts, version, input, signal);
      const ideas: ExtractedIdea[] = [];
      for (const window of windows) ideas.push(...(await ideasOf(parts, version, { input, window }, signal)));
      return { ideas: onceEach(ideas, input.cues), mentions, heldBack, adRanges, names: namesOf(cast) };
    },
  };
}

type Talk = { readonly input: EpisodeInput; readonly window: Window };

type AnswerProof = {
  readonly ideas: readonly Held[];
  readonly failed: readonly Failed[] | 'unreadable';
  readonly faultsBeside: readonly string[];
};

/** An episode that is asked about, and by which key the answer is kept. */
type Asked = {
  readonly input: EpisodeInput;
  readonly signal: AbortSignal;
  readonly windowKey: string;
};
/** The window that is asked about. */
type Asking = Asked & { readonly talk: Talk };

/** The reading of an episode, its labels believed as far as the model bears them out over the whole talk. */
async function heard(
  parts: LlmEngineParts,
  version: string,
  input: EpisodeInput,
  signal: AbortSignal,
): Promise<EpisodeReading> {
  const reading = await parts.read(input);
  const prompt = parts.hearsVoices ? voicesPromptOf(input, reading) : null;
  if (prompt === null) return reading;
  const windowKey = keyOf(version, prompt);
  return answerTo(parts, { input, signal, windowKey }, { prompt, form: 'voices' }, async (text) => ({
    result: afterVoices(reading, text),
    tally: { outcome: 'answered', ideasKept: 0, ideasDropped: 0, faults: [], faultsBeside: [] },
  }));
}

async function ideasOf(
  parts: LlmEngineParts,
  version: string,
  talk: Talk,
  signal: AbortSignal,
): Promise<readonly ExtractedIdea[]> {
  const prompt = promptOf(talk.input, talk.window);
  const asking = { talk, input: talk.input, signal, windowKey: keyOf(version, prompt) };
  const first = await firstReading(parts, asking, prompt, null);
  const held = await repaired(parts, asking, first);
  const ideas = parts.readsTwice ? await edited(parts, asking, held) : held;
  return ideas.map(({ source, idea }) => writeProven(source, idea));
}

function keyOf(version: string, prompt: string): string {
  return createHash('sha256').update([version, INSTRUCTIONS, prompt].join('\n')).digest('hex');
}

/** The ideas that hold, with those that do once the model has been shown what is wrong with them. */
async function repaired(
  parts: LlmEngineParts,
  asking: Asking,
  { ideas, failed }: AnswerProof,
): Promise<readonly Held[]> {
  if (failed !== 'unreadable' && failed.length === 0) return ideas;
  const { talk, windowKey } = asking;
  const again = await firstReading(
    parts,
    { ...asking, windowKey: `${windowKey}:repair` },
    repairPromptOf(talk.input, talk.window, failed),
    failed === 'unreadable' ? 0 : failed.length,
  );
  return [...ideas, ...again.ideas];
}

/** The proven and the failed ideas of an answer. `toRepair`: how many are asked for again; null at the first asking. */
function firstReading(
  parts: LlmEngineParts,
  asking: Asking,
  prompt: string,
  toRepair: number | null,
): Promise<AnswerProof> {
  return answerTo(parts, asking, { prompt, form: 'ideas' }, async (text) => {
    const result = await proveAnswer(parts, asking.talk, text);
    const { ideas, failed, faultsBeside } = result;
    return {
      result,
      tally: {
        outcome: ideas.length > 0 ? 'answered' : 'empty',
        ideasKept: ideas.length,
        ideasDropped: toRepair === null ? 0 : droppedOf(toRepair, result),
        faults: failed === 'unreadable' ? ['answer: it is no JSON.'] : failed.flatMap(({ faults }) => faults),
        faultsBeside,
      },
    };
  });
}

/** The ideas as an editor leaves them. What was put right is read once more, as if by another. */
async function edited(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
): Promise<readonly Held[]> {
  if (held.length === 0) return held;
  const once = await secondReading(parts, asking, held);
  const changed = toReadAgain(held, once);
  if (changed.length === 0) return once;
  return [
    ...once.filter((one) => !changed.includes(one)),
    ...(await secondReading(parts, asking, changed, true)),
  ];
}

/** The ideas as a second reading leaves them. */
function secondReading(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  settled = false,
): Promise<readonly Held[]> {
  const prompt = checkPromptOf(asking.talk, held);
  // The key covers what is checked: another proof may leave other ideas to check.
  const asked = createHash('sha256').update(prompt).digest('hex').slice(0, 16);
  const checking = { ...asking, windowKey: `${asking.windowKey}:check:${asked}` };
  return answerTo(parts, checking, { prompt, form: 'checks' }, async (text) => {
    const checks = readChecks(text);
    const names = await meantBy(parts.name, namesToResolveIn(checks), asking.input.publishedAt);
    const result = applyChecks(held, checks, names, settled);
    const refused = held.length - result.length;
    return {
      result,
      tally: {
        outcome: 'answered',
        // They were counted as kept when they were proven.
        ideasKept: -refused,
        ideasDropped: refused,
        faults: Array.from({ length: refused }, () => 'second reading: the lines do not carry it.'),
        faultsBeside: [],
      },
    };
  });
}

type Tally = Pick<Entry, 'outcome' | 'ideasKept' | 'ideasDropped' | 'faults' | 'faultsBeside'>;

/** What `read` makes of the answer to one question: of the kept one, or else of a new one, which is recorded. */
async function answerTo<Result>(
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

/** Only a second asking drops: what failed before and is not among what it brought, or failed again. */
function droppedOf(toRepair: number, { ideas, failed }: AnswerProof): number {
  return Math.max(toRepair - ideas.length, failed === 'unreadable' ? 0 : failed.length);
}

async function proveAnswer({ name }: LlmEngineParts, talk: Talk, text: string): Promise<AnswerProof> {
  const claimed = readAnswer(text);
  if (claimed === null) return { ideas: [], failed: 'unreadable', faultsBeside: [] };
  const shaped = claimed.map((raw) => ({ raw, ...shapeOf(raw) }));
  const given = shaped.flatMap((one) => ('idea' in one ? namesToResolve(one.idea) : []));
  const source = { ...talk, names: await meantBy(name, given, talk.input.publishedAt) };
  const ideas: Held[] = [];
  const failed: Failed[] = [];
  const faultsBeside: string[] = [];
  for (const one of shaped) {
    const result =
      'idea' in one ? proveIdea(source, one.idea) : { is: 'refused' as const, faults: one.faults };
    if (result.is === 'refused') failed.push({ raw: one.raw, faults: result.faults });
    if (result.is !== 'proven') continue;
    ideas.push({ source, idea: result.idea, stances: [result.idea.claimed.stance] });
    faultsBeside.push(...result.leftOut);
  }
  return { ideas, failed, faultsBeside };
}

async function meantBy(
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

/** The same argument taken up again within so many seconds is one idea. */
const SAME_ARGUMENT_SECONDS = 60;

/** Of ideas of one speaker on one subject with the same stance that overlap or follow closely, the fullest. */
function onceEach(ideas: readonly ExtractedIdea[], cues: readonly Cue[]): ExtractedIdea[] {
  const speaker = (idea: ExtractedIdea) => cues[idea.quote.firstCue]?.speaker;
  const isSame = (a: ExtractedIdea, b: ExtractedIdea) =>
    subjectId(a.subject) === subjectId(b.subject) &&
    speaker(a) === speaker(b) &&
    a.startSeconds < b.endSeconds + (a.stance === b.stance ? SAME_ARGUMENT_SECONDS : 0) &&
    b.startSeconds < a.endSeconds + (a.stance === b.stance ? SAME_ARGUMENT_SECONDS : 0);
  const fullest = [...ideas].sort((a, b) => b.confidence - a.confidence || b.depth - a.depth);
  const kept: ExtractedIdea[] = [];
  for (const idea of fullest) if (!kept.some((one) => isSame(one, idea))) kept.push(idea);
  return ideas.filter((idea) => kept.includes(idea));
}
