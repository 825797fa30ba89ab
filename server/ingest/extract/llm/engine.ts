import { createHash } from 'node:crypto';
import type { Cue, EpisodeInput, ExtractedIdea, Extraction, Extractor } from '#server/domain.ts';
import { readAnswer } from '#server/ingest/extract/llm/answer.ts';
import { type Asking, answerTo, type LlmEngineParts, meantBy } from '#server/ingest/extract/llm/asking.ts';
import { edited } from '#server/ingest/extract/llm/editing/edited.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import { INSTRUCTIONS } from '#server/ingest/extract/llm/instructions.ts';
import { type Failed, promptOf, repairPromptOf } from '#server/ingest/extract/llm/prompt.ts';
import { type Held, proveIdea, shapeOf } from '#server/ingest/extract/llm/proof/proof.ts';
import { namesToResolve } from '#server/ingest/extract/llm/proof/subject.ts';
import { afterVoices, voicesPromptOf } from '#server/ingest/extract/llm/who-is-who.ts';
import type { Talk } from '#server/ingest/extract/llm/windows.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';
import { namesOf } from '#server/ingest/extract/speakers/speakers.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';

/** Name and version of the model-backed engine; raise it with every change of what it asks, proves or writes. */
export const LLM_ENGINE_VERSION = 'model-3.13.0';

/**
 * Extracts with a language model: asks about each window and keeps only what it can prove (`proof.ts`). Faulty ideas
 * are shown to it once, then dropped; proven ones get a blind second reading (`editing/`), and more while that
 * corrects something; then each card is signed or objected to. Answers are cached per window, so a resumed episode
 * pays for nothing twice. Throws `ExtractionPaused` and `LlmUnavailable`.
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

type AnswerProof = {
  readonly ideas: readonly Held[];
  readonly failed: readonly Failed[] | 'unreadable';
  readonly faultsBeside: readonly string[];
};

/** The reading of an episode with the labels that the model bears out over the whole talk. */
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

/** The proven ideas, and those proven after the model saw their faults. */
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

/** Proven and failed ideas of an answer. `toRepair`: how many are asked again; null at first. */
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

/** Ideas dropped by the second asking: those missing from it or failed again. */
function droppedOf(toRepair: number, { ideas, failed }: AnswerProof): number {
  return Math.max(toRepair - ideas.length, failed === 'unreadable' ? 0 : failed.length);
}

async function proveAnswer(
  { name, readsTwice }: LlmEngineParts,
  talk: Talk,
  text: string,
): Promise<AnswerProof> {
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
      'idea' in one
        ? proveIdea(source, one.idea, { isReadAgain: readsTwice })
        : { is: 'refused' as const, faults: one.faults };
    if (result.is === 'refused') failed.push({ raw: one.raw, faults: result.faults });
    if (result.is !== 'proven') continue;
    const { idea, leftOut, doubts } = result;
    ideas.push({ source, idea, stances: [idea.claimed.stance], unsigned: doubts });
    faultsBeside.push(...leftOut, ...doubts);
  }
  return { ideas, failed, faultsBeside };
}

/** The same argument resumed within this many seconds is one idea. */
const SAME_ARGUMENT_SECONDS = 60;

/** The fullest of ideas by one speaker on one subject with one stance that overlap or follow closely. */
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
