import { deniesTrouble } from '#server/features/ask/choose/speech/denied-trouble.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { licensed } from '#server/features/ideas/media.ts';

/** The first risk of an idea that is within the show's licence and can be understood alone; null when there is none. */
export function namedRisk(idea: IdeaCandidate): string | null {
  return quotableRisks(idea).find((risk) => tellsRisk(risk, idea)) ?? null;
}

/** The risk to tell of an idea that is asked about itself: one that can be understood alone, otherwise any; null without one. */
export function riskToTell(idea: IdeaCandidate): string | null {
  return namedRisk(idea) ?? quotableRisks(idea)[0] ?? null;
}

/** Whether an idea names a risk, whether or not the show's licence lets it be quoted. */
export function namesRisk({ riskFlags }: IdeaCandidate): boolean {
  return !riskFlags.every(deniesTrouble);
}

function quotableRisks({ riskFlags, quoteChars }: IdeaCandidate): string[] {
  return licensed(riskFlags, quoteChars).filter((risk) => !deniesTrouble(risk));
}

/** Whether a risk says by itself what the risk is: it opens with no pronoun, and names its subject or is of some length. */
function tellsRisk(risk: string, { subjectName }: IdeaCandidate): boolean {
  if (/^(?:it|its|that|this|these|those|they|there|he|she|and|but|so|because|which|number)\b/i.test(risk))
    return false;
  return risk.includes(subjectName) || risk.split(' ').length >= 7;
}
