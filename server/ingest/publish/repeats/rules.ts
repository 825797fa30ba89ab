import type { Cue, Subject } from '#server/domain.ts';

/** A run of this many words recurs only in a copy. */
const RUN_WORDS = 6;
/** The sample keeps one run in this many: some 300 an hour of talk. */
const ONE_IN = 32;
/** Twins share at least this part of the shorter sample (0..1), and this many runs. Openings and endings of a show share less. */
const TWIN_SHARE = 0.15;
const TWIN_RUNS = 8;
/** Words within this many seconds of a quote locate it in the other episode. */
const AROUND_SECONDS = 20;
/** This part (0..1) of the runs around a quote must occur in the other episode. */
const SAME_TALK = 0.4;
/** Ideas on one subject within this many seconds of the same talk are the same argument. */
const NEAR_SECONDS = 60;

/** What finding repeats needs of an idea. `start` and `end` are those of its quote, in seconds. */
export type TalkIdea = {
  readonly id: string;
  readonly kind: Subject['kind'];
  readonly key: string;
  readonly start: number;
  readonly end: number;
};

/** An episode's words and ideas. */
export type EpisodeTalk = { readonly cues: readonly Cue[]; readonly ideas: readonly TalkIdea[] };

/** A sample of a transcript's runs of words: distinct signed 32-bit hashes; the same words give the same sample. */
export function sketchOf(cues: readonly Cue[]): number[] {
  const kept = runsOf(cues).filter(({ run }) => run % ONE_IN === 0);
  return [...new Set(kept.map(({ run }) => run))];
}

/** Whether two samples belong to the same talk, or one talk holds the other: `shared` runs, and the length of the `shorter` sample. */
export function isTwin(shared: number, shorter: number): boolean {
  return shared >= TWIN_RUNS && shared >= TWIN_SHARE * shorter;
}

/**
 * Maps the id of each repeat to the id of the idea that it repeats. `talks` are in the order in which they aired. A repeat points to
 * the first idea on its subject at the same moment of the same talk, never to another repeat.
 */
export function repeatsAmong(talks: readonly EpisodeTalk[]): Map<string, string> {
  const found = new Map<string, string>();
  talks.forEach((later, i) => {
    for (const former of talks.slice(0, i))
      for (const [id, first] of repeatsOf(later, former)) {
        if (!found.has(id)) found.set(id, found.get(first) ?? first);
      }
  });
  return found;
}

/** Pairs ideas of `later` with ideas of `former`, each at most once, the nearest pairs first. */
function repeatsOf(later: EpisodeTalk, former: EpisodeTalk): Map<string, string> {
  if (later.ideas.length === 0 || former.ideas.length === 0) return new Map();
  const places = placesOf(former.cues);
  const runs = runsOf(later.cues);
  const pairs = later.ideas.flatMap((idea) => {
    const shift = shiftOf(idea, runs, places);
    if (shift === null) return [];
    return former.ideas
      .filter(({ kind, key }) => kind === idea.kind && key === idea.key)
      .map((first) => ({ idea, first, apart: secondsApart(first, idea, shift) }))
      .filter(({ apart }) => apart <= NEAR_SECONDS);
  });
  pairs.sort((a, b) => a.apart - b.apart);
  const repeats = new Map<string, string>();
  const taken = new Set<string>();
  for (const { idea, first } of pairs) {
    if (repeats.has(idea.id) || taken.has(first.id)) continue;
    repeats.set(idea.id, first.id);
    taken.add(first.id);
  }
  return repeats;
}

function secondsApart(first: TalkIdea, { start, end }: TalkIdea, shift: number): number {
  return Math.max(0, first.start - (end + shift), start + shift - first.end);
}

/** How many seconds later the words around the idea come in the other episode; null where they do not occur there. */
function shiftOf(
  { start, end }: TalkIdea,
  runs: readonly Run[],
  places: ReadonlyMap<number, number | null>,
): number | null {
  const near = runs.filter(
    ({ second }) => second >= start - AROUND_SECONDS && second <= end + AROUND_SECONDS,
  );
  const shifts = near.flatMap(({ run, second }) => {
    const place = places.get(run);
    return place === undefined || place === null ? [] : [place - second];
  });
  if (shifts.length === 0 || shifts.length < SAME_TALK * near.length) return null;
  return shifts.sort((a, b) => a - b)[Math.floor(shifts.length / 2)]!;
}

/** The second at which each run is said; null where it is said more than once. */
function placesOf(cues: readonly Cue[]): Map<number, number | null> {
  const places = new Map<number, number | null>();
  for (const { run, second } of runsOf(cues)) places.set(run, places.has(run) ? null : second);
  return places;
}

type Run = { readonly run: number; readonly second: number };

/** Every run of words as a hash, with the second at which its cue begins. Case and punctuation are ignored. */
function runsOf(cues: readonly Cue[]): Run[] {
  const words: string[] = [];
  const seconds: number[] = [];
  for (const { text, start } of cues)
    for (const word of text
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []) {
      words.push(word);
      seconds.push(start);
    }
  const runs = Math.max(0, words.length - RUN_WORDS + 1);
  return Array.from({ length: runs }, (_, at) => ({ run: runAt(words, at), second: seconds[at]! }));
}

const SPACE = 32;

/** The 32-bit FNV-1a hash of the run that begins here, its words joined by spaces; signed, as PostgreSQL's `int` is. */
function runAt(words: readonly string[], at: number): number {
  let hash = 2_166_136_261;
  for (let word = at; word < at + RUN_WORDS; word += 1) {
    if (word > at) hash = Math.imul(hash ^ SPACE, 16_777_619);
    const text = words[word]!;
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  }
  return hash | 0;
}
