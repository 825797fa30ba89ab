import type { OtherEpisode } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';

/** So many words in a row that two talks share are no chance. */
const RUN = 10;
/** A sentence is recorded where this share of its words is. */
const MOSTLY = 0.6;
/** Episodes that share this part of the shorter one hold the same talk. */
const SAME_TALK = 0.25;
/** More words than the reads of one break have: a stretch of a talk that is published again. */
const LONGEST_BREAK = 900;
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
  const words = sentences.flatMap(({ index, text }) => wordsOf(text).map((word) => ({ word, index })));
  const startsOf = Map.groupBy(runsIn(words.map(({ word }) => word)), ({ run }) => run);
  const recorded = new Set(
    episodes.flatMap(({ said = {} }) => {
      const texts = Object.values(said).map(wordsOf);
      const starts = texts.flatMap((text) => runsIn(text).flatMap(({ run }) => startsOf.get(run) ?? []));
      const shared = new Set(starts.flatMap(({ at }) => Array.from({ length: RUN }, (_, k) => at + k)));
      const shorter = Math.min(words.length, texts.flat().length);
      return shared.size > SAME_TALK * shorter ? [] : stretchesOf(shared).filter(isInBreak).flat();
    }),
  );
  const counts = Map.groupBy(recorded, (at) => words[at]!.index);
  return new Set(
    sentences.flatMap(({ index, text }) =>
      (counts.get(index)?.length ?? 0) >= Math.max(1, MOSTLY * wordsOf(text).length) ? [index] : [],
    ),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().replace(/['’]/g, '').match(WORD) ?? [];
}

/** All runs of words, each with the number of its first. */
function runsIn(words: readonly string[]): { run: string; at: number }[] {
  const runs = Math.max(0, words.length - RUN + 1);
  return Array.from({ length: runs }, (_, at) => ({ run: words.slice(at, at + RUN).join(' '), at }));
}

/** Numbers of words that follow one another, but for what was misheard, in stretches. */
function stretchesOf(numbers: ReadonlySet<number>): number[][] {
  const stretches: number[][] = [];
  for (const at of [...numbers].sort((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last !== undefined && at - last.at(-1)! <= MISHEARD) last.push(at);
    else stretches.push([at]);
  }
  return stretches;
}

function isInBreak(stretch: readonly number[]): boolean {
  return stretch.at(-1)! - stretch[0]! < LONGEST_BREAK;
}
