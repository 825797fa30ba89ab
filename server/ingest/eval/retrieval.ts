import { collectionOf, indexText, scoreText } from '#server/features/ask/choose/matching/scoring.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { answerScore } from '#server/features/meaning/rules.ts';
import type { Encoder } from '#server/reader/encoder.ts';
import { packed, similarity } from '#server/reader/vectors.ts';

export type QuestionAnswer = { readonly question: string; readonly answer: string };
export type RetrievalMiss = { readonly question: string; readonly rank: number };
type Figures = {
  readonly questions: number;
  readonly ndcg10: number;
  readonly recall10: number;
  readonly mrr: number;
};
export type RetrievalFigures = Figures & {
  readonly answers: number;
  /** Whether meaning took part, or words alone. */
  readonly by: 'words' | 'words and meaning';
  /** Every other question: those that the weight of meaning was fitted on, and the others. */
  readonly fitted: Figures;
  readonly unseen: Figures;
  /** The questions whose answers rank worst, to read. */
  readonly worst: readonly RetrievalMiss[];
};

const CUT = 10;

/**
 * Ranks all answers for each question with Ask's scorer: words, and meaning if there is an encoder. A question's relevant answers
 * are its own in the file. Figures are means over distinct questions.
 */
export async function evalRetrieval(
  pairs: readonly QuestionAnswer[],
  encoder: Encoder | null = null,
): Promise<RetrievalFigures> {
  const texts = pairs.map((pair) => indexText(pair.answer));
  const collection = collectionOf(texts);
  const own = new Map<string, number[]>();
  pairs.forEach((pair, i) => {
    own.set(pair.question, [...(own.get(pair.question) ?? []), i]);
  });
  const asked = (await encoder?.embed([...own.keys()])) ?? null;
  const answers = (await encoder?.embed(pairs.map((pair) => pair.answer)))?.map(packed) ?? null;
  const rows = [...own].map(([question, relevant], row) => {
    const query = readQuery(question);
    const words = texts.map((text) => scoreText(query, text, collection));
    const best = Math.max(1e-9, ...words);
    const meaning = asked?.[row];
    const ranked = words
      .map((score, i) => {
        const alike = meaning && answers ? similarity(meaning, answers[i]!) : null;
        return { i, score: answerScore(score / best, alike) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.i - b.i)
      .map(({ i }) => i);
    return { question, ...figuresOf(ranked, new Set(relevant)) };
  });
  return {
    ...meansOf(rows),
    answers: pairs.length,
    by: answers ? 'words and meaning' : 'words',
    fitted: meansOf(rows.filter((_, row) => row % 2 === 0)),
    unseen: meansOf(rows.filter((_, row) => row % 2 === 1)),
    worst: rows
      .map(({ question, rank }) => ({ question, rank: rank === 0 ? pairs.length : rank }))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, 20),
  };
}

function meansOf(rows: readonly ReturnType<typeof figuresOf>[]): Figures {
  const mean = (pick: (row: ReturnType<typeof figuresOf>) => number) =>
    round(rows.reduce((sum, row) => sum + pick(row), 0) / Math.max(1, rows.length));
  return {
    questions: rows.length,
    ndcg10: mean((row) => row.ndcg),
    recall10: mean((row) => row.recall),
    mrr: mean((row) => (row.rank === 0 ? 0 : 1 / row.rank)),
  };
}

/** `rank`: place of the first relevant answer, from 1; 0 if none was found. */
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
