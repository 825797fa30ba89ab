import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { licensed } from '#server/features/ideas/media.ts';

/** The first risk of an idea that is within the show's licence and can be understood alone; null when there is none. */
export function namedRisk(idea: IdeaCandidate): string | null {
  return (
    licensed(idea.riskFlags, idea.quoteChars).find((risk) => tellsRisk(risk) && !deniesTrouble(risk)) ?? null
  );
}

const TROUBLE =
  '(?:problem|challenge|risk|concern|issue|worr(?:y|ie)|threat|danger|bottleneck|constraint|headwind)s?';
const DENIED = new RegExp(
  `\\b${TROUBLE}\\b[^.;]*?\\b(?:is|are|was|were)(?: not|n['’]t)\\b(?!.*\\b(?:but|it['’]s|it is|rather|instead)\\b)|\\b(?:no|(?:not|n['’]t|never) (?:an?|any)) (?:(?!only|small|minor|trivial)\\w+ )?${TROUBLE}\\b|\\b(?:not|n['’]t|never) (?:\\w+ )?(?:worried|concerned|afraid)\\b`,
  'i',
);

/** Whether words deny a trouble and name no other: "the problem is not the power". */
export function deniesTrouble(words: string): boolean {
  return DENIED.test(words);
}

/** Whether a risk, a sentence of the transcript, says by itself what the risk is. */
function tellsRisk(risk: string): boolean {
  return (
    risk.split(' ').length >= 7 &&
    !/^(?:it|its|that|this|these|those|they|there|he|she|and|but|so|because|which|number)\b/i.test(risk)
  );
}
