import { isAbout } from '#server/features/ask/choose/about.ts';
import type { Candidates, Coverage, Evidence, Selected } from '#server/features/ask/choose/evidence.ts';
import { asksMatter } from '#server/features/ask/choose/matter.ts';
import { rankQuotations } from '#server/features/ask/choose/quotations.ts';
import {
  isOnSide,
  type Ranked,
  rankStatements,
  statementOf,
} from '#server/features/ask/choose/statements.ts';
import type { IdeaEvidence, PassageEvidence } from '#server/features/ask/find/store.ts';
import { otherSide, type QuestionReading } from '#server/features/ask/read/question.ts';

const MOST_STATEMENTS = 6;
const MOST_PER_SHOW = 3;
const MOST_PER_SPEAKER = 2;
/** Below these an answer is thin and says so (SPEC.md AskAnswer `coverage`). */
const ENOUGH_STATEMENTS = 3;
const ENOUGH_SHOWS = 2;

/**
 * Chooses what an answer rests on. A statement counts when it is by and about who and what the question names, when
 * the words that the answer cites speak of what was asked (`matter.ts`), and when it is on the side that was asked for.
 * Sentences of transcripts that do the same fill up to three. Where there is neither, what was said of a named company
 * or theme otherwise stands in, at most three statements, and `missing` tells what nobody spoke of.
 * Coverage: none when nothing counts; low with fewer than three of them, with one show where neither one show nor a
 * person was asked about, where something is missing, and where only transcripts speak: words in passing are no
 * argument; ok otherwise.
 */
export function selectEvidence(reading: QuestionReading, found: Candidates, now: Date): Selected {
  const ranked = rankStatements(reading, found, now);
  const spoken = subjectsInTurn(
    reading,
    ranked.filter(({ onMatter }) => onMatter),
  );
  const chosen = diverse(spoken.filter((statement) => isOnSide(reading, statement)));
  const quotations = canQuote(reading) ? rankQuotations(reading, found, chosen) : [];
  const evidence = [...chosen, ...quotations.slice(0, Math.max(0, ENOUGH_STATEMENTS - chosen.length))];
  if (evidence.length > 0) return { evidence, coverage: coverageOf(reading, evidence), missing: null };
  const rest = spoken.filter((statement) => reading.side === null || statement.side !== reading.side);
  const isSpokenOf = reading.subjects.length > 0 || (reading.themes.length > 0 && rest.length > 0);
  if (!isSpokenOf) return { evidence: [], coverage: 'none', missing: null };
  const other = diverse(rest.length > 0 ? rest : ranked).slice(0, ENOUGH_STATEMENTS);
  return {
    evidence: other,
    coverage: other.length === 0 ? 'none' : 'low',
    missing: rest.length > 0 ? 'side' : 'matter',
  };
}

/**
 * How one sentence leans is a guess: where a side is all that is asked it proves nothing, nor, where no company is named
 * that it would speak of, who disagreed.
 */
function canQuote(reading: QuestionReading): boolean {
  if (reading.side === null) return true;
  return asksMatter(reading) && (reading.against === null || reading.subjects.length > 0);
}

/** Who disagreed is asked of the side that most of those spoken of took: the question with the other side to look for. */
export function withOtherSide(reading: QuestionReading, found: Candidates, now: Date): QuestionReading {
  const { against } = reading;
  if (against === null) return reading;
  const argued = rankStatements(reading, found, now).filter(
    ({ idea, onMatter }) =>
      onMatter &&
      (against.shows.length === 0 || against.shows.some((show) => show.id === idea.showId)) &&
      (against.people.length === 0 || against.people.includes(idea.speakerName ?? '')),
  );
  const [bullish, bearish] = (['bullish', 'bearish'] as const).map(
    (side) => argued.filter((statement) => statement.side === side).length,
  );
  return { ...reading, side: otherSide(Number(bullish) >= Number(bearish) ? 'bullish' : 'bearish') };
}

/** How far from an idea's moment a window may begin and still be part of the same argument. */
const AROUND_SECONDS = 180;

/**
 * What an answer about one idea rests on: the idea, and of its speaker's words around it the sentence that holds most
 * of what was asked. Coverage: ok when one of them speaks of the matter, low otherwise.
 */
export function selectForIdea(
  reading: QuestionReading,
  idea: IdeaEvidence,
  found: Omit<Candidates, 'ideas'>,
): Selected {
  const own = statementOf(reading, idea, found);
  const around = found.passages.filter((passage) => isAround(passage, idea));
  const quotations = rankQuotations(reading, { ...found, passages: around }, []).slice(0, 1);
  return {
    evidence: [own, ...quotations],
    coverage: quotations.length > 0 || own.onMatter ? 'ok' : 'low',
    missing: null,
  };
}

function isAround(passage: PassageEvidence, { timestampSeconds, speakerName }: IdeaEvidence): boolean {
  if (timestampSeconds === null || passage.speaker === null || passage.speaker !== speakerName) return false;
  return Math.abs(passage.startSeconds - timestampSeconds) <= AROUND_SECONDS;
}

/** Where several subjects are named, each beside the other, the best on each in turn. */
function subjectsInTurn(reading: QuestionReading, ranked: readonly Ranked[]): readonly Ranked[] {
  const { subjects, relates } = reading;
  if (subjects.length < 2 || relates) return ranked;
  const perSubject = subjects.map((subject) =>
    ranked.filter(({ idea }) => isAbout({ ...reading, subjects: [subject] }, idea)),
  );
  return [...new Set(ranked.flatMap((_, turn) => perSubject.flatMap((own) => own[turn] ?? [])))];
}

/** The best statements, no show with more than its share while others wait, both sides heard where both spoke. */
function diverse(ranked: readonly Ranked[]): Ranked[] {
  const shows = new Set(ranked.map((item) => item.idea.showId)).size;
  const speakers = new Set(ranked.map((item) => item.idea.speakerName ?? item.idea.id)).size;
  const chosen: Ranked[] = [];
  const said = new Set<string>();
  const perShow = new Map<string, number>();
  const perSpeaker = new Map<string, number>();
  const take = (item: Ranked) => {
    const words = item.line.claim.toLowerCase();
    const speaker = item.idea.speakerName ?? item.idea.id;
    const before = perSpeaker.get(speaker) ?? 0;
    const moment = item.idea.quote && `${item.idea.episodeId} ${item.idea.quote}`;
    const isSaid = said.has(words) || (moment !== null && said.has(moment));
    if (isSaid || (before >= MOST_PER_SPEAKER && speakers > 1)) return;
    said.add(words);
    // Two ideas of one moment are one thing said.
    if (moment) said.add(moment);
    perSpeaker.set(speaker, before + 1);
    perShow.set(item.idea.showId, (perShow.get(item.idea.showId) ?? 0) + 1);
    chosen.push(item);
  };
  for (const item of ranked) {
    if (chosen.length >= MOST_STATEMENTS) break;
    if (shows > 1 && (perShow.get(item.idea.showId) ?? 0) >= MOST_PER_SHOW) continue;
    take(item);
  }
  for (const side of ['bullish', 'bearish'] as const) {
    const missing = ranked.find((item) => item.side === side && !chosen.includes(item));
    if (chosen.length < 3 || !missing || chosen.some((item) => item.side === side)) continue;
    chosen.pop();
    take(missing);
  }
  return chosen;
}

function coverageOf(reading: QuestionReading, evidence: readonly Evidence[]): Coverage {
  if (evidence.every(({ kind }) => kind === 'passage')) return 'low';
  const shows = new Set(
    evidence.map((item) => (item.kind === 'idea' ? item.idea.showId : item.passage.showId)),
  );
  const enoughShows = reading.shows.length === 1 || reading.people.length > 0 ? 1 : ENOUGH_SHOWS;
  return evidence.length < ENOUGH_STATEMENTS || shows.size < enoughShows ? 'low' : 'ok';
}
