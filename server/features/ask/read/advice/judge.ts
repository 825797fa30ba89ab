import { readFileSync } from 'node:fs';
import { type AdviceReading, readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { asksInAnotherLanguage } from '#server/features/ask/read/advice/foreign.ts';
import { isResearchByForm } from '#server/features/ask/read/advice/research.ts';
import { ruleSigns, wordSigns } from '#server/features/ask/read/advice/signs.ts';

/** A linear model in log-odds. A question whose sum exceeds `threshold` asks for a trade decision. */
type Model = { readonly bias: number; readonly threshold: number };
/** Written by `server/ingest/eval/fitting/fit-advice.ts`. A sign has one weight for words alone and one for words with meaning. */
export type AdviceWeights = {
  readonly words: Model;
  readonly withMeaning: Model & { readonly meaning: readonly number[] };
  readonly signs: Readonly<Record<string, readonly [words: number, withMeaning: number]>>;
};

/** How far beyond the threshold a question is, in log-odds, and the signs that speak for a trade decision, strongest first. */
type AdviceJudgement = {
  readonly asksForAdvice: boolean;
  readonly beyond: number;
  readonly signs: readonly string[];
};

/** A long text has more signs than a short one, so its signs are scaled down to weigh as much together. */
const WORDS_TOGETHER = 3;
/** The weight of a meaning vector of length 1 beside the signs. */
export const MEANING_SCALE = 4;

const WEIGHTS = JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as AdviceWeights;
const KNOWN = new Map(Object.entries(WEIGHTS.signs));

/** The `known` signs among these, with their values. */
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

/** Judges a question by its words and, if it has a vector, by its meaning. */
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
    asksForAdvice:
      isPlain(reading) || (beyond > 0 && !(reading === null && isResearchByForm(question, beyond))),
    beyond,
    signs: signs.map(({ sign }) => sign),
  };
}

/**
 * Whether a wording decides without the model: a clause that asks for the asker ("what did they say, and should I buy it"), a
 * plan to trade that is to be made, a choice among what is on record, and another language, of which the model knows no words.
 */
function isPlain(reading: AdviceReading | null): boolean {
  if (reading === null) return false;
  if (reading.kind === 'making' || reading.kind === 'picking') return true;
  return /\b(?:should|shall) (?:i|we)\b/.test(reading.clause) || asksInAnotherLanguage(reading.clause);
}

/**
 * Whether a question is to be refused with a reframe (docs/contract.md, States and transitions 16). `meaning`: the encoder's
 * vector of the question; when null, words alone are judged.
 */
export function asksForAdvice(question: string, meaning: Float32Array | null): boolean {
  return judgeAdvice(question, meaning).asksForAdvice;
}
