import { readFileSync } from 'node:fs';
import { collectionOf, type IndexedText, indexText, scoreText } from '#server/features/ask/find/scoring.ts';
import { readQuery } from '#server/features/ask/read/query.ts';

export type QuestionAnswer = { readonly question: string; readonly answer: string };
export type RetrievalMiss = { readonly question: string; readonly rank: number };
export type RetrievalFigures = {
  readonly questions: number;
  readonly answers: number;
  readonly ndcg10: number;
  readonly recall10: number;
  readonly mrr: number;
  /** Questions whose answer ranks worst, to read. */
  readonly worst: readonly RetrievalMiss[];
};

const CUT = 10;

/**
 * Ranks all answers for each question with the scorer that Ask uses. A question's relevant answers are its own
 * (all of them where the file gives several). Figures are means over distinct questions.
 */
export function evalRetrieval(pairs: readonly QuestionAnswer[]): RetrievalFigures {
  const texts = pairs.map((pair) => indexText(pair.answer));
  const collection = collectionOf(texts);
  const holders = holdersOf(texts);
  const own = new Map<string, number[]>();
  pairs.forEach((pair, i) => {
    own.set(pair.question, [...(own.get(pair.question) ?? []), i]);
  });
  const read = [...own].map(([question, relevant]) => {
    const query = readQuery(question);
    const candidates = new Set([...query.weights.keys()].flatMap((term) => holders.get(term) ?? []));
    const ranked = [...candidates]
      .map((i) => ({ i, score: scoreText(query, texts[i] as IndexedText, collection) }))
      .sort((a, b) => b.score - a.score || a.i - b.i)
      .map((row) => row.i);
    return { question, ...figuresOf(ranked, new Set(relevant)) };
  });
  const mean = (pick: (row: (typeof read)[number]) => number) =>
    round(read.reduce((sum, row) => sum + pick(row), 0) / Math.max(1, read.length));
  return {
    questions: read.length,
    answers: pairs.length,
    ndcg10: mean((row) => row.ndcg),
    recall10: mean((row) => row.recall),
    mrr: mean((row) => (row.rank === 0 ? 0 : 1 / row.rank)),
    worst: read
      .map(({ question, rank }) => ({ question, rank: rank === 0 ? pairs.length : rank }))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, 20),
  };
}

function holdersOf(texts: readonly IndexedText[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  texts.forEach((text, i) => {
    for (const term of text.places.keys()) {
      const known = holders.get(term);
      if (known) known.push(i);
      else holders.set(term, [i]);
    }
  });
  return holders;
}

/** `rank` is the place of the first relevant answer, from 1; 0 when none was found. */
function figuresOf(ranked: readonly number[], relevant: ReadonlySet<number>) {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  let gained = 0;
  let found = 0;
  ranked.slice(0, CUT).forEach((answer, place) => {
    if (!relevant.has(answer)) return;
    gained += gain(place);
    found += 1;
  });
  let ideal = 0;
  for (let place = 0; place < Math.min(CUT, relevant.size); place++) ideal += gain(place);
  return {
    ndcg: gained / ideal,
    recall: found / relevant.size,
    rank: ranked.findIndex((answer) => relevant.has(answer)) + 1,
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

if (import.meta.main) {
  const [file, flag] = process.argv.slice(2);
  if (!file) {
    console.error('Usage: node server/ingest/eval/retrieval.ts <file of [{question, answer}]> [--json]');
    process.exit(2);
  }
  const figures = evalRetrieval(JSON.parse(readFileSync(file, 'utf8')) as QuestionAnswer[]);
  if (flag === '--json') console.log(JSON.stringify(figures, null, 2));
  else {
    console.log(
      `${figures.questions} questions, ${figures.answers} answers: nDCG@10 ${figures.ndcg10}, recall@10 ${figures.recall10}, MRR ${figures.mrr}`,
    );
    for (const miss of figures.worst) console.log(`rank ${miss.rank}: ${miss.question}`);
  }
}
