import type { OtherEpisode } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';

/** So many words in a row that two talks share are no chance. */
const RUN = 10;
/** A sentence is recorded where this share of its words is. */
const MOSTLY = 0.6;
/** Episodes that share this part of the shorter one hold the same talk. */
const SAME_TALK = 0.25;
/** A longer stretch that one other episode has, in words, may be a clip of a talk; that two have it, several reads in a row. */
const LONGEST_READ = 260;
/** Words in a row that two transcripts of one recording may hear differently. */
const MISHEARD = 30;

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Numbers of the sentences that other episodes of the show have word for word: a sponsor read, an opening or a sign-off is
 * recorded once and put into many. What is said in the same talk, published again whole, as a cut or in a collection, is none.
 */
export function recordedSentences(
  sentences: readonly Sentence[],
  episodes: readonly OtherEpisode[],
): Set<number> {
  const words = sentences.map(({ text }) => wordsOf(text));
  const sentenceAt = words.flatMap((own, i) => own.map(() => i));
  const runs = runsIn(words.flat());
  const stretches = episodes.flatMap(({ said = {} }) => sharedStretches(runs, sentenceAt.length, said));
  const reads = stretches.filter(({ length }) => length <= LONGEST_READ).flat();
  const recorded = new Set([...reads, ...repeated(stretches.flat())]);
  return new Set(
    [...Map.groupBy(recorded, (at) => sentenceAt[at]!)].flatMap(([i, { length }]) =>
      length >= MOSTLY * words[i]!.length ? [sentences[i]!.index] : [],
    ),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().replace(/['’]/g, '').match(WORD) ?? [];
}

/** All runs of words, in order: the one at a place begins with the word at that place. */
function runsIn(words: readonly string[]): string[] {
  const length = Math.max(0, words.length - RUN + 1);
  return Array.from({ length }, (_, at) => words.slice(at, at + RUN).join(' '));
}

/** The stretches of a talk, as numbers of its words, that another episode has, too; none where both hold the same talk. */
function sharedStretches(
  runs: readonly string[],
  length: number,
  said: Readonly<Record<string, string>>,
): number[][] {
  const texts = Object.values(said).map(wordsOf);
  const others = new Set(texts.flatMap(runsIn));
  const shared = new Set(
    runs.flatMap((run, at) => (others.has(run) ? Array.from({ length: RUN }, (_, k) => at + k) : [])),
  );
  return shared.size > SAME_TALK * Math.min(length, texts.flat().length) ? [] : inStretches(shared);
}

/** Numbers in order that follow one another, but for what was misheard, in stretches. */
function inStretches(numbers: Iterable<number>): number[][] {
  const stretches: number[][] = [];
  for (const at of numbers) {
    const last = stretches.at(-1);
    if (last !== undefined && at - last.at(-1)! <= MISHEARD) last.push(at);
    else stretches.push([at]);
  }
  return stretches;
}

/** The numbers that stand here more than once. */
function repeated(numbers: readonly number[]): number[] {
  const seen = new Set<number>();
  return numbers.filter((at) => seen.has(at) || !seen.add(at));
}
