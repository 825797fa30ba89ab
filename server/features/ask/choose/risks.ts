import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { licensed } from '#server/features/ideas/media.ts';

/** A risk that was named with an idea and reads by itself, within the show's licence. */
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

/** Whether words say that something is no trouble, and name none in its place: "the problem is not the power". */
export function deniesTrouble(words: string): boolean {
  return DENIED.test(words);
}

/** A risk as said is a sentence of the transcript: it must say by itself what the risk is. */
function tellsRisk(risk: string): boolean {
  return (
    risk.split(' ').length >= 7 &&
    !/^(?:it|its|that|this|these|those|they|there|he|she|and|but|so|because|which|number)\b/i.test(risk)
  );
}
