import { createHash } from 'node:crypto';
import type { Cue, EpisodeInput, ExtractedIdea, Extraction, Extractor } from '#server/domain.ts';
import { readAnswer } from '#server/ingest/extract/llm/answer.ts';
import type { AskLlm } from '#server/ingest/extract/llm/ask.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import { INSTRUCTIONS } from '#server/ingest/extract/llm/instructions.ts';
import { type Failed, promptOf, repairPromptOf } from '#server/ingest/extract/llm/prompt.ts';
import { proveIdea, shapeOf } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';
import { nameKey, namesToResolve } from '#server/ingest/extract/llm/proof/subject.ts';
import type { Window } from '#server/ingest/extract/llm/windows.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import type { GivenName, NamedSubject } from '#server/linking/named.ts';
import type { Tokens } from '#server/platform/language-model/spend.ts';

/** Name and version of the model-backed engine; raise it with every change of what it asks, proves or writes. */
const LLM_ENGINE_VERSION = 'model-2.0.0';

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
  readonly ledger: Ledger;
};

/**
 * The extractor that asks a language model about each window of discourse and stores only what it can prove (`proof.ts`). What
 * does not hold is shown to the model once, then dropped. Answers are kept in the ledger window by window, so that an
 * episode taken up again pays for nothing twice. Throws `ExtractionPaused` and `LlmUnavailable`.
 */
export function createLlmExtractor(parts: LlmEngineParts): Extractor {
  const version = `${LLM_ENGINE_VERSION}:${parts.modelName}`;
  return {
    version,
    extract: async (input, signal = new AbortController().signal): Promise<Extraction> => {
      const { windows, mentions, adRanges, names } = await parts.read(input);
      const ideas: ExtractedIdea[] = [];
      for (const window of windows) ideas.push(...(await ideasOf(parts, version, { input, window }, signal)));
      return { ideas: onceEach(ideas, input.cues), mentions, adRanges, names };
    },
  };
}

type Talk = { readonly input: EpisodeInput; readonly window: Window };

type AnswerProof = {
  readonly ideas: readonly ExtractedIdea[];
  readonly failed: readonly Failed[] | 'unreadable';
  readonly faultsBeside: readonly string[];
};

async function ideasOf(
  parts: LlmEngineParts,
  version: string,
  talk: Talk,
  signal: AbortSignal,
): Promise<readonly ExtractedIdea[]> {
  const prompt = promptOf(talk.input, talk.window);
  const windowKey = createHash('sha256').update([version, INSTRUCTIONS, prompt].join('\n')).digest('hex');
  const asking = { talk, signal, episodeId: talk.input.episodeId ?? null };
  const first = await askOrRecall(parts, { ...asking, windowKey, prompt, toRepair: null });
  if (first.failed !== 'unreadable' && first.failed.length === 0) return first.ideas;
  const second = await askOrRecall(parts, {
    ...asking,
    windowKey: `${windowKey}:repair`,
    prompt: repairPromptOf(talk.input, talk.window, first.failed),
    toRepair: first.failed === 'unreadable' ? 0 : first.failed.length,
  });
  return [...first.ideas, ...second.ideas];
}

type Asking = {
  readonly talk: Talk;
  readonly signal: AbortSignal;
  readonly episodeId: string | null;
  readonly windowKey: string;
  readonly prompt: string;
  /** How many ideas are asked for again; null at the first asking. */
  readonly toRepair: number | null;
};

/** The proven and the failed ideas of the answer to one asking: the kept one, or else a new one, which is recorded. */
async function askOrRecall(parts: LlmEngineParts, asking: Asking): Promise<AnswerProof> {
  const { ask, ledger } = parts;
  const { episodeId, windowKey, talk } = asking;
  const kept = await ledger.recall(episodeId, windowKey);
  if (kept !== null) return proveAnswer(parts, talk, kept);
  await ledger.admit();
  const nothing = {
    episodeId,
    windowKey,
    answer: null,
    ideasKept: 0,
    ideasDropped: 0,
    faults: [],
    faultsBeside: [],
  } as const;
  const answered = await ask(asking.prompt, asking.signal, (_reason, spent) =>
    ledger.record({ ...nothing, tokens: spent, outcome: 'failed' }),
  );
  const { tokens } = answered;
  // The database holds no NUL.
  const text = answered.text.replaceAll('\0', '');
  const result = await proveAnswer(parts, talk, text);
  await ledger.record({
    ...nothing,
    tokens,
    outcome: result.ideas.length > 0 ? 'answered' : 'empty',
    answer: text,
    ideasKept: result.ideas.length,
    ideasDropped: droppedBy(asking, result),
    faults:
      result.failed === 'unreadable'
        ? ['answer: it is no JSON.']
        : result.failed.flatMap(({ faults }) => faults),
    faultsBeside: result.faultsBeside,
  });
  return result;
}

/** Only the second asking drops: what failed before and is not among what it brought, or failed again. */
function droppedBy({ toRepair }: Asking, { ideas, failed }: AnswerProof): number {
  if (toRepair === null) return 0;
  return Math.max(toRepair - ideas.length, failed === 'unreadable' ? 0 : failed.length);
}

async function proveAnswer({ name }: LlmEngineParts, talk: Talk, text: string): Promise<AnswerProof> {
  const claimed = readAnswer(text);
  if (claimed === null) return { ideas: [], failed: 'unreadable', faultsBeside: [] };
  const shaped = claimed.map((raw) => ({ raw, ...shapeOf(raw) }));
  const given = shaped.flatMap((one) => ('idea' in one ? namesToResolve(one.idea) : []));
  const source = { ...talk, names: await namesOf(name, given, talk.input.publishedAt) };
  const ideas: ExtractedIdea[] = [];
  const failed: Failed[] = [];
  const faultsBeside: string[] = [];
  for (const one of shaped) {
    const result =
      'idea' in one ? proveIdea(source, one.idea) : { is: 'refused' as const, faults: one.faults };
    if (result.is === 'refused') failed.push({ raw: one.raw, faults: result.faults });
    if (result.is !== 'proven') continue;
    ideas.push(writeProven(source, result.idea));
    faultsBeside.push(...result.leftOut);
  }
  return { ideas, failed, faultsBeside };
}

async function namesOf(
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
