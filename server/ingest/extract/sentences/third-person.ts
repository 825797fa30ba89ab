/** Verbs put into the third person: "they own" becomes "Costco owns", "I'm long" becomes "Jane Doe is long". */

const ADVERB =
  '(?:also|still|just|always|never|now|already|actually|really|only|probably|clearly|certainly|even|then|currently|often|all|ever|usually|generally|basically|definitely|essentially|effectively|both|each|quite|rather|simply|truly|sometimes|today)';
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['am', 'is'],
  ['are', 'is'],
  ['were', 'was'],
  ['have', 'has'],
  ['do', 'does'],
  ['go', 'goes'],
  ["don't", 'does not'],
  ["aren't", 'is not'],
  ["weren't", 'was not'],
  ["haven't", 'has not'],
]);
/** Verbs that do not change: auxiliaries, and past forms that look like nothing else. */
const UNCHANGED =
  /^(?:can|could|will|would|should|may|might|must|cannot|can't|couldn't|won't|wouldn't|shouldn't|had|hadn't|did|didn't|was|is|has|got|made|took|went|came|built|won|lost|grew|saw|gave|bought|sold|found|said|told|ran|began|became|kept|held|led|left|met|paid|sent|spent|stood|thought|brought|caught|fell|felt|knew|wrote|rose|drove|chose|broke|spoke|ate|threw|blew|drew|flew|taught|fought|sought|understood|forgot|overtook|withdrew|used|\w{2,}(?<!e)ed)$/i;
/** Present and past look alike, so the tense is unknown. */
const AMBIGUOUS = /^(?:put|cut|hit|set|let|beat|cost|read|spread|shut|split|hurt|bet|quit)$/i;

/** The verb in the third person singular ("own": "owns"); null where present and past look alike. */
export function thirdPerson(verb: string): string | null {
  const word = verb.toLowerCase();
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (UNCHANGED.test(word)) return word;
  if (AMBIGUOUS.test(word) || !/^[a-z]+$/.test(word) || /ing$/.test(word)) return null;
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/** "own the market and still grow" as "owns the market and still grow": with its first verb agreed; null if that is impossible. */
export function agreed(predicate: string): string | null {
  const match = new RegExp(`^((?:${ADVERB} )*)([a-z']+)(.*)$`, 'is').exec(predicate);
  if (match === null) return null;
  const verb = thirdPerson(match[2] as string);
  if (verb === null) return null;
  const rest = match[3] as string;
  if (/\b(?:and|but|or) (?:are|have|do|were|don't|aren't|haven't)\b/i.test(rest)) return null;
  return `${match[1]}${verb}${rest}`;
}
