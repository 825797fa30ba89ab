import { isAnonymousSpeaker } from '#server/language/people/anonymous.ts';

/** A person's name as a label gives it, without what is no part of it: "Dr. Ada Marsh, CFA" is Ada Marsh. */
export type PersonName = { readonly full: string; readonly given: string; readonly family: string | null };

/** Labels of parts in a programme, beside those of `isAnonymousSpeaker`. */
const PART =
  /\b(?:announcer|narrator|narration|disclaimer|interruption|interjection|producer|production|intro|outro|voice|advert\w*|sponsor|unidentified|unknown|unlabell?ed)\b/i;
const TITLE = /^(?:dr|mr|mrs|ms|prof|professor|sir|senator|sen|rep|governor|gov|president|general|gen)\.? /i;
const AFTER_NAME = /,? (?:jr|sr|ii|iii|iv|phd|md)\.?$/i;
/** Degrees and the like: "Ada Marsh, CFA". */
const LETTERS_AFTER = /(?:, ?\p{Lu}[\p{Lu}.]{1,5})+$/u;
/** What somebody of a full name belongs to: "Ada Marsh - Planet", "Ada Marsh | Planet". */
const BELONGS_TO = /(?<=\S \S+) (?:[-–—|@]|at|of) .*$/;
/** "Marsh, Ada". */
const FAMILY_FIRST = /^([\p{L}'’-]{2,}), ([\p{L}'’-]{2,})$/u;
/** "Ada Marsh & Tom Ferro": whose words these are nobody can tell. */
const SEVERAL = /[,&/+;]| [-–—|@] |\b(?:and|with|via|reading|vs)\b/i;

/**
 * The name in a label, tidied; null for "SPEAKER_01", "Unknown Guest", "Show Disclaimer" and the like, and where a label may name
 * several people.
 */
export function personName(label: string): PersonName | null {
  const plain = label
    .replace(/\([^)]*\)|[*_#>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (isAnonymousSpeaker(label) || PART.test(label)) return null;
  const full = plain
    .replace(LETTERS_AFTER, '')
    .replace(AFTER_NAME, '')
    .replace(BELONGS_TO, '')
    .replace(FAMILY_FIRST, '$2 $1')
    .replace(TITLE, '');
  if (full.length < 2 || SEVERAL.test(full) || !/\p{L}{2}/u.test(full)) return null;
  const words = full.split(' ');
  return { full, given: words[0] as string, family: words.length > 1 ? (words.at(-1) as string) : null };
}

/** True where two names may be one person's: equal, one is only the other's given name, or gives it by its initial. */
export function sameName(a: string, b: string): boolean {
  const x = folded(a);
  const y = folded(b);
  return x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `) || isInitialed(x, y) || isInitialed(y, x);
}

/** "a marsh" for "ada marsh". */
function isInitialed(short: string, full: string): boolean {
  return (
    /^\p{L} \p{L}{2}/u.test(short) && short[0] === full[0] && short.slice(1) === full.slice(full.indexOf(' '))
  );
}

/** Lower case letters without accents, title or middle initials, to compare spellings. */
function folded(name: string): string {
  return name
    .replace(TITLE, '')
    .replace(/(?<=\S) \p{Lu}\.?(?= \S)/gu, '')
    .normalize('NFD')
    .replace(/[^\p{L} ]/gu, '')
    .toLowerCase()
    .trim();
}

/** Maps each name to words that call this person alone: a given name that two share calls neither. */
export function callNames(names: readonly PersonName[]): Map<string, readonly string[]> {
  const callsFor = ({ given, family }: PersonName) =>
    [...new Set(family === null ? [given] : [given, family])].filter((word) =>
      /^\p{Lu}\p{L}{2,}/u.test(word),
    );
  const bearers = new Map<string, Set<string>>();
  for (const name of names)
    for (const word of callsFor(name))
      bearers.set(word, (bearers.get(word) ?? new Set()).add(folded(name.full)));
  return new Map(
    names.map((name) => [name.full, callsFor(name).filter((word) => bearers.get(word)?.size === 1)] as const),
  );
}
