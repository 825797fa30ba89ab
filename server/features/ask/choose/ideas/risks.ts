import { deniesTrouble } from '#server/features/ask/choose/speech/denied-trouble.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { licensed } from '#server/features/ideas/media.ts';

/** The first risk of an idea that is within the show's licence and can be understood alone; null when there is none. */
export function namedRisk(idea: IdeaCandidate): string | null {
  return (
    licensed(idea.riskFlags, idea.quoteChars).find((risk) => tellsRisk(risk) && !deniesTrouble(risk)) ?? null
  );
}

/** Whether a risk, a sentence of the transcript, says by itself what the risk is. */
function tellsRisk(risk: string): boolean {
  return (
    risk.split(' ').length >= 7 &&
    !/^(?:it|its|that|this|these|those|they|there|he|she|and|but|so|because|which|number)\b/i.test(risk)
  );
}
