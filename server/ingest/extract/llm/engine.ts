import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cue, EpisodeInput, ExtractedIdea, Extraction, Extractor } from '#server/domain.ts';
import { readAnswer, readListed } from '#server/ingest/extract/llm/answer.ts';
import {
  type Asking,
  answerTo,
  type LlmEngineParts,
  meantBy,
  notRead,
  OTHER_FORM,
  onAnswer,
} from '#server/ingest/extract/llm/asking.ts';
import { edited } from '#server/ingest/extract/llm/editing/edited.ts';
import type { EpisodeReading } from '#server/ingest/extract/llm/episode-reading.ts';
import { INSTRUCTIONS } from '#server/ingest/extract/llm/instructions.ts';
import { NO_IDEAS, type Objection } from '#server/ingest/extract/llm/ledger.ts';
import { type Failed, promptOf, repairPromptOf } from '#server/ingest/extract/llm/prompt.ts';
import { type Held, proveIdea, shapeOf } from '#server/ingest/extract/llm/proof/proof.ts';
import { namesToResolve } from '#server/ingest/extract/llm/proof/subject.ts';
import { afterVoices, voicesPromptOf } from '#server/ingest/extract/llm/who-is-who.ts';
import type { WindowTalk } from '#server/ingest/extract/llm/windows.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';
import { namesOf } from '#server/ingest/extract/speakers/speakers.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';

/** Name and version of the model-backed engine. Raise it whenever what it asks, proves or writes changes. */
export const LLM_ENGINE_VERSION = 'model-3.16.0';

/**
 * The extractor that asks a language model about each window of discourse and keeps only what it can prove (`proof.ts`). The model
 * is shown once what does not hold; what fails again is dropped. It reads what holds a second time, without its first answer
 * (`editing/`), again while that corrects something, and then signs each card or objects. The ledger keeps the answers, so that a
 * resumed episode pays for nothing twice. Throws `ExtractionPaused`, `LlmUnavailable`, and `AnswerUnreadable` if one answer on ideas
 * cannot be read: a partial reading would supersede ideas that it never looked at.
 */
export function createLlmExtractor(parts: LlmEngineParts): Extractor {
  const version = `${LLM_ENGINE_VERSION}:${parts.modelName}`;
  return {
    version,
    extract: async (input, signal = new AbortController().signal): Promise<Extraction> => {
      const { windows, mentions, heldBack, adRanges, cast } = await heard(parts, version, input, signal);
      const ideas: ExtractedIdea[] = [];
      for (const [i, window] of windows.entries())
        ideas.push(...(await ideasOf(parts, version, { input, window }, { signal, window: i + 1 })));
      return { ideas: onceEach(ideas, input.cues), mentions, heldBack, adRanges, names: namesOf(cast) };
    },
  };
}

type AnswerProof = {
  readonly ideas: readonly Held[];
  readonly failed: readonly Failed[];
  readonly faultsBeside: readonly Objection[];
};

/** The reading of an episode. Labels are believed as far as the model confirms them over the whole talk. */
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
  // An unreadable answer changes nothing. It is kept, so that the prompts of the windows stay the same at the next turn.
  const asked = { input, signal, windowKey, window: null };
  return answerTo(parts, asked, { prompt, form: 'voices' }, async (text) => ({
    result: afterVoices(reading, text),
    tally:
      readListed(text, 'voices') === null
        ? { ...NO_IDEAS, outcome: 'unreadable', faults: [onAnswer(OTHER_FORM)] }
        : { ...NO_IDEAS, outcome: 'answered' },
  }));
}

async function ideasOf(
  parts: LlmEngineParts,
  version: string,
  talk: WindowTalk,
  asked: Pick<Asking, 'signal' | 'window'>,
): Promise<readonly ExtractedIdea[]> {
  const prompt = promptOf(talk.input, talk.window);
  const asking = { ...asked, talk, input: talk.input, windowKey: keyOf(version, prompt) };
  const first = await firstReading(parts, asking, prompt, null);
  const held = await repaired(parts, asking, first);
  const ideas = parts.readsTwice ? await edited(parts, asking, held) : held;
  return ideas.map(({ source, idea }) => writeProven(source, idea));
}

function keyOf(version: string, prompt: string): string {
  return createHash('sha256').update([version, INSTRUCTIONS, prompt].join('\n')).digest('hex');
}

/** The ideas that hold, at once or after the model was shown their faults. */
async function repaired(
  parts: LlmEngineParts,
  asking: Asking,
  { ideas, failed }: AnswerProof,
): Promise<readonly Held[]> {
  if (failed.length === 0) return ideas;
  const { talk, windowKey } = asking;
  const again = await firstReading(
    parts,
    { ...asking, windowKey: `${windowKey}:repair` },
    repairPromptOf(talk.input, talk.window, failed),
    failed,
  );
  return [...ideas, ...again.ideas];
}

/** The proven and the failed ideas of an answer. `toRepair`: the ideas that are asked for again; null at the first asking. */
function firstReading(
  parts: LlmEngineParts,
  asking: Asking,
  prompt: string,
  toRepair: readonly Failed[] | null,
): Promise<AnswerProof> {
  return answerTo(parts, asking, { prompt, form: 'ideas' }, async (text) => {
    const claimed = readAnswer(text);
    if (claimed === null) return notRead(null);
    const result = await proveAnswer(parts, asking.talk, claimed);
    const { ideas, failed, faultsBeside } = result;
    return {
      result,
      tally: {
        outcome: ideas.length > 0 ? 'answered' : 'empty',
        ideasKept: parts.readsTwice ? ideas.length : ideas.filter(({ idea }) => !idea.claimed.weak).length,
        ideasDropped: toRepair === null ? 0 : droppedOf(toRepair, result),
        faults: [...failed.flatMap(objectionsTo), ...notBroughtBack(toRepair ?? [], claimed)],
        faultsBeside,
      },
    };
  });
}

/** Only the second asking drops ideas: those it does not bring back, and those that fail again. */
function droppedOf(toRepair: readonly Failed[], { ideas, failed }: AnswerProof): number {
  return Math.max(toRepair.length - ideas.length, failed.length);
}

/** Of the ideas asked for again those that an answer leaves out, by their subjects. */
function notBroughtBack(toRepair: readonly Failed[], claimed: readonly unknown[]): Objection[] {
  const back = claimed.map((raw) => placeOf(raw).subject);
  return toRepair
    .map(({ raw }) => placeOf(raw))
    .filter(({ subject }) => !back.includes(subject))
    .map((its) => ({ ...its, fault: 'asked again: it did not come back.' }));
}

function objectionsTo({ raw, faults }: Failed): Objection[] {
  return faults.map((fault) => ({ ...placeOf(raw), fault }));
}

/** Subject and line of an idea as it was answered, whatever its form. */
function placeOf(raw: unknown): Omit<Objection, 'fault'> {
  const read = place.safeParse(raw);
  return read.success
    ? { subject: read.data.subject, line: read.data.quoteLine }
    : { subject: null, line: null };
}
const place = z.object({
  subject: z.string().nullable().catch(null),
  quoteLine: z.number().nullable().catch(null),
});

async function proveAnswer(
  { name, readsTwice }: LlmEngineParts,
  talk: WindowTalk,
  claimed: readonly unknown[],
): Promise<AnswerProof> {
  const shaped = claimed.map((raw) => ({ raw, ...shapeOf(raw) }));
  const given = shaped.flatMap((one) => ('idea' in one ? namesToResolve(one.idea) : []));
  const source = { ...talk, names: await meantBy(name, given, talk.input.publishedAt) };
  const ideas: Held[] = [];
  const failed: Failed[] = [];
  const faultsBeside: Objection[] = [];
  for (const one of shaped) {
    const result =
      'idea' in one
        ? proveIdea(source, one.idea, { isReadAgain: readsTwice })
        : { is: 'refused' as const, faults: one.faults };
    if (result.is === 'refused') failed.push({ raw: one.raw, faults: result.faults });
    if (result.is !== 'proven') continue;
    const { idea, leftOut, doubts } = result;
    ideas.push({ source, idea, stances: [idea.claimed.stance], unsigned: doubts });
    const { subject, found } = idea;
    const beside = [...leftOut, ...doubts];
    faultsBeside.push(...beside.map((fault) => ({ subject: subject.id, line: found.line, fault })));
  }
  return { ideas, failed, faultsBeside };
}

/** Within this many seconds the same argument taken up again is one idea. */
const SAME_IDEA_SECONDS = 60;

/** Of overlapping ideas of one speaker on one subject, the fullest; with the same stance also of ideas that follow closely. */
function onceEach(ideas: readonly ExtractedIdea[], cues: readonly Cue[]): ExtractedIdea[] {
  const speaker = (idea: ExtractedIdea) => cues[idea.quote.firstCue]?.speaker;
  const isSame = (a: ExtractedIdea, b: ExtractedIdea) =>
    subjectId(a.subject) === subjectId(b.subject) &&
    speaker(a) === speaker(b) &&
    a.startSeconds < b.endSeconds + (a.stance === b.stance ? SAME_IDEA_SECONDS : 0) &&
    b.startSeconds < a.endSeconds + (a.stance === b.stance ? SAME_IDEA_SECONDS : 0);
  const fullest = [...ideas].sort((a, b) => b.confidence - a.confidence || b.depth - a.depth);
  const kept: ExtractedIdea[] = [];
  for (const idea of fullest) if (!kept.some((one) => isSame(one, idea))) kept.push(idea);
  return ideas.filter((idea) => kept.includes(idea));
}
