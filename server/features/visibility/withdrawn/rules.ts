import { personName } from '#server/language/people/names.ts';

/** People whose words are no longer published, each by the `personKey` of the name. */
export type Withdrawn = ReadonlySet<string>;

/** What is written for the apostrophe of a name: O'Leary, O’Leary. */
const APOSTROPHES = "'’‘ʼ";

/**
 * What two writings of one name have in common, by which names are compared: lower case, trimmed, with single spaces, one
 * apostrophe, and letters in one normal form, since feeds write "é" as one character or as two.
 */
export function personKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(new RegExp(`[${APOSTROPHES}]`, 'g'), "'")
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** How the words of a name stand in a text. */
export type Letters = 'in any case' | 'in capitals';

/**
 * A regular expression of PostgreSQL that finds the whole name in a text, whatever its locale. In capitals, the first and the last word
 * must begin with one: "of the" is nobody.
 */
export function wholeName(name: string, letters: Letters): string {
  const words = personKey(name).split(' ');
  const written = words.map((word, at) => {
    const inCapital = letters === 'in capitals' && (at === 0 || at === words.length - 1);
    return [...word].map((letter, place) => letterOf(letter, inCapital && place === 0)).join('');
  });
  return `(?<!${IN_WORD})${written.join('[\\s\\u00a0]+')}(?!${IN_WORD})`;
}

const IN_WORD = '[[:alnum:]\\u00c0-\\u1fff]';

function letterOf(letter: string, onlyCapital: boolean): string {
  if (APOSTROPHES.includes(letter)) return `[${APOSTROPHES}]`;
  const [base = letter, ...marks] = letter.normalize('NFD');
  const composed = inCase(letter, onlyCapital);
  return marks.length === 0 ? composed : `(?:${composed}|${inCase(base, onlyCapital)}${marks.join('')})`;
}

function inCase(letter: string, onlyCapital: boolean): string {
  const capital = letter.toUpperCase();
  if (capital === letter) return letter.replace(/[^\p{L}\p{M}\p{N}]/u, '\\$&');
  return onlyCapital ? capital : `[${letter}${capital}]`;
}

/** Whether a name alone says who is meant: a single word, such as "Ann" or "the", does not. */
export function saysWho(name: string): boolean {
  return personKey(name).includes(' ');
}

/** What parts a name from what is written with it: "Ann Archer, CFA", "Ann Archer & Bob Baker". */
const BESIDE = /[,;&/+|()]|\s[-–—]\s|\s(?:and|with|at|of)\s/u;

/**
 * Whether a label gives the whole name of a person, in either order and whatever title, letters, employer, middle initial or other
 * name is written with it: "Dr. Pavel Novak, CFA", "Novak, Pavel", "Pavel R. Novak & Ann Archer".
 */
export function isNameOf(person: string, label: string): boolean {
  return whoIn(label, new Set([person])).length > 0;
}

/** What joins people of whom any may speak under a label. */
export const JOINED = ' & ';

/** The withdrawn people whose whole name a label gives, as `isNameOf` knows it. */
export function whoIn(label: string, withdrawn: Withdrawn): string[] {
  if (withdrawn.size === 0) return [];
  const forms = [label, ...label.split(JOINED), ...label.split(BESIDE)].flatMap((form) => [
    form,
    personName(form)?.full ?? '',
  ]);
  const names = new Set(forms.map(withoutInitials));
  return [...withdrawn].filter((person) => names.has(withoutInitials(person)));
}

function withoutInitials(name: string): string {
  return personKey(name).replace(/(?<=\S) \p{L}\.?(?= \S)/gu, '');
}

/** Whether nothing is published under a label: it gives the name of somebody withdrawn. */
export function isWithdrawn(withdrawn: Withdrawn, label: string | null | undefined): boolean {
  return label != null && whoIn(label, withdrawn).length > 0;
}
