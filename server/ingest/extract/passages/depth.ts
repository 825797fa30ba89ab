import type { Depth } from '#server/domain.ts';
import { occurrences } from '#server/language/pattern.ts';

/** Counts of the parts of an argument in a passage. */
export type Structure = {
  readonly reasons: number;
  readonly evidence: number;
  readonly mechanism: number;
  readonly counter: number;
  readonly condition: number;
  readonly sentences: number;
};

export const NO_STRUCTURE: Structure = {
  reasons: 0,
  evidence: 0,
  mechanism: 0,
  counter: 0,
  condition: 0,
  sentences: 0,
};

const REASONING =
  /\b(because|'cause|since (they|it|the|you|we)|the reason|that'?s why|this is why|which is why|due to|thanks to|given (that|the|how)|so that|therefore|as a result|hence|first(ly)?,|second(ly)?,|third(ly)?,|number (one|two|three)|one is|two is|the other (thing|reason|one)|not only|on top of that|in addition|part of (it|this|the reason)|driven by|what that means|the (key|main|big) (thing|driver|point)|and also|by the way|plus,?)\b/gi;
const NUMBER =
  /(\$ ?\d[\d,.]*( ?(k|m|b|million|billion|trillion))?|\b\d[\d,.]*( ?(%|percent|x|bps|basis points|million|billion|trillion|gigawatts?|megawatts?|users|customers|employees|people|years?|months?|quarters?|weeks?|times))\b|\b\d+(\.\d+)?%|\b(hundreds|tens|dozens|thousands|millions|billions) of\b|\b(half|double|triple|twice|tenfold)\b)/gi;
const EXAMPLE =
  /\b(for example|for instance|look at|if you look|take (the|a|for)|such as|like when|the example|good example|case in point|the data|we'?ve seen|we saw|i saw|you saw|i'?ve seen|you can see|you see|they (just )?(announced|signed|raised|reported|hired|launched|released|shipped|bought)|last (year|quarter|month)|this (year|quarter)|study|survey|according to|historically|in (19|20)\d\d)\b/gi;
const MECHANISM =
  /\b(which (means|allows|lets|enables|makes|gives|creates|drives|leads)|that (means|allows|lets|enables|makes|gives|creates|drives)|in order to|leads? to|drives?|enabl(es|ing)|allow(s|ing)|forces?|creates?|so (they|you|it|that|if|then|now|the)|have to|end(s|ed)? up|turns? (into|out)|the way (it|this|that|they)|as (they|you|it|prices?|more)|the more|once (you|they|it))\b/gi;
const COUNTER =
  /\b(but|however|although|though|the (risk|downside|problem|challenge|concern|question|fear|issue|catch|worry|flip side|bear case)|risks?|unless|on the other hand|that said|having said|even though|despite|notwithstanding|except|skeptic\w*|sceptic\w*|critics|people (say|think|worry|argue)|to be fair|granted|admittedly|i could be wrong|not sure|concern\w*|worr(y|ied)|threat\w*|challenge\w*|still,|yet|counter ?argument|pushback|push back)\b/gi;
const CONDITION =
  /\b(if|unless|as long as|so long as|provided|depends?|assuming|until|would (need|have to|take)|contingent|the test|we'?ll see|watch|if i'?m wrong|change my mind|prove|falsif\w*|when (that|this|they|it) happens?|whether|in a world where)\b/gi;

/** Counts the parts of an argument in one sentence. */
export function structureOf(text: string): Structure {
  return {
    reasons: occurrences(REASONING, text),
    evidence: Math.min(3, occurrences(NUMBER, text)) + Math.min(1, occurrences(EXAMPLE, text)),
    mechanism: Math.min(2, occurrences(MECHANISM, text)),
    counter: Math.min(2, occurrences(COUNTER, text)),
    condition: Math.min(2, occurrences(CONDITION, text)),
    sentences: 1,
  };
}

/** Sum of two structures. */
export function addStructure(a: Structure, b: Structure): Structure {
  return {
    reasons: a.reasons + b.reasons,
    evidence: a.evidence + b.evidence,
    mechanism: a.mechanism + b.mechanism,
    counter: a.counter + b.counter,
    condition: a.condition + b.condition,
    sentences: a.sentences + b.sentences,
  };
}

/**
 * Weight of an argument: each part adds, the first of a kind most (docs/labelling.md, depth scale). Fitted on labelled
 * passages: evidence and length explain most of a reader's depth.
 */
export function argumentWeight(s: Structure): number {
  const rest = [s.reasons, s.mechanism, s.counter, s.condition].reduce((sum, n) => sum + Math.log1p(n), 0);
  return 0.2 * Math.log1p(s.evidence) + 0.25 * Math.log1p(s.sentences) + 0.04 * rest;
}

/** Depth 1..5 of a passage; adding structure never lowers it. Level 4 needs a counter-argument or condition. */
export function depthOf(s: Structure): Depth {
  const weight = argumentWeight(s);
  const parts = [s.reasons, s.evidence, s.mechanism].filter((n) => n > 0).length;
  const tested = s.counter > 0 || s.condition > 0;
  if (weight >= 1.91 && parts === 3 && s.counter > 1 && s.condition > 1) return 5;
  if (weight >= 1.15 && parts >= 2 && tested) return 4;
  if (weight >= 0.51 && parts >= 1) return 3;
  if (parts === 3 && tested) return 3;
  return weight >= 0.3 ? 2 : 1;
}
