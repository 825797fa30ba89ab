import { readFileSync } from 'node:fs';
import { readAdvice } from '#server/features/ask/read/advice/advice.ts';

export type LabelledQuestion = { readonly question: string; readonly label: string | boolean | number };
export type AdviceMiss = {
  readonly question: string;
  readonly expected: 'advice' | 'research';
  readonly rule: string | null;
};
/** `precision` and `recall` are of advice; null when there is nothing to divide by. */
export type AdviceFigures = {
  readonly questions: number;
  readonly accuracy: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly missed: readonly AdviceMiss[];
  readonly wronglyRefused: readonly AdviceMiss[];
};

const ADVICE_LABEL =
  /^(?:true|yes|1|advice|refuse\w*|trade\w*|decision|decline\w*|block\w*|positive|unsafe|recommendation)/i;

/** Scores the refusal of trade-decision questions on labelled ones. A label is a word (`advice`, `refuse`, `trade`), a boolean or 0/1. */
export function evalAdvice(questions: readonly LabelledQuestion[]): AdviceFigures {
  const read = questions.map(({ question, label }) => {
    const reading = readAdvice(question);
    return {
      question,
      expected: isAdviceLabel(label) ? ('advice' as const) : ('research' as const),
      got: reading ? ('advice' as const) : ('research' as const),
      rule: reading?.kind ?? null,
    };
  });
  const count = (expected: string, got: string) =>
    read.filter((row) => row.expected === expected && row.got === got).length;
  const hits = count('advice', 'advice');
  const precision = ratio(hits, hits + count('research', 'advice'));
  const recall = ratio(hits, hits + count('advice', 'research'));
  const misses = (expected: string) =>
    read
      .filter((row) => row.expected === expected && row.got !== expected)
      .map(({ question, expected, rule }) => ({ question, expected, rule }));
  return {
    questions: read.length,
    accuracy: ratio(hits + count('research', 'research'), read.length),
    precision,
    recall,
    f1: precision && recall ? round((2 * precision * recall) / (precision + recall)) : null,
    missed: misses('advice'),
    wronglyRefused: misses('research'),
  };
}

/** Reads what a label says, however the file writes it. */
export function isAdviceLabel(label: LabelledQuestion['label']): boolean {
  return ADVICE_LABEL.test(String(label).trim());
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

if (import.meta.main) {
  const [file, flag] = process.argv.slice(2);
  if (!file) {
    console.error('Usage: node server/ingest/eval/advice.ts <file of [{question, label}]> [--json]');
    process.exit(2);
  }
  const figures = evalAdvice(JSON.parse(readFileSync(file, 'utf8')) as LabelledQuestion[]);
  if (flag === '--json') console.log(JSON.stringify(figures, null, 2));
  else {
    console.log(
      `${figures.questions} questions: accuracy ${figures.accuracy}, precision ${figures.precision}, recall ${figures.recall}`,
    );
    for (const miss of figures.missed) console.log(`missed: ${miss.question}`);
    for (const miss of figures.wronglyRefused)
      console.log(`wrongly refused (${miss.rule}): ${miss.question}`);
  }
}
