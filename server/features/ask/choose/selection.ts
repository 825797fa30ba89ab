import { asksBeyond, isSilentOn, namesBeside } from '#server/features/ask/choose/beside-idea.ts';
import { asksBeyondRecord, byAirDate, tellsTurn } from '#server/features/ask/choose/beyond-record.ts';
import type { ChosenEvidence, Coverage, Evidence } from '#server/features/ask/choose/evidence.ts';
import { cardLine, riskLine, saidIn } from '#server/features/ask/choose/idea-lines.ts';
import { ideaEvidence, onSide, type RankedIdea, rankIdeas } from '#server/features/ask/choose/ideas.ts';
import { isOfSubject, matchesNames } from '#server/features/ask/choose/named-in-question.ts';
import { rankPassages } from '#server/features/ask/choose/passages.ts';
import { namedRisk } from '#server/features/ask/choose/risks.ts';
import { isRepeat, saidOnce } from '#server/features/ask/choose/same-talk.ts';
import { besideEachOther } from '#server/features/ask/choose/side-by-side.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import { asksForCard } from '#server/features/ask/read/card.ts';
import { hasTopic, otherSide, type QuestionReading, topicOnly } from '#server/features/ask/read/reading.ts';
import { asksWhatProvesWrong } from '#server/features/ask/read/side.ts';

const MOST_IDEAS = 6;
const MOST_PER_SHOW = 3;
const MOST_PER_SPEAKER = 2;
/** Below these the coverage of an answer is `low` (docs/contract.md, AskAnswer 1). */
const ENOUGH_EVIDENCE = 3;
const ENOUGH_SHOWS = 2;

/**
 * Chooses what an answer rests on. `reading` is the question; when it asks who disagreed, with the side that the candidates
 * show. For a question bound to an idea the evidence is the idea and what is said right around it.
 */
export function chooseEvidence(
  reading: QuestionReading,
  found: Candidates,
  idea: IdeaCandidate | null,
  now: Date,
): ChosenEvidence & { readonly reading: QuestionReading } {
  if (idea) return { reading, ...selectForIdea(reading, idea, found) };
  const sided = withOtherSide(reading, found, now);
  if (sided === null) return { reading, evidence: [], coverage: 'none', missing: null };
  const quotable = canQuotePassages(sided) ? found : { ...found, passages: [] };
  return { reading: sided, ...besideEachOther(sided, selectByRole(sided, found, now), quotable) };
}

/**
 * Evidence by those whose part in a show is asked for; transcripts do not tell it. Without any, what others said stands in.
 * `missing` says so, and that speakers whose part is not on record are left out.
 */
function selectByRole(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence {
  const { role } = reading;
  if (role === null) return selectBeyond(reading, found, now);
  const by = (isMeant: (of: IdeaCandidate['speakerRole']) => boolean) =>
    selectEvidence(
      reading,
      { ...found, ideas: found.ideas.filter(({ speakerRole }) => isMeant(speakerRole)), passages: [] },
      now,
    );
  const own = by((of) => of === role);
  if (own.evidence.length > 0 && own.missing !== null) return own;
  const others =
    own.evidence.length > 0
      ? by((of) => of !== 'host' && of !== 'guest')
      : selectEvidence(reading, found, now);
  if (others.evidence.length === 0 || others.missing !== null) return own;
  const isTold = own.evidence.length > 0;
  return { evidence: isTold ? own.evidence : others.evidence, coverage: 'low', missing: { role, isTold } };
}

/**
 * Evidence for a question of which the record tells only a part: what was said, not how many said it or who somebody is. The
 * first or last to speak are those of what was found. `missing` says so, and coverage is `low`.
 */
function selectBeyond(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence {
  const beyond = asksBeyondRecord(reading);
  const chosen =
    beyond === 'first' || beyond === 'last'
      ? inTime(reading, found, now, beyond)
      : selectEvidence(reading, found, now);
  if (beyond === null || chosen.missing !== null || chosen.evidence.length === 0) return chosen;
  if (beyond === 'turn' && tellsTurn(chosen.evidence)) return chosen;
  return { ...chosen, coverage: 'low', missing: beyond };
}

/** The earliest of what speaks of the topic on the side asked for, or the latest. */
function inTime(
  reading: QuestionReading,
  found: Candidates,
  now: Date,
  order: 'first' | 'last',
): ChosenEvidence {
  const ideas = rankIdeas(reading, found, now)
    .filter(({ onTopic }) => onTopic)
    .flatMap((idea) => onSide(reading, idea, found.companiesIn) ?? []);
  const passages = canQuotePassages(reading) ? rankPassages(reading, found, ideas) : [];
  const evidence = byAirDate([...ideas, ...saidOnce(passages, ideas)], order, ENOUGH_EVIDENCE);
  return evidence.length > 0
    ? { evidence, coverage: 'low', missing: null }
    : selectEvidence(reading, found, now);
}

/**
 * Evidence from the whole record. An idea counts when it matches the names in the question, its line speaks of the topic
 * (`topic.ts`), and it is on the side asked for. Transcript sentences that do the same fill up to three. When there are
 * neither, up to three other ideas on a named company or theme stand in, and `missing` says what was not found.
 * Coverage is `none` without evidence. It is `low` with fewer than three pieces, with a single show unless one show or a
 * person was asked about, when something is missing, and when only transcripts speak, since words in passing are no
 * argument. It is `ok` otherwise.
 */
export function selectEvidence(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence {
  const ranked = rankIdeas(reading, found, now);
  const spoken = subjectsInTurn(
    reading,
    ranked.filter(({ onTopic }) => onTopic),
    found.companiesIn,
  );
  const chosen = varied(spoken.flatMap((idea) => onSide(reading, idea, found.companiesIn) ?? []));
  const passages = canQuotePassages(reading) ? rankPassages(reading, found, chosen) : [];
  const fill = Math.max(0, ENOUGH_EVIDENCE - chosen.length);
  const evidence = [...chosen, ...saidOnce(passages, chosen).slice(0, fill)];
  if (evidence.length > 0) return { evidence, coverage: coverageOf(reading, evidence), missing: null };
  const rest = spoken.filter((idea) => reading.side === null || idea.side !== reading.side);
  const isSpokenOf = reading.subjects.length > 0 || (reading.themes.length > 0 && rest.length > 0);
  if (!isSpokenOf) return { evidence: [], coverage: 'none', missing: null };
  const onSubject = ranked.filter(({ idea }) => isOfSubject(reading, idea));
  const other = varied(rest.length > 0 ? rest : onSubject).slice(0, ENOUGH_EVIDENCE);
  return {
    evidence: other,
    coverage: other.length === 0 ? 'none' : 'low',
    missing: reading.side !== null && spoken.length > 0 ? 'side' : 'topic',
  };
}

/**
 * Whether transcript sentences may answer. How one sentence leans is a guess: it is no proof when a side is all that is
 * asked, or when it is asked who disagreed and no company is named.
 */
function canQuotePassages(reading: QuestionReading): boolean {
  if (reading.side === null) return true;
  return hasTopic(reading) && (reading.against === null || reading.subjects.length > 0);
}

/**
 * A question who disagreed, with the side opposite to the one that most of those it names took. Null when it names them and
 * they argued nothing: nobody can disagree with that.
 */
export function withOtherSide(
  reading: QuestionReading,
  found: Candidates,
  now: Date,
): QuestionReading | null {
  const { against } = reading;
  if (against === null) return reading;
  const argued = rankIdeas({ ...reading, besides: null }, found, now).filter(
    ({ idea, onTopic }) =>
      onTopic &&
      (against.shows.length === 0 || against.shows.some((show) => show.id === idea.showId)) &&
      (against.people.length === 0 || against.people.includes(idea.speakerName ?? '')),
  );
  if (argued.length === 0 && against.shows.length + against.people.length > 0) return null;
  const [bullish, bearish] = (['bullish', 'bearish'] as const).map(
    (side) => argued.filter((idea) => idea.side === side).length,
  );
  return { ...reading, side: otherSide(Number(bullish) >= Number(bearish) ? 'bullish' : 'bearish') };
}

/** A window that begins within so many seconds of an idea's moment is part of its argument. */
const AROUND_SECONDS = 180;

/**
 * Evidence for a question bound to an idea: the idea, and the sentence of its speaker around it that holds most of what was
 * asked. Coverage is `ok` when one of them speaks of the topic on the side asked for. It is `low` otherwise, and when the
 * question names something that the idea has nothing to do with; `missing` says what.
 */
export function selectForIdea(
  reading: QuestionReading,
  idea: IdeaCandidate,
  found: Omit<Candidates, 'ideas'>,
): ChosenEvidence {
  const asked = topicOnly(reading);
  const own = ideaEvidence(asked, idea, found);
  const names = namesBeside(reading, idea);
  const beyond = asksBeyond(reading, idea);
  if (names.length > 0 || beyond !== null)
    return {
      evidence: [own],
      coverage: 'low',
      missing: { names, asks: beyond ?? (own.onTopic ? null : 'topic') },
    };
  if (asksForCard(reading.text) && !hasTopic(asked))
    return { evidence: [{ ...own, line: cardLine(idea) }], coverage: 'ok', missing: null };
  if (asksWhatProvesWrong(reading.text)) return riskOf(idea, own);
  const around = found.passages.filter((passage) => isAround(passage, idea));
  const passages = saidOnce(rankPassages(asked, { ...found, passages: around }, []), [own]).slice(0, 1);
  const sided = onSide(asked, own, found.companiesIn);
  if (sided === null && passages.length === 0 && isSilentOn(asked, idea))
    return { evidence: [own], coverage: 'low', missing: { names: [], asks: 'side' } };
  const isOnTopic = passages.length > 0 || own.onTopic;
  // A risk whose words cannot be understood alone is not told.
  const isAnswered = passages.length > 0 || (own.onTopic && sided !== null);
  return {
    evidence: [sided ?? own, ...passages],
    coverage: isAnswered ? 'ok' : 'low',
    missing: isOnTopic ? null : { names: [], asks: 'topic' },
  };
}

/** Evidence for what would prove an idea wrong: the risk that it names, whatever its side; without one, it says so. */
function riskOf(idea: IdeaCandidate, own: RankedIdea): ChosenEvidence {
  const risk = namedRisk(idea);
  if (risk === null) return { evidence: [own], coverage: 'low', missing: { names: [], asks: 'side' } };
  return { evidence: [{ ...own, side: null, line: riskLine(risk, idea) }], coverage: 'ok', missing: null };
}

function isAround(passage: PassageCandidate, { timestampSeconds, speakerName }: IdeaCandidate): boolean {
  if (timestampSeconds === null || passage.speaker === null || passage.speaker !== speakerName) return false;
  return Math.abs(passage.startSeconds - timestampSeconds) <= AROUND_SECONDS;
}

/** The ideas in order; when several subjects are named side by side, the best on each in turn. */
function subjectsInTurn(
  reading: QuestionReading,
  ranked: readonly RankedIdea[],
  companiesIn: Candidates['companiesIn'],
): readonly RankedIdea[] {
  const { subjects, relates } = reading;
  if (subjects.length < 2 || relates) return ranked;
  const perSubject = subjects.map((subject) => {
    const alone = { ...reading, subjects: [subject] };
    const on = ranked.filter(({ idea }) => matchesNames(alone, idea, companiesIn));
    const own = on.filter(({ idea }) => isOfSubject(alone, idea));
    return [...own, ...on.filter((one) => !own.includes(one))];
  });
  return [...new Set(ranked.flatMap((_, turn) => perSubject.flatMap((own) => own[turn] ?? [])))];
}

/** The best ideas, with at most so many of one show and one speaker, and with both sides when both spoke. */
function varied(ranked: readonly RankedIdea[]): RankedIdea[] {
  const shows = new Set(ranked.map((item) => item.idea.showId)).size;
  const speakers = new Set(ranked.map((item) => item.idea.speakerName ?? item.idea.id)).size;
  const chosen: RankedIdea[] = [];
  const said = new Set<string>();
  const perShow = new Map<string, number>();
  const perSpeaker = new Map<string, number>();
  const take = (item: RankedIdea) => {
    const words = saidIn(item.line).toLowerCase();
    const speaker = item.idea.speakerName ?? item.idea.id;
    const before = perSpeaker.get(speaker) ?? 0;
    const moment = item.idea.quote && `${item.idea.episodeId} ${item.idea.quote}`;
    const isSaid =
      said.has(words) ||
      (moment !== null && said.has(moment)) ||
      chosen.some((other) => isRepeat(item, other));
    if (isSaid || (before >= MOST_PER_SPEAKER && speakers > 1)) return;
    said.add(words);
    // Two ideas of one moment are one statement.
    if (moment) said.add(moment);
    perSpeaker.set(speaker, before + 1);
    perShow.set(item.idea.showId, (perShow.get(item.idea.showId) ?? 0) + 1);
    chosen.push(item);
  };
  for (const item of ranked) {
    if (chosen.length >= MOST_IDEAS) break;
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
  return evidence.length < ENOUGH_EVIDENCE || shows.size < enoughShows ? 'low' : 'ok';
}
