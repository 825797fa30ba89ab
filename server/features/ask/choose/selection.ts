import { selectForIdea } from '#server/features/ask/choose/bound-idea.ts';
import { withoutRisksBeside } from '#server/features/ask/choose/bound-risks.ts';
import { coverageOf } from '#server/features/ask/choose/coverage.ts';
import { asksForDisagreement, selectOpposed } from '#server/features/ask/choose/disagreement.ts';
import {
  type ChosenEvidence,
  type Evidence,
  isOfSample,
  saidIn,
  toldOf,
} from '#server/features/ask/choose/evidence.ts';
import { asksForFigure, holdsFigure } from '#server/features/ask/choose/figures.ts';
import { onSide, type RankedIdea, rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { isOfSubject } from '#server/features/ask/choose/matching/named-in-question.ts';
import {
  asksBeyondRecord,
  byAirDate,
  tellsTurn,
  turnsTold,
} from '#server/features/ask/choose/missing/beyond-record.ts';
import { bothSides, disputed, sidesOnAsked } from '#server/features/ask/choose/missing/denials.ts';
import { heardOfPart } from '#server/features/ask/choose/missing/part.ts';
import { besideEachOther } from '#server/features/ask/choose/missing/side-by-side.ts';
import { heardOfCompany, heardOfThings } from '#server/features/ask/choose/missing/things.ts';
import {
  canQuotePassages,
  ENOUGH_EVIDENCE,
  evidenceOnTopic,
  spokenIdeas,
} from '#server/features/ask/choose/on-topic.ts';
import { namesAtAll, rankPassages } from '#server/features/ask/choose/passages/passages.ts';
import { saidOnce } from '#server/features/ask/choose/passages/same-talk.ts';
import {
  ofBoth,
  type Preference,
  preferenceIn,
  statementsFor,
  underNoSide,
} from '#server/features/ask/choose/preferred.ts';
import { varied } from '#server/features/ask/choose/variety.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { hasTopic, type QuestionReading, type Side } from '#server/features/ask/read/reading.ts';

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
  if (idea !== null) return { reading: withoutRisksBeside(reading), ...selectForIdea(reading, idea, found) };
  if (asksForDisagreement(reading)) return { reading, ...selectOpposed(reading, found, now) };
  const sided = withOtherSide(reading, found, now);
  if (sided === null) return { reading, evidence: [], coverage: 'none', missing: null };
  const quotable = canQuotePassages(sided) ? found : { ...found, passages: [] };
  const chosen = besideEachOther(sided, selectByRole(sided, found, now), quotable);
  const heard = instead(sided, chosen, found, now) ?? chosen;
  return { reading: sided, ...(asksForFigure(sided) ? withoutFigure(heard) : heard) };
}

/** What was chosen; `missing` says that the figures asked for were not found, where it answers all else and holds none. */
function withoutFigure(chosen: ChosenEvidence): ChosenEvidence {
  const { evidence, missing } = chosen;
  if (missing !== null || evidence.length === 0) return chosen;
  if (evidence.some((item) => holdsFigure(toldOf(item)))) return chosen;
  return { ...chosen, coverage: 'low', missing: 'figure' };
}

/** What stands in for evidence that tells nothing of the topic; null where what was chosen stays. */
function instead(
  reading: QuestionReading,
  { missing, evidence }: ChosenEvidence,
  found: Candidates,
  now: Date,
): ChosenEvidence | null {
  if (reading.role !== null) return null;
  if (evidence.length === 0 && reading.subjects.length === 0) return heardOfPart(reading, found, now);
  if (missing !== 'topic') return null;
  const heard = heardOfThings(reading, found, now);
  return heard ?? (evidence.length === 0 ? heardOfCompany(reading, found, now) : null);
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
  const preference = preferenceIn(reading);
  if (preference !== null) return selectPreferred(preference, reading, found, now);
  const beyond = asksBeyondRecord(reading);
  const chosen =
    beyond === 'first' || beyond === 'last'
      ? inTime(reading, found, now, beyond)
      : selectEvidence(reading, beyond === 'turn' ? ofAskedAlone(reading, found) : found, now);
  if (beyond === null || chosen.missing !== null || chosen.evidence.length === 0) return chosen;
  if (beyond === 'sides')
    return { ...chosen, evidence: sidesOnAsked(reading, chosen.evidence), missing: beyond };
  if (beyond === 'neutral') return neutral(reading, chosen, found, now);
  if (beyond === 'both sides') return bothSides(reading, chosen, found, now);
  if (beyond === 'disagreement') return disputed(reading, chosen, found, now);
  if (beyond !== 'turn') return { ...chosen, coverage: 'low', missing: beyond };
  const told = telling(
    reading,
    spokenIdeas(reading, rankIdeas(reading, found, now), found),
    found,
    tellsTurn,
  );
  const turned = told.length > 0 ? told : turnsTold(chosen.evidence);
  if (turned.length > 0) return { evidence: turned, coverage: coverageOf(reading, turned), missing: null };
  const evidence = byAirDate(chosen.evidence, 'first', chosen.evidence.length);
  return { evidence, coverage: 'low', missing: beyond };
}

/** The ideas that weigh both sides of what is asked about; without any, what was chosen, and `missing` says so. */
function neutral(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Candidates,
  now: Date,
): ChosenEvidence {
  const evidence = spokenIdeas(reading, rankIdeas(reading, found, now), found)
    .filter(({ side, idea }) => side === 'neutral' && isOfSubject(reading, idea))
    .slice(0, ENOUGH_EVIDENCE);
  if (evidence.length === 0) return { ...chosen, coverage: 'low', missing: 'neutral' };
  return { evidence, coverage: coverageOf(reading, evidence), missing: null };
}

/** The candidates whose ideas are on what is asked about, if there are any: only those tell of a mind on it. */
function ofAskedAlone(reading: QuestionReading, found: Candidates): Candidates {
  const ideas = found.ideas.filter((idea) => isOfSubject(reading, idea));
  return ideas.length > 0 ? { ...found, ideas } : found;
}

/** Statements that prefer the one to the other. Without any, what is said of both stands in under no side, and `missing` says so. */
function selectPreferred(
  preference: Preference,
  reading: QuestionReading,
  found: Candidates,
  now: Date,
): ChosenEvidence {
  const evidence = statementsFor(preference, reading, found, now);
  if (evidence.length > 0) return { evidence, coverage: coverageOf(reading, evidence), missing: null };
  const { better, worse } = preference;
  const other = selectEvidence(ofBoth(reading), found, now);
  return { ...underNoSide(other), missing: { better: better.name, worse: worse.name } };
}

/**
 * The earliest of what speaks of the topic on the side asked for, or the latest. A sample is neither when a real show spoke.
 * Any sentence that names the subject is a mention of it.
 */
function inTime(
  reading: QuestionReading,
  found: Candidates,
  now: Date,
  order: 'first' | 'last',
): ChosenEvidence {
  const ideas = rankIdeas(reading, found, now)
    .filter(({ onTopic }) => onTopic)
    .flatMap((idea) => onSide(reading, idea, found.companiesIn) ?? []);
  const passages = canQuotePassages(reading) ? rankPassages(reading, found, ideas, namesAtAll) : [];
  const said = [...ideas, ...saidOnce(passages, ideas)];
  const real = said.filter((item) => !isOfSample(item));
  const evidence = byAirDate(real.length > 0 ? real : said, order, ENOUGH_EVIDENCE);
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
  const spoken = spokenIdeas(reading, ranked, found);
  const evidence = answering(reading, spoken, found);
  if (evidence.length > 0) return withSideLeftOut(reading, evidence, ranked);
  if (reading.wants !== null) return withoutWanted(reading, found, now);
  const rest = spoken.filter((idea) => reading.side === null || idea.side !== reading.side);
  const isTold =
    rest.length > 0 && (reading.themes.length > 0 || (reading.side !== null && hasTopic(reading)));
  const isSpokenOf = reading.subjects.length > 0 || isTold;
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
 * Evidence that answers; where it has enough and tells one side of a company alone, while the record holds the other on matters
 * that were not asked, `missing` says that this is left out.
 */
function withSideLeftOut(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  ranked: readonly RankedIdea[],
): ChosenEvidence {
  const coverage = coverageOf(reading, evidence);
  const { side, subjects } = reading;
  const told = new Set(evidence.map((item) => (item.kind === 'idea' ? item.side : null)));
  const leftOut = told.has('bullish') ? 'bearish' : 'bullish';
  const isOneSided = told.has('bullish') !== told.has('bearish');
  const isOpen = side === null && subjects.length === 1 && hasTopic(reading);
  const isHeld = ranked.some((one) => one.side === leftOut && isOfSubject(reading, one.idea));
  if (coverage !== 'ok' || !isOpen || !isOneSided || !isHeld) return { evidence, coverage, missing: null };
  return { evidence, coverage: 'low', missing: { leftOut } };
}

/** What answers a question: where it asks for a number, the statements that hold one, if any do. */
function answering(reading: QuestionReading, spoken: readonly RankedIdea[], found: Candidates): Evidence[] {
  const withFigures = asksForFigure(reading) ? telling(reading, spoken, found, holdsFigure) : [];
  return withFigures.length > 0 ? withFigures : evidenceOnTopic(reading, spoken, found);
}

/** The evidence whose words tell a thing besides. */
function telling(
  reading: QuestionReading,
  spoken: readonly RankedIdea[],
  found: Candidates,
  tells: (words: string) => boolean,
): Evidence[] {
  return evidenceOnTopic(
    reading,
    spoken.filter(({ line }) => tells(saidIn(line))),
    found,
    tells,
  );
}

/**
 * What was said without the figures or reasons that are wanted. That no figures were found is said, for that is sure; whether words
 * give a reason is not.
 */
function withoutWanted(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence {
  const told = selectEvidence({ ...reading, wants: null }, found, now);
  return reading.wants === 'figures' ? withoutFigure(told) : told;
}

/**
 * A question who disagreed, with the side opposite to the one that most of those it names took. Null when it names them and
 * they argued nothing: nobody can disagree with that.
 */
function withOtherSide(reading: QuestionReading, found: Candidates, now: Date): QuestionReading | null {
  const { against } = reading;
  if (against === null) return reading;
  const argued = rankIdeas({ ...reading, besides: null }, found, now).filter(
    ({ idea, onTopic }) =>
      onTopic &&
      (against.shows.length === 0 || against.shows.some((show) => show.id === idea.showId)) &&
      (against.people.length === 0 || against.people.includes(idea.speakerName ?? '')),
  );
  if (argued.length === 0 && against.shows.length + against.people.length > 0) return null;
  const count = (side: Side) => argued.filter((idea) => idea.side === side).length;
  return { ...reading, side: count('bullish') >= count('bearish') ? 'bearish' : 'bullish' };
}
