import { readFileSync } from 'node:fs';
import { type AdviceReading, readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { asksInAnotherLanguage, tellsInAnotherLanguage } from '#server/features/ask/read/advice/foreign.ts';
import { normaliseQuestion } from '#server/features/ask/read/advice/grammar.ts';
import { ruleSigns, wordSigns } from '#server/features/ask/read/advice/signs.ts';

/** Log-odds of a linear model: `bias`, and above `threshold` a question is for a trade decision. */
type Model = { readonly bias: number; readonly threshold: number };
/** What `server/ingest/eval/fitting/fit-advice.ts` writes. A sign has a weight without the meaning and one beside it. */
export type AdviceWeights = {
  readonly words: Model;
  readonly withMeaning: Model & { readonly meaning: readonly number[] };
  readonly signs: Readonly<Record<string, readonly [words: number, withMeaning: number]>>;
};

/** How far beyond the threshold a question is, in log-odds, and the signs that speak for a trade decision, strongest first. */
export type AdviceJudgement = {
  readonly asksForAdvice: boolean;
  readonly beyond: number;
  readonly signs: readonly string[];
};

/** A text of many words has many signs: together they weigh as much as those of one with few. */
const WORDS_TOGETHER = 3;
/** How much a vector of length 1 weighs beside the signs. */
export const MEANING_SCALE = 4;

const WEIGHTS = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as AdviceWeights;
const KNOWN = new Map(Object.entries(WEIGHTS.signs));

/** Signs with their values, of those that are `known`. */
export function weighedSigns(
  words: readonly string[],
  rules: readonly string[],
  known: (sign: string) => boolean,
): [sign: string, value: number][] {
  const found = words.filter(known);
  const each = WORDS_TOGETHER / Math.sqrt(Math.max(1, found.length));
  return [
    ...found.map((sign): [string, number] => [sign, each]),
    ...rules.filter(known).map((sign): [string, number] => [sign, 1]),
  ];
}

/** Judges a question by its words and, where the encoder gave its vector, by its meaning. */
export function judgeAdvice(question: string, meaning: Float32Array | null): AdviceJudgement {
  const heard = meaning?.length === WEIGHTS.withMeaning.meaning.length ? meaning : null;
  const model = heard === null ? WEIGHTS.words : WEIGHTS.withMeaning;
  const reading = readAdvice(question);
  const rules = ruleSigns(question, reading);
  const parts = weighedSigns(wordSigns(question), rules, (sign) => KNOWN.has(sign)).map(([sign, value]) => ({
    sign,
    part: value * KNOWN.get(sign)![heard === null ? 0 : 1],
  }));
  const spoken = parts.reduce((sum, { part }) => sum + part, model.bias);
  const meant =
    heard?.reduce((sum, x, i) => sum + x * MEANING_SCALE * WEIGHTS.withMeaning.meaning[i]!, 0) ?? 0;
  const beyond = spoken + meant - model.threshold;
  const signs = parts.filter(({ part }) => part > 0).sort((a, b) => b.part - a.part);
  return {
    asksForAdvice: isPlain(reading) || (beyond > 0 && !tellsAbroad(question, reading)),
    beyond,
    signs: signs.map(({ sign }) => sign),
  };
}

/**
 * "What did they say, and should I buy it": put for the asker in a clause of its own, whatever stands around it. So is a plan
 * to trade that is to be made, whatever it is made from, and what is asked in another language, of which the model knows no words.
 */
function isPlain(reading: AdviceReading | null): boolean {
  if (reading === null) return false;
  if (reading.kind === 'making') return true;
  return /\b(?:should|shall) (?:i|we)\b/.test(reading.clause) || asksInAnotherLanguage(reading.clause);
}

/** What was said is asked in another language, and nothing beside it. */
function tellsAbroad(question: string, reading: AdviceReading | null): boolean {
  return reading === null && tellsInAnotherLanguage(normaliseQuestion(question));
}

/**
 * True when a question is to be refused with a reframe. `meaning` is the encoder's vector of the question; without one,
 * the words alone are judged. Source: docs/contract.md, States and transitions 16.
 */
export function asksForAdvice(question: string, meaning: Float32Array | null): boolean {
  return judgeAdvice(question, meaning).asksForAdvice;
}
