import type { EpisodeInput } from '#server/domain.ts';
import { reach, type Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { callNames, personName } from '#server/language/people/names.ts';
import { literal } from '#server/platform/pattern.ts';
import { usualVoices } from './evidence/announced.ts';
import { type Turn, turnsOf } from './evidence/voices.ts';

/** Words at either end of an episode, where people are presented and thanked. */
const OPENING_WORDS = 260;
const CLOSING_WORDS = 120;
/** Most places where somebody is called or presented, spread over the episode; and most long turns per label. */
const MOST_CALLS = 26;
const SAMPLES = 4;
/** Shorter turns are not sampled. */
const LEAST_SAMPLED_TURN = 25;
/** Words taken from a sample, or a turn beside a call. */
const WORDS_BESIDE = 28;
const WORDS_OF_SAMPLE = 60;

const PRESENTS =
  /\b(?:my name is|welcome(?: back)? to|welcome,|joining (?:me|us)|for having (?:me|us)|for (?:joining|coming on|being here)|our guest|my guest|great to be (?:here|on))\b/i;

/** Sentences that tell who speaks under which label: both ends, calls by name with their answers, samples of each label. */
export function tellingSentences(input: EpisodeInput, sentences: readonly Sentence[]): Sentence[] {
  const turns = turnsOf(sentences);
  const shown = new Set<number>([
    ...firstWords(sentences, OPENING_WORDS),
    ...firstWords([...sentences].reverse(), CLOSING_WORDS),
  ]);
  for (const index of [...callsIn(turns, wordsOfNames(input, sentences)), ...samplesOf(turns)])
    shown.add(index);
  return sentences.filter(({ index }) => shown.has(index));
}

/** Every word that calls one of the people who may be here. */
function wordsOfNames(input: EpisodeInput, sentences: readonly Sentence[]): string[] {
  const labels = [...new Set(sentences.flatMap(({ speaker }) => speaker ?? []))];
  const names = [
    ...labels,
    ...input.people.map(({ name }) => name),
    ...usualVoices(input.otherEpisodes ?? []),
  ].flatMap((label) => personName(label) ?? []);
  return [...new Set([...callNames(names).values()].flat())];
}

/** Places where a name or introduction falls, with the turns beside it. */
function callsIn(turns: readonly Turn[], words: readonly string[]): number[] {
  const call = words.length === 0 ? PRESENTS : new RegExp(`\\b(?:${words.map(literal).join('|')})\\b`, 'u');
  const places = turns.flatMap((turn, i) =>
    turn.sentences.flatMap((sentence, at) =>
      call.test(sentence.text) || PRESENTS.test(sentence.text) ? [{ i, at }] : [],
    ),
  );
  return spread(places, MOST_CALLS).flatMap(({ i, at }) => {
    const own = (turns[i] as Turn).sentences;
    return [
      ...lastWords(turns[i - 1]?.sentences ?? [], WORDS_BESIDE),
      ...own.slice(Math.max(0, at - 1), at + 2).map(({ index }) => index),
      ...firstWords(turns[i + 1]?.sentences ?? [], WORDS_BESIDE),
    ];
  });
}

/** The beginnings of long turns of each label, spread over the episode. */
function samplesOf(turns: readonly Turn[]): number[] {
  const long = turns.filter(({ speaker, words }) => speaker !== null && words >= LEAST_SAMPLED_TURN);
  return [...Map.groupBy(long, ({ speaker }) => speaker).values()].flatMap((own) =>
    spread(own, SAMPLES).flatMap(({ sentences }) => firstWords(sentences, WORDS_OF_SAMPLE)),
  );
}

/** At most `most` items, in equal steps. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / most)] as Item);
}

/** Indices of the first sentences that hold this many words. */
function firstWords(sentences: readonly Sentence[], words: number): number[] {
  return sentences.slice(0, reach(sentences, words)).map(({ index }) => index);
}

function lastWords(sentences: readonly Sentence[], words: number): number[] {
  return firstWords([...sentences].reverse(), words);
}
