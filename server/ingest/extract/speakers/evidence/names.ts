import { isAnonymousSpeaker } from '#server/ingest/transcript/speakers.ts';

/** A person's name as a label gives it: "Dr. Ada Marsh" is Ada, Marsh. */
export type PersonName = { readonly full: string; readonly given: string; readonly family: string | null };

/** Labels of parts in a programme. The transcript reader knows other anonymous ones. */
const PART =
  /\b(?:announcer|narrator|narration|disclaimer|interruption|interjection|producer|production|intro|outro|voice|advert\w*|sponsor|unidentified|unknown|unlabell?ed)\b/i;
const TITLE = /^(?:dr|mr|mrs|ms|prof|professor|sir|senator|sen|rep|governor|gov|president|general|gen)\.? /i;
const AFTER_NAME = /,? (?:jr|sr|ii|iii|iv|phd|md)\.?$/i;

/** The name in a label, tidied; null for "SPEAKER_01", "Unknown Guest", "Show Disclaimer" and the like. */
export function personName(label: string): PersonName | null {
  const full = label
    .replace(/\([^)]*\)|[*_#>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (full.length < 2 || isAnonymousSpeaker(label) || PART.test(label) || !/\p{L}{2}/u.test(full))
    return null;
  const words = full.replace(TITLE, '').replace(AFTER_NAME, '').split(' ');
  return { full, given: words[0] as string, family: words.length > 1 ? (words.at(-1) as string) : null };
}

/** True where two names may be one person's: equal, or one is only the other's given name. */
export function sameName(a: string, b: string): boolean {
  const x = folded(a);
  const y = folded(b);
  return x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `);
}

/** Lower case letters without accents or title, to compare spellings. */
function folded(name: string): string {
  return name
    .replace(TITLE, '')
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
