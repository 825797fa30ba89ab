import { createHash } from 'node:crypto';
import type { Cue, EpisodeInput, ExtractedIdea, Extraction, Extractor } from '#server/domain.ts';
import { readAnswer } from '#server/ingest/extract/llm/answer.ts';
import type { AskLlm } from '#server/ingest/extract/llm/ask.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import { type Failed, INSTRUCTIONS, promptOf, repairPromptOf } from '#server/ingest/extract/llm/prompt.ts';
import { proveBare, proveIdea } from '#server/ingest/extract/llm/proof.ts';
import type { ProofSource } from '#server/ingest/extract/llm/write.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import type { Tokens } from '#server/platform/language-model/spend.ts';

/** Name and version of the model-backed engine; raise it with every change of what it asks, proves or writes. */
const LLM_ENGINE_VERSION = 'model-1.1.0';

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

type AnswerProof = {
  readonly ideas: readonly ExtractedIdea[];
  readonly failed: readonly Failed[] | 'unreadable';
};

async function ideasOf(
  parts: LlmEngineParts,
  version: string,
  source: ProofSource,
  signal: AbortSignal,
): Promise<readonly ExtractedIdea[]> {
  const prompt = promptOf(source.input, source.window);
  const windowKey = createHash('sha256').update([version, INSTRUCTIONS, prompt].join('\n')).digest('hex');
  const asking = { source, signal, episodeId: source.input.episodeId ?? null };
  const first = await askOrRecall(parts, { ...asking, windowKey, prompt, toRepair: null });
  if (first.failed !== 'unreadable' && first.failed.length === 0) return first.ideas;
  const second = await askOrRecall(parts, {
    ...asking,
    windowKey: `${windowKey}:repair`,
    prompt: repairPromptOf(source.input, source.window, first.failed),
    toRepair: first.failed === 'unreadable' ? 0 : first.failed.length,
  });
  return [...first.ideas, ...second.ideas];
}

type Asking = {
  readonly source: ProofSource;
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
  const { episodeId, windowKey, source } = asking;
  const isLast = asking.toRepair !== null;
  const kept = await ledger.recall(episodeId, windowKey);
  if (kept !== null) return proveAnswer(source, kept, isLast);
  await ledger.admit();
  const nothing = { episodeId, windowKey, answer: null, ideasKept: 0, ideasDropped: 0 } as const;
  const answered = await ask(asking.prompt, asking.signal, (_reason, spent) =>
    ledger.record({ ...nothing, tokens: spent, outcome: 'failed' }),
  );
  const { tokens } = answered;
  // The database holds no NUL.
  const text = answered.text.replaceAll('\0', '');
  const result = proveAnswer(source, text, isLast);
  await ledger.record({
    ...nothing,
    tokens,
    outcome: result.ideas.length > 0 ? 'answered' : 'empty',
    answer: text,
    ideasKept: result.ideas.length,
    ideasDropped: droppedBy(asking, result),
  });
  return result;
}

/** Only the second asking drops: what failed before and is not among what it brought, or failed again. */
function droppedBy({ toRepair }: Asking, { ideas, failed }: AnswerProof): number {
  if (toRepair === null) return 0;
  return Math.max(toRepair - ideas.length, failed === 'unreadable' ? 0 : failed.length);
}

/** At the last asking an idea may stand without the notes beside it that do not hold. */
function proveAnswer(source: ProofSource, text: string, isLast: boolean): AnswerProof {
  const claimed = readAnswer(text);
  if (claimed === null) return { ideas: [], failed: 'unreadable' };
  const ideas: ExtractedIdea[] = [];
  const failed: Failed[] = [];
  for (const raw of claimed) {
    const result = isLast ? proveBare(source, raw) : proveIdea(source, raw);
    if (result.ok) ideas.push(result.idea);
    else failed.push({ raw, faults: result.faults });
  }
  return { ideas, failed };
}

/** Of ideas of one speaker on one subject whose passages overlap, the first. */
function onceEach(ideas: readonly ExtractedIdea[], cues: readonly Cue[]): ExtractedIdea[] {
  const speaker = (idea: ExtractedIdea) => cues[idea.quote.firstCue]?.speaker;
  const isSame = (a: ExtractedIdea, b: ExtractedIdea) =>
    subjectId(a.subject) === subjectId(b.subject) &&
    speaker(a) === speaker(b) &&
    a.startSeconds < b.endSeconds &&
    b.startSeconds < a.endSeconds;
  const kept: ExtractedIdea[] = [];
  for (const idea of ideas) if (!kept.some((one) => isSame(one, idea))) kept.push(idea);
  return kept;
}
