import { readFileSync, writeFileSync } from 'node:fs';
import { type AdviceWeights, MEANING_SCALE, weighedSigns } from '#server/features/ask/read/advice/judge.ts';
import { ruleSigns, wordSigns } from '#server/features/ask/read/advice/signs.ts';
import { isAdviceLabel, type LabelledQuestion } from '#server/ingest/eval/advice.ts';
import { createEncoder } from '#server/reader/encoder.ts';
import { fitSparse, type SparseRow } from './sparse.ts';

const ADVICE = new URL('../../../features/ask/read/advice/', import.meta.url);
const PENALTY = 2;
/** A sign counts if this many questions have it. */
const LEAST_SEEN = 3;
const FOLDS = 8;
/** Largest share, 0..1, of unseen research questions that may be refused. At the same share words alone would let too much pass. */
const MOST_REFUSED = { words: 0.04, withMeaning: 0.025 };

type Question = {
  readonly words: readonly string[];
  /** Empty for the questions that the rules were written on, where they are always right. */
  readonly rules: readonly string[];
  readonly meaning: Float32Array;
  readonly isAdvice: boolean;
  readonly isWorded: boolean;
};
type Fitted = { readonly weights: ReadonlyMap<string, number>; scoreOf(question: Question): number };

async function readQuestions(): Promise<Question[]> {
  const sets = ['worded', 'fitted'].flatMap((set) =>
    (JSON.parse(readFileSync(new URL(`questions/${set}.json`, ADVICE), 'utf8')) as LabelledQuestion[]).map(
      (one) => ({ ...one, isWorded: set === 'worded' }),
    ),
  );
  const encoder = createEncoder({ warn: console.error });
  const meanings = await encoder.embed(sets.map(({ question }) => question));
  await encoder.close();
  if (meanings === null) throw new Error('There is no encoder: both models are fitted together.');
  return sets.map(({ question, label, isWorded }, i) => ({
    words: wordSigns(question),
    rules: isWorded ? [] : ruleSigns(question),
    meaning: meanings[i]!,
    isAdvice: isAdviceLabel(label),
    isWorded,
  }));
}

/** Fits a model of the signs, and with meaning of the vector's dimensions. */
function fitModel(questions: readonly Question[], withMeaning: boolean): Fitted {
  const seen = new Map<string, number>();
  for (const { words, rules } of questions)
    for (const sign of [...words, ...rules]) seen.set(sign, (seen.get(sign) ?? 0) + 1);
  const known = (sign: string) => (seen.get(sign) ?? 0) >= LEAST_SEEN;
  const values = ({ words, rules, meaning }: Question): [string, number][] => [
    ['bias', 1],
    ...weighedSigns(words, rules, known).map(([sign, value]): [string, number] => [`sign ${sign}`, value]),
    ...(withMeaning ? [...meaning].map((x, i): [string, number] => [`meaning ${i}`, x * MEANING_SCALE]) : []),
  ];
  const rows: SparseRow[] = questions.map((one) => ({ x: values(one), y: one.isAdvice }));
  const weights = fitSparse(rows, 'bias', PENALTY);
  const scoreOf = (one: Question) =>
    values(one).reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);
  return { weights, scoreOf };
}

/** The lowest threshold that refuses few enough unseen research questions. Prints what it refuses. */
function threshold(questions: readonly Question[], withMeaning: boolean) {
  const judged = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const inFold = (i: number) => i % FOLDS === fold;
    const { scoreOf } = fitModel(
      questions.filter((_, i) => !inFold(i)),
      withMeaning,
    );
    return questions
      .filter((one, i) => inFold(i) && !one.isWorded)
      .map((one) => ({ score: scoreOf(one), isAdvice: one.isAdvice }));
  });
  const research = judged.filter(({ isAdvice }) => !isAdvice).map(({ score }) => score);
  research.sort((a, b) => b - a);
  const at = round(
    research[Math.floor(research.length * MOST_REFUSED[withMeaning ? 'withMeaning' : 'words'])]!,
  );
  const advice = judged.filter(({ isAdvice }) => isAdvice);
  const share = (scores: readonly number[]) => round(scores.filter((one) => one > at).length / scores.length);
  console.log(withMeaning ? 'with meaning' : 'words alone', {
    threshold: at,
    refused: share(advice.map(({ score }) => score)),
    wronglyRefused: share(research),
  });
  return at;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Fits both models, prints how they do on unseen folds, and writes the weights. */
async function main(): Promise<void> {
  const questions = await readQuestions();
  const words = fitModel(questions, false).weights;
  const both = fitModel(questions, true).weights;
  const signs = [...words.keys()].flatMap((name) => (name.startsWith('sign ') ? [name.slice(5)] : []));
  const weightOf = (weights: ReadonlyMap<string, number>, name: string) => round(weights.get(name) ?? 0);
  const weights: AdviceWeights = {
    words: { bias: weightOf(words, 'bias'), threshold: threshold(questions, false) },
    withMeaning: {
      bias: weightOf(both, 'bias'),
      threshold: threshold(questions, true),
      meaning: Array.from(questions[0]!.meaning, (_, i) => weightOf(both, `meaning ${i}`)),
    },
    signs: Object.fromEntries(
      signs
        .sort()
        .map((sign) => [sign, [weightOf(words, `sign ${sign}`), weightOf(both, `sign ${sign}`)] as const]),
    ),
  };
  writeFileSync(new URL('weights.json', ADVICE), `${JSON.stringify(weights, null, 2)}\n`);
}

if (import.meta.main) await main();
