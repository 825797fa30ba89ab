import type { OtherEpisode } from '#server/domain.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { withPlainApostrophes } from '#server/language/cues/text.ts';
import { personName } from '#server/language/people/names.ts';

/**
 * How a label talks, held against how the show's recurring voices talk in its other episodes. Common words and pairs of
 * them tell people apart whatever they talk about (Mosteller and Wallace, "Inference in an Authorship Problem", 1963).
 */
export type Manner = {
  /** Mean chance, 0..1, that the label's stretches are of the voice that it names. */
  readonly likeness: number;
  /** Stretches of the label's talk here. */
  readonly stretches: number;
  /** Sentences amid talk that is rather somebody else's. */
  readonly unlike: ReadonlySet<number>;
};

/** A voice is known from this many other episodes on. */
const LEAST_EPISODES = 3;
/** The commonest words and pairs of words of a show are compared. */
const MOST_WORDS = 2000;
const MOST_PAIRS = 4000;
/** Words of a stretch that is judged as one. */
const STRETCH = 300;
/** So many words of the show's common talk are added to each voice, so that a rare word decides nothing. */
const SMOOTHING = 1000;
/** Words of one stretch hang together: each counts as so much of an independent one, 0..1. */
const INDEPENDENCE = 0.12;
/** Beside its neighbours a stretch of a smaller chance, 0..1, is rather somebody else's. */
const LEAST_HERE = 0.5;

const WORD = /[\p{L}']+/gu;

type Counts = ReadonlyMap<string, number>;

/** A voice's talk in other episodes: counts of what is compared, and their sum. */
type TalkCounts = { readonly counts: Counts; readonly total: number };

/**
 * The manner of each of these labels that is a known voice of the show; empty where none is, or other episodes' talk is
 * not given.
 */
export function mannersOf(
  sentences: readonly Sentence[],
  episodes: readonly OtherEpisode[],
): Map<string, Manner> {
  const spoken = Map.groupBy(sentences, ({ speaker }) => speaker);
  const known = knownVoices(episodes);
  const here = [...known].filter((label) => spoken.has(label));
  if (here.length === 0) return new Map();
  const talks = talksOf(episodes, known);
  return new Map(here.map((label) => [label, mannerOf(spoken.get(label) ?? [], label, talks)]));
}

/** Labels that name somebody in full in enough episodes. */
function knownVoices(episodes: readonly OtherEpisode[]): Set<string> {
  const counts = new Map<string, number>();
  for (const label of episodes.flatMap(({ said = {} }) => Object.keys(said)))
    counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Set(
    [...counts].flatMap(([label, count]) =>
      count >= LEAST_EPISODES && personName(label)?.family != null ? [label] : [],
    ),
  );
}

/** Everybody who is no known voice is one voice together. */
const OTHERS = null;

/** What each known voice says in the other episodes, and all others together, smoothed by all of it. */
type Talks = { readonly common: TalkCounts; readonly byVoice: ReadonlyMap<string | null, TalkCounts> };

function talksOf(episodes: readonly OtherEpisode[], known: ReadonlySet<string>): Talks {
  const byVoice = new Map<string | null, Map<string, number>>([[OTHERS, new Map()]]);
  for (const { said = {} } of episodes)
    for (const [label, text] of Object.entries(said)) {
      const voice = known.has(label) ? label : OTHERS;
      const counts = byVoice.get(voice) ?? new Map<string, number>();
      byVoice.set(voice, counts);
      count(counts, featuresOf(wordsOf(text)));
    }
  const all = new Map<string, number>();
  for (const counts of byVoice.values())
    for (const [feature, times] of counts) all.set(feature, (all.get(feature) ?? 0) + times);
  const common = talkOf(all, commonest(all));
  return {
    common,
    byVoice: new Map([...byVoice].map(([voice, counts]) => [voice, talkOf(counts, common.counts.keys())])),
  };
}

function talkOf(counts: Counts, features: Iterable<string>): TalkCounts {
  const own = new Map([...features].map((feature) => [feature, counts.get(feature) ?? 0]));
  return { counts: own, total: [...own.values()].reduce((sum, times) => sum + times, 0) };
}

/** The commonest words and the commonest pairs. */
function commonest(counts: Counts): string[] {
  const most = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([feature]) => feature);
  return [
    ...most.filter((feature) => !feature.includes(' ')).slice(0, MOST_WORDS),
    ...most.filter((feature) => feature.includes(' ')).slice(0, MOST_PAIRS),
  ];
}

function mannerOf(own: readonly Sentence[], label: string, talks: Talks): Manner {
  const stretches = stretchesOf(own);
  const chances = stretches.map((stretch) => chanceOf(stretch, label, talks));
  const unlike = stretches.flatMap((stretch, i) => {
    const beside = chances.slice(Math.max(0, i - 1), i + 2);
    return mean(beside) < LEAST_HERE ? stretch.map(({ index }) => index) : [];
  });
  return { likeness: mean(chances), stretches: stretches.length, unlike: new Set(unlike) };
}

/** A label's sentences in runs of some 300 words; what is left over belongs to the last. */
function stretchesOf(own: readonly Sentence[]): Sentence[][] {
  const stretches: Sentence[][] = [[]];
  let words = 0;
  for (const sentence of own) {
    if (words >= STRETCH) {
      stretches.push([]);
      words = 0;
    }
    stretches.at(-1)?.push(sentence);
    words += sentence.words;
  }
  if (words >= STRETCH || stretches.length === 1) return stretches;
  const rest = stretches.pop() ?? [];
  stretches.at(-1)?.push(...rest);
  return stretches;
}

/** Chance, 0..1, that a stretch is of this voice: of all voices, by how likely each says these words. */
function chanceOf(stretch: readonly Sentence[], label: string, { common, byVoice }: Talks): number {
  const said = new Map<string, number>();
  count(said, featuresOf(stretch.flatMap(({ text }) => wordsOf(text))));
  const compared = [...said].filter(([feature]) => common.counts.has(feature));
  const scores = [...byVoice].map(([voice, talk]) => {
    const score = compared.reduce((sum, [feature, times]) => {
      const usual = (SMOOTHING * (common.counts.get(feature) ?? 0)) / common.total;
      return sum + times * Math.log(((talk.counts.get(feature) ?? 0) + usual) / (talk.total + SMOOTHING));
    }, 0);
    return { voice, score: INDEPENDENCE * score };
  });
  const most = Math.max(...scores.map(({ score }) => score));
  const weights = scores.map(({ voice, score }) => ({ voice, weight: Math.exp(score - most) }));
  const own = weights.find(({ voice }) => voice === label)?.weight ?? 0;
  return own / weights.reduce((sum, { weight }) => sum + weight, 0);
}

function wordsOf(text: string): string[] {
  return withPlainApostrophes(text).toLowerCase().match(WORD) ?? [];
}

/** The words, and each pair that follow one another. */
function featuresOf(words: readonly string[]): string[] {
  return words.flatMap((word, i) => (i === 0 ? [word] : [word, `${words[i - 1]} ${word}`]));
}

function count(counts: Map<string, number>, features: readonly string[]): void {
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
