import { boundsOf, type Candidates } from '#server/features/ask/find/candidates.ts';
import { type IdeaCandidate, ideasByIds, passagesByIds } from '#server/features/ask/find/store.ts';
import { asksForAllTheySaid, type QuestionReading } from '#server/features/ask/read/reading.ts';
import { type Meaning, meaningOf, nearest, similarities } from '#server/features/meaning/find.ts';
import { ANSWERS } from '#server/features/meaning/rules.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

/** Candidates found by meaning alone, at most. */
const MOST_REACHED = 40;

type MeaningTools = { readonly services: Services; readonly db: Db; readonly signal: AbortSignal };

/**
 * The candidates, with others that mean the question in other words, and with each one's similarity to it. Unchanged without
 * an encoder.
 */
export async function addMeaning(
  { services, db, signal }: MeaningTools,
  reading: QuestionReading,
  idea: IdeaCandidate | null,
  found: Candidates,
): Promise<Candidates> {
  const meaning = await meaningOf(services, reading.text);
  if (meaning === null) return found;
  const { ideas, passages } = await reach({ services, db, signal }, reading, idea, found, meaning);
  const [alikeIdeas, alikePassages] = await Promise.all([
    similarities(
      db,
      'idea',
      meaning,
      ideas.map(({ id }) => id),
    ),
    similarities(
      db,
      'passage',
      meaning,
      passages.map(({ id }) => String(id)),
    ),
  ]);
  return {
    ...found,
    ideas,
    passages,
    alikeIdeas,
    alikePassages: new Map([...alikePassages].map(([id, alike]) => [Number(id), alike])),
  };
}

/**
 * The candidates with those that only meaning finds. A question for all that somebody said, or one bound to an idea, has all
 * its candidates already, and so have the ideas on a named company.
 */
async function reach(
  { services, db, signal }: MeaningTools,
  reading: QuestionReading,
  idea: IdeaCandidate | null,
  found: Candidates,
  meaning: Meaning,
): Promise<Pick<Candidates, 'ideas' | 'passages'>> {
  if (idea !== null || asksForAllTheySaid(reading)) return found;
  const bounds = boundsOf(reading, null);
  const range = { least: ANSWERS, most: MOST_REACHED, signal };
  const [nearIdeas, nearPassages] = await Promise.all([
    reading.subjects.length > 0 ? [] : nearest(services, 'idea', meaning, range),
    nearest(services, 'passage', meaning, range),
  ]);
  const known = new Set([...found.ideas.map(({ id }) => id), ...found.passages.map(({ id }) => String(id))]);
  const unknown = (near: readonly { id: string }[]) =>
    near.map(({ id }) => id).filter((id) => !known.has(id));
  const [ideas, passages] = await Promise.all([
    ideasByIds(db, unknown(nearIdeas), bounds),
    passagesByIds(db, unknown(nearPassages).map(Number), bounds),
  ]);
  return { ideas: [...found.ideas, ...ideas], passages: [...found.passages, ...passages] };
}
