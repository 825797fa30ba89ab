import { madeOnce, plainWords } from '#server/features/ask/read/names/plain-names.ts';
import type { KnownShow } from '#server/features/ask/read/reading.ts';
import { EVERYDAY } from '#server/linking/link/words.ts';
import { literal } from '#server/platform/pattern.ts';

/** Shows that a question names. When one name contains another, the longer one. `isCompany`: whether a word is a company's name. */
export function namedShows(
  question: string,
  shows: readonly KnownShow[],
  isCompany: (name: string) => boolean,
): KnownShow[] {
  const plain = ` ${plainWords(question)} `;
  const found = showForms(shows).flatMap(({ show, forms }) => {
    const form = forms.find((name) => plain.includes(` ${name} `));
    return form === undefined || isGivenName(form, question, isCompany) ? [] : [{ show, form }];
  });
  return found
    .filter(
      ({ form }) => !found.some((other) => other.form !== form && ` ${other.form} `.includes(` ${form} `)),
    )
    .map(({ show }) => show);
}

const showForms = madeOnce((shows: readonly KnownShow[]) =>
  shows.map((show) => ({ show, forms: formsOf(show) })),
);

/** The ways to write a show in plain words, the longest first: its name, without a bracketed tail, in short, and its slug. */
function formsOf({ name, slug }: KnownShow): string[] {
  const bare = name.replace(/\s*[([].*$/, '');
  const short = [bare, bare.replace(/\s*[:|].*$|\s[–-]\s.*$/g, '')].map((part) =>
    part.replace(/^the\s+|\s+(?:podcast|show)$/gi, ''),
  );
  const bySlug = EVERYDAY.has(slug) ? [] : [slug];
  const forms = [name, bare, ...short, ...bySlug].map(plainWords).filter(isDistinct);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Whether a show's name is too long and too rare to stand in a question by chance. */
function isDistinct(name: string): boolean {
  return name.length >= 3 && !/^(?:the|(?:the )?(?:odd|money|show|podcast|invest|markets?))$/.test(name);
}

/** Whether a show's name of one word is somebody's given name in a question: "Dwarkesh Patel" is not the Dwarkesh Podcast. */
function isGivenName(form: string, question: string, isCompany: (name: string) => boolean): boolean {
  if (form.includes(' ')) return false;
  const written = [
    ...question.matchAll(new RegExp(`${WORD_START}${literal(form)}${WORD_END}(?: (${FAMILY_NAME}))?`, 'giu')),
  ];
  return (
    written.length > 0 &&
    written.every(
      ([, next]) =>
        next !== undefined && /^\p{Lu}/u.test(next) && !EVERYDAY.has(next.toLowerCase()) && !isCompany(next),
    )
  );
}

/** A text without a show's name. */
export function withoutShow(text: string, show: KnownShow): string {
  return withInsteadOfShow(text, show, ' ');
}

/** A text of the same length in which a show's name is one word: no comma and no "on" in it ends what is said of it. */
export function withShowAsWord(text: string, show: KnownShow): string {
  const written = writtenShow(text, show);
  if (written === null) return text;
  return text.replace(written, (words) => words.replace(/[^\p{L}\p{N}]/gu, '_'));
}

/** A text with `instead` in the place of a show's name. */
export function withInsteadOfShow(text: string, show: KnownShow, instead: string): string {
  const written = writtenShow(text, show);
  return written === null ? text : text.replace(written, instead);
}

/** Matches a show as a text writes it, with anything between the words; null when the text does not name it. */
function writtenShow(text: string, show: KnownShow): RegExp | null {
  const plain = ` ${plainWords(text)} `;
  const form = formsOf(show).find((name) => plain.includes(` ${name} `));
  if (form === undefined) return null;
  const words = form.split(' ').map(literal).join("(?:['’]s)?[^\\p{L}\\p{N}]+");
  return new RegExp(`${WORD_START}${words}${WORD_END}`, 'giu');
}

const WORD_START = '(?<![\\p{L}\\p{N}])';
const WORD_END = '(?![\\p{L}\\p{N}])';
const FAMILY_NAME = "\\p{L}[\\p{L}'’-]+";
