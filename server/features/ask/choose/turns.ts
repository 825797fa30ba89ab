import { coverageOf } from '#server/features/ask/choose/coverage.ts';
import { type ChosenEvidence, saidIn } from '#server/features/ask/choose/evidence.ts';
import { linesOf } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { ideaEvidence } from '#server/features/ask/choose/ideas/ideas.ts';
import { isMainSubject, isSpokenBy } from '#server/features/ask/choose/matching/named-in-question.ts';
import {
  asksBeyondRecord,
  TURNS,
  tellsTurnInWords,
} from '#server/features/ask/choose/missing/beyond-record.ts';
import { callsToTrade } from '#server/features/ask/choose/speech/call-to-trade.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { FoundTurns, Turn } from '#server/features/ask/find/turns.ts';
import { hasTopic, type QuestionReading } from '#server/features/ask/read/reading.ts';
import type { StanceWord } from '#server/features/theses/schema.ts';
import { stanceWord } from '#server/features/theses/statement.ts';

/** An answer tells the latest of them. */
const MOST_TURNS = 3;

/**
 * Whether a question asks for changes of stance on companies, and for nothing else of them. Speakers without a name who stand in
 * for somebody are not known to be one person, so that nobody can tell a change of theirs.
 */
export function asksForChanges(reading: QuestionReading): boolean {
  if (reading.unnamedIn) return false;
  const asks = asksBeyondRecord(reading) === 'turn' || TURNS.test(reading.text);
  return asks && reading.subjects.length > 0 && !hasTopic(reading);
}

/**
 * What was chosen for a question of changes of stance: the changes themselves where some were found. Where they are locked,
 * the answer says so, whether or not there are any, unless somebody tells a change of mind in so many words.
 */
export function withTurns<C extends ChosenEvidence>(
  reading: QuestionReading,
  chosen: C,
  turns: FoundTurns,
  found: Omit<Candidates, 'ideas'>,
): C {
  if (turns === 'locked')
    return needsThem(reading, chosen) ? { ...chosen, coverage: 'low', missing: 'locked turn' } : chosen;
  const told = turns.filter((turn) => isAsked(reading, turn)).slice(-MOST_TURNS);
  if (told.length === 0) return chosen;
  const ideas = new Set(told.flatMap(({ before, after }) => [before, after]));
  const evidence = [...ideas].map((idea) => ideaEvidence(reading, idea, found));
  return { ...chosen, evidence, coverage: coverageOf(reading, evidence), missing: null, turns: told };
}

/** Whether a question of changes is answered neither by what was chosen nor by what is missing of it. */
function needsThem(reading: QuestionReading, { evidence, missing }: ChosenEvidence): boolean {
  if (asksBeyondRecord(reading) !== 'turn' || evidence.length === 0) return false;
  return missing === 'turn' || (missing === null && !tellsTurnInWords(evidence));
}

/** Whether both sides were taken on a company asked about, by those asked and in words that may be told, the later as asked. */
function isAsked(reading: QuestionReading, { before, after }: Turn): boolean {
  const to = turnedTo(reading.text);
  if (to !== null && stanceWord(after.stance) !== to) return false;
  return [before, after].every(
    (idea) =>
      isMainSubject({ subjects: reading.subjects, themes: [] }, idea) &&
      isSpokenBy(reading, idea.showId, idea.speakerName) &&
      !callsToTrade(saidIn(linesOf(idea)[0])),
  );
}

const SIDES: Readonly<Record<string, StanceWord>> = {
  bullish: 'bullish',
  positive: 'bullish',
  optimistic: 'bullish',
  bearish: 'bearish',
  negative: 'bearish',
  pessimistic: 'bearish',
  neutral: 'neutral',
};

/** The side that those took who turned, as a question names it ("turned from bullish to bearish"); null for any. */
function turnedTo(text: string): StanceWord | null {
  const [degree, side] = (TURNS.exec(text)?.[0] ?? '').toLowerCase().split(' ').slice(-2);
  return side === undefined || degree === 'less' ? null : (SIDES[side] ?? null);
}
