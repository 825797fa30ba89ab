import { judgeAdvice } from '#server/features/ask/read/advice/judge.ts';
import type { Encoder } from '#server/reader/encoder.ts';

export type LabelledQuestion = { readonly question: string; readonly label: string | boolean | number };
export type AdviceMiss = {
  readonly question: string;
  readonly expected: 'advice' | 'research';
  /** The signs that weigh most for a trade decision, strongest first. */
  readonly signs: readonly string[];
};
/**
 * Shares, 0..1; null if there is nothing to divide by. `precision` and `recall` are of advice, `wronglyRefusedShare` of research.
 * `byMeaning`: the encoder took part.
 */
export type AdviceFigures = {
  readonly byMeaning: boolean;
  readonly questions: number;
  readonly accuracy: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly wronglyRefusedShare: number | null;
  readonly missed: readonly AdviceMiss[];
  readonly wronglyRefused: readonly AdviceMiss[];
};

const ADVICE_LABEL =
  /^(?:true|yes|1|advice|refuse\w*|trade\w*|decision|decline\w*|block\w*|positive|unsafe|recommendation)/i;

/**
 * Scores the refusal of trade-decision questions on labelled ones, with the encoder or by words alone. A label is a word
 * (`advice`, `refuse`, `trade`), a boolean or 0/1.
 */
export async function evalAdvice(
  questions: readonly LabelledQuestion[],
  encoder: Encoder | null,
): Promise<AdviceFigures> {
  const meanings = (await encoder?.embed(questions.map(({ question }) => question))) ?? null;
  const read = questions.map(({ question, label }, i) => {
    const { asksForAdvice, signs } = judgeAdvice(question, meanings?.[i] ?? null);
    return {
      question,
      expected: isAdviceLabel(label) ? ('advice' as const) : ('research' as const),
      got: asksForAdvice ? ('advice' as const) : ('research' as const),
      signs: signs.slice(0, 3),
    };
  });
  const count = (expected: string, got: string) =>
    read.filter((row) => row.expected === expected && row.got === got).length;
  const hits = count('advice', 'advice');
  const refused = count('research', 'advice');
  const precision = ratio(hits, hits + refused);
  const recall = ratio(hits, hits + count('advice', 'research'));
  const misses = (expected: string) =>
    read
      .filter((row) => row.expected === expected && row.got !== expected)
      .map(({ question, expected, signs }) => ({ question, expected, signs }));
  return {
    byMeaning: meanings !== null,
    questions: read.length,
    accuracy: ratio(hits + count('research', 'research'), read.length),
    precision,
    recall,
    f1: precision && recall ? round((2 * precision * recall) / (precision + recall)) : null,
    wronglyRefusedShare: ratio(refused, refused + count('research', 'research')),
    missed: misses('advice'),
    wronglyRefused: misses('research'),
  };
}

/** Whether a label means advice, in any of the forms that files use. */
export function isAdviceLabel(label: LabelledQuestion['label']): boolean {
  return ADVICE_LABEL.test(String(label).trim());
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
