import type { CallContext } from '#server/api/trpc.ts';
import type { ChosenEvidence, CitedEvidence } from '#server/features/ask/choose/evidence.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { withMarkers } from '#server/features/ask/tell/markers.ts';
import { timed } from '#server/features/ask/tell/moments/rules.ts';
import { cuesWithin } from '#server/features/ask/tell/moments/store.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { turnSentences } from '#server/features/ask/tell/turns.ts';
import { createAnswerWriter, type WriterTools } from '#server/features/ask/tell/write.ts';
import type { Services } from '#server/platform/services.ts';

/** What an answer is told with. `db` is cancelled with `signal`. */
export type TellTools = Omit<WriterTools, 'onSentence'> & {
  readonly services: Services;
  readonly keep?: CallContext['keep'];
  /** Called with the answer so far, markers included, after each sentence of the model that its evidence proves. */
  readonly onAnswer?: ((soFar: string) => void) | undefined;
};

/** The question that evidence was chosen for. */
type AsRead = { readonly reading: QuestionReading };

/** An answer with markers from 1 in the order of `cited`. */
type ToldAnswer = { readonly answer: string; readonly cited: readonly CitedEvidence[] };

/**
 * The chosen evidence as an answer with markers; null when nothing is left to tell. A model writes it if one is configured.
 * It is composed from the record without one, when no sentence of the model holds, and when the answer must say what is
 * missing, tells changes of stance, or says where something was said.
 */
export async function tellAnswer(
  chosen: ChosenEvidence & AsRead,
  tools: TellTools,
): Promise<ToldAnswer | null> {
  if (chosen.evidence.length === 0) return null;
  const writer = mustBeComposed(chosen) ? null : createAnswerWriter(tools.services);
  const written = writer
    ? await writer(chosen.reading.text, chosen.evidence, writerTools(chosen.reading, tools))
    : [];
  const sentences = written.length > 0 ? written : composed(chosen);
  if (sentences.length === 0) return null;
  const { answer, cited } = withMarkers(chosen.reading, sentences);
  const windows = cited.flatMap((item) => (item.kind === 'passage' ? [item.passage] : []));
  return { answer, cited: timed(cited, sentences, await cuesWithin(tools.db, windows)) };
}

/** Whether an answer says what a model is not told: what is missing, changes of stance, where something was said. */
function mustBeComposed({ reading, missing, turns }: ChosenEvidence & AsRead): boolean {
  return missing !== null || turns !== undefined || reading.whereabouts || reading.untimed !== null;
}

function composed({ reading, evidence, missing, turns }: ChosenEvidence & AsRead): Sentence[] {
  return turns === undefined
    ? composeSentences(reading, { evidence, missing })
    : turnSentences(reading, turns, evidence);
}

/** The writer's tools. Markers are numbered in order of citation, so that later sentences change none of those heard. */
function writerTools(reading: QuestionReading, { db, now, signal, onAnswer }: TellTools): WriterTools {
  if (!onAnswer) return { db, now, signal };
  const heard: Sentence[] = [];
  const onSentence = (sentence: Sentence) => {
    heard.push(sentence);
    onAnswer(withMarkers(reading, heard).answer);
  };
  return { db, now, signal, onSentence };
}
