import type { Alias, Entry, Universe } from '#server/linking/universe.ts';
import type { Found } from './context.ts';
import { lettersApart, soundOf } from './sounds.ts';
import type { Token } from './tokens.ts';
import { EVERYDAY, GIVEN_NAMES } from './words.ts';

/** A spoken name as one word, with its company; null if two companies sound the same. */
type Heard = { readonly entry: Entry; readonly alias: Alias; readonly word: string } | null;

/** The words of all names, and single-word names by sound. */
export type Sounds = { readonly words: ReadonlySet<string>; readonly bySound: ReadonlyMap<string, Heard> };

/** Shorter names sound like too many words. */
const LEAST_LETTERS = 5;
const LEAST_SOUNDS = 3;
/** A name that the episode does not announce must be longer, and spelled nearer. */
const UNANNOUNCED_LETTERS = 7;

/** Confidence in an unknown word near the name of an announced company. */
const ANNOUNCED = 0.78;
/** Confidence in an everyday word with a capital in mid-sentence that sounds like such a name. */
const ANNOUNCED_WORD = 0.68;
/** Confidence in an unknown word one letter off any company's name: its context decides. */
const UNANNOUNCED = 0.4;
/** Confidence in two words that together sound like an announced company (`data breaks`, `dan her`). */
const ANNOUNCED_PAIR = 0.5;
/** Fewest letters of a name that two words may stand for, and most letters of difference. */
const PAIR_LETTERS = 7;
const PAIR_APART = 2;

/** Indexes the names of a universe by sound. */
export function soundsOf(universe: Universe): Sounds {
  const words = new Set<string>();
  const bySound = new Map<string, Heard>();
  for (const entry of universe.entries) {
    for (const alias of entry.aliases) {
      const parts = alias.text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      for (const part of parts) words.add(part);
      if (alias.ambiguity !== 'plain' || alias.product || alias.misheard) continue;
      const word = parts.length === 1 ? parts[0] : undefined;
      if (word === undefined || !/^[a-z]+$/.test(word) || word.length < UNANNOUNCED_LETTERS) continue;
      addHeard(bySound, { entry, alias, word });
    }
  }
  return { words, bySound };
}

function addHeard(bySound: Map<string, Heard>, heard: NonNullable<Heard>): void {
  const sound = soundOf(heard.word);
  if (sound.length < LEAST_SOUNDS) return;
  const known = bySound.get(sound);
  bySound.set(sound, known === undefined || known?.entry === heard.entry ? heard : null);
}

/**
 * Names that speech recognition spelled differently, in order, outside of `found`: `Talon` if Talen Energy was named, `dualingo`.
 * `announced`: companies that the episode or its notes surely name.
 */
export function findRespelled(
  tokens: readonly Token[],
  cased: Uint8Array,
  found: readonly Found[],
  announced: ReadonlySet<Entry>,
  sounds: Sounds,
): Found[] {
  const near = announcedSounds(announced);
  const pairs = pairsOf(near);
  const taken = new Uint8Array(tokens.length);
  for (const item of found) taken.fill(1, item.first, item.last + 1);
  const out: Found[] = [];
  tokens.forEach((token, at) => {
    const pair = taken[at] === 1 || taken[at + 1] === 1 ? null : pairAt(tokens, at, pairs);
    if (pair !== null) {
      out.push(pair);
      taken.fill(1, at, pair.last + 1);
      return;
    }
    if (taken[at] === 1 || token.norm.length < LEAST_LETTERS) return;
    const known = EVERYDAY.has(token.norm) || GIVEN_NAMES.has(token.norm) || sounds.words.has(token.norm);
    if (known && !standsOut(token, cased[at] === 1)) return;
    if (!/^[a-z]+$/.test(token.norm) || (cased[at] === 1 && besideAnotherName(tokens, at))) return;
    const sound = soundOf(token.norm);
    if (sound.length < LEAST_SOUNDS) return;
    const heard = near.get(sound);
    if (heard != null && isNear(token.norm, heard.word, 2)) {
      out.push(asFound(at, heard, known ? ANNOUNCED_WORD : ANNOUNCED));
      return;
    }
    const other = known ? undefined : sounds.bySound.get(sound);
    if (other != null && token.norm.length >= UNANNOUNCED_LETTERS && isNear(token.norm, other.word, 1)) {
      out.push(asFound(at, other, UNANNOUNCED));
    }
  });
  return out;
}

/** Words that end no name (`founder has` is not `founders`). */
const FUNCTION_WORDS = new Set(
  'the and that this has have had his her him its was were are for but not you our out who how why what when where they them their with will would can could all any one too'.split(
    ' ',
  ),
);

/** The announced name that two words, neither of them a name, sound like and nearly spell; else null. */
function pairAt(tokens: readonly Token[], at: number, pairs: ReturnType<typeof pairsOf>): Found | null {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined || second === undefined || second.gap !== 'space') return null;
  if (FUNCTION_WORDS.has(second.norm)) return null;
  const word = first.norm + second.norm;
  if (word.length < PAIR_LETTERS || second.norm.length < 3 || !/^[a-z]+$/.test(word)) return null;
  const heard = pairs
    .get(word[0])
    ?.find(
      (one) =>
        Math.abs(one.word.length - word.length) <= PAIR_APART && lettersApart(word, one.word) <= PAIR_APART,
    );
  if (heard === undefined || soundOf(word) !== soundOf(heard.word)) return null;
  return { ...asFound(at, heard, ANNOUNCED_PAIR), last: at + 1 };
}

/** The announced names that two words may stand for, by their first letter. */
function pairsOf(near: ReadonlyMap<string, Heard>) {
  const named = [...near.values()].filter((one) => one !== null);
  const long = named.filter(
    ({ word, alias }) => word.length >= PAIR_LETTERS && alias.text.length === word.length,
  );
  return Map.groupBy(long, ({ word }) => word[0]);
}

/** Single names and first words of the companies that the episode names. */
function announcedSounds(announced: ReadonlySet<Entry>): Map<string, Heard> {
  const bySound = new Map<string, Heard>();
  for (const entry of announced) {
    for (const alias of entry.aliases) {
      if (alias.ambiguity !== 'plain' || alias.product || alias.misheard) continue;
      const word = alias.text.toLowerCase().split(/[^\p{L}\p{N}]+/u)[0] ?? '';
      const spoken = alias.text.length === word.length || !EVERYDAY.has(word);
      if (!/^[a-z]+$/.test(word) || word.length < LEAST_LETTERS || !spoken || GIVEN_NAMES.has(word)) continue;
      addHeard(bySound, { entry, alias, word });
    }
  }
  return bySound;
}

/** A capital in mid-sentence, where capitals mean something. */
function standsOut(token: Token, cased: boolean): boolean {
  return cased && !token.opens && token.letters === 'capital';
}

/** Part of a longer name: a first name, a family name or a place (`Alpha Centauri`). */
function besideAnotherName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (token?.letters !== 'capital') return false;
  const isName = (other: Token) =>
    (other.letters === 'capital' || other.letters === 'mixed') && other.norm.length > 1;
  const first = before !== undefined && token.gap === 'space' && !before.opens && isName(before);
  return first || (after?.gap === 'space' && isName(after) && !CORPORATE.has(after.norm));
}

/** A company's second word, as it is introduced (`Talon Energy`). */
const CORPORATE = new Set(
  'energy oncology therapeutics pharmaceuticals bio health labs networks systems software technologies group holdings inc corp capital bank robotics motors aerospace semiconductor resources power ipo stock ai'.split(
    ' ',
  ),
);

/** Whether two different words share the first letter and differ in at most `most` letters. */
function isNear(word: string, name: string, most: number): boolean {
  if (word === name || word[0] !== name[0]) return false;
  return lettersApart(word, name) <= most;
}

function asFound(at: number, { entry, alias }: NonNullable<Heard>, base: number): Found {
  return { first: at, last: at, entry, alias: { ...alias, misheard: true }, base };
}
