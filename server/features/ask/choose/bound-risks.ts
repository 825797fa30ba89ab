import { type ChosenEvidence, saidIn, type UnheldRisk } from '#server/features/ask/choose/evidence.ts';
import { riskLine } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { leaningOf, type RankedIdea } from '#server/features/ask/choose/ideas/ideas.ts';
import { namedRisk, namesRisk, riskToTell } from '#server/features/ask/choose/ideas/risks.ts';
import { deniesTrouble } from '#server/features/ask/choose/speech/denied-trouble.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { asksWhatProvesWrong } from '#server/features/ask/read/side.ts';

/**
 * Evidence for what would prove an idea wrong: a risk that it names. A risk is a harm to the subject, which bears a bear case
 * out, so of a bear case the answer says that nothing was named.
 */
export function disproofOf(
  asked: QuestionReading,
  own: RankedIdea,
  companiesIn: Candidates['companiesIn'],
): ChosenEvidence {
  if (leaningOf(asked, own, companiesIn) === 'bearish') return withoutIt(own, 'disproof');
  const risk = riskToTell(own.idea);
  return risk === null ? withoutIt(own, unheldRisk(own)) : toldByRisk(own, risk);
}

/** A question as its answer tells it: asked what would prove an idea wrong, no risk is told beside the evidence for that. */
export function withoutRisksBeside(reading: QuestionReading): QuestionReading {
  return asksWhatProvesWrong(reading.text) ? { ...reading, risks: false } : reading;
}

/** Evidence for the risks of an idea: those that it names. A bear case alone is told as one that names none. */
export function risksOf(
  asked: QuestionReading,
  own: RankedIdea,
  companiesIn: Candidates['companiesIn'],
): ChosenEvidence {
  const isBearCase = leaningOf(asked, own, companiesIn) === 'bearish' && !deniesTrouble(saidIn(own.line));
  const risk = riskToTell(own.idea);
  if (risk === null)
    return withoutIt(own, isBearCase && !namesRisk(own.idea) ? 'further risk' : unheldRisk(own));
  // A risk that can be understood alone is told after the bear case.
  if (isBearCase && namedRisk(own.idea) !== null) return { evidence: [own], coverage: 'ok', missing: null };
  return toldByRisk(own, risk);
}

function unheldRisk({ idea }: RankedIdea): UnheldRisk {
  return namesRisk(idea) ? 'quotable risk' : 'risk';
}

function withoutIt(own: RankedIdea, asks: UnheldRisk): ChosenEvidence {
  return { evidence: [own], coverage: 'low', missing: { names: [], asks } };
}

function toldByRisk(own: RankedIdea, risk: string): ChosenEvidence {
  return {
    evidence: [{ ...own, side: null, line: riskLine(risk, own.idea) }],
    coverage: 'ok',
    missing: null,
  };
}
