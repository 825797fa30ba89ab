import { isCompanyName } from '#server/ingest/extract/llm/proof/company-names.ts';
import { lettersApart, soundOf } from '#server/linking/link/sounds.ts';

/** Capitalised words that name nobody: months, days, common abbreviations. */
const NO_NAME = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday i us usa uk eu un ai ceo cfo cto coo ipo ipos gpu gpus cpu cpus llm llms arr gdp r&d m&a b2b b2c saas api apis spac
  spacs etf etfs vc vcs pe roi q1 q2 q3 q4 series tv pc pcs ev evs esg it us's`.split(/\s+/),
);
/** This service: no speaker means it unless its name was said. */
const OURS = 'Earmark';
/** Share of its letters by which a corrected name may differ from what was heard. */
const MISHEARD = 0.34;

/** The names of a text, as written, for which `source` has nothing: not the name, no other form of it, nothing that sounds like it. */
export function strangeNames(text: string, source: string): string[] {
  const words = new Set(plainWords(source));
  const compact = compacted(source);
  const full = new Set(
    [...text.matchAll(WRITTEN_OUT)]
      .filter(([run]) => words.has(initialsOf(run)))
      .flatMap(([run]) => run.split(' ')),
  );
  return namesOf(text.replace(/\bUnited States\b/g, 'US')).filter((name) => {
    // It is also a verb ("we earmark"): only its capital makes it the name.
    if (name === OURS) return !source.includes(OURS);
    if (full.has(name)) return false;
    const whole = compacted(name);
    const plain = whole.replace(/s$/, '');
    return (
      plain.length > 1 &&
      !compact.includes(plain) &&
      ![...words].some((word) => isForm(plain, word)) &&
      !isMisheard(plain, source) &&
      !isMisheard(whole, source)
    );
  });
}

/** The text without unsaid family names after a first name that was said: "Tim" for "Tim Cook". */
export function dropUnsaidSurnames(text: string, source: string): string {
  const words = new Set(plainWords(source));
  const strange = new Set(strangeNames(text, source));
  return text.replace(
    /\b(\p{Lu}\p{Ll}+) (\p{Lu}[\p{Ll}-]+)(?![\p{L}\p{N}])/gu,
    (whole, first: string, last: string) =>
      words.has(first.toLowerCase()) && strange.has(last) ? first : whole,
  );
}

/** A name of several words, whose initials may have been said: "United Arab Emirates" for "UAE". */
const WRITTEN_OUT = /\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){2,}/gu;

function initialsOf(run: string): string {
  return run
    .split(' ')
    .map((word) => word[0])
    .join('')
    .toLowerCase();
}

function namesOf(text: string): string[] {
  const found = [...text.matchAll(/[\p{L}\p{N}]+(?:[.&’'-][\p{L}\p{N}]+)*/gu)];
  return found
    .filter(({ 0: word, index }) => /\p{Lu}|^\p{L}.*\d/u.test(word) && !opens(text, index, word))
    .map(({ 0: word }) => word.replace(/['’]s$/, ''))
    .filter((word) => !NO_NAME.has(word.toLowerCase()) && !/^\p{Lu}$/u.test(word));
}

/** Whether a capital only opens a sentence and names nothing: no capital follows, and the word is no company's name. */
function opens(text: string, index: number, word: string): boolean {
  const first = index === 0 || /[.!?]\s+$/.test(text.slice(0, index));
  if (!first || !/^\p{Lu}\p{Ll}*$/u.test(word)) return false;
  const after = text.slice(index + word.length);
  return word !== OURS && !/^\s\p{Lu}/u.test(after) && !isCompanyName(word, after);
}

/** "American" for "America", "Chinese" for "China". */
function isForm(name: string, word: string): boolean {
  const shared = Math.min(name.length, word.length);
  let same = 0;
  while (same < shared && name[same] === word[same]) same += 1;
  return same >= 4 && same >= Math.max(name.length, word.length) - 4 && digitsOf(name) === digitsOf(word);
}

function apartAs(heard: string, name: string): boolean {
  const apart = lettersApart(heard, name);
  return apart <= MISHEARD * name.length || (apart <= name.length / 2 && soundOf(heard) === soundOf(name));
}

function digitsOf(word: string): string {
  return word.replace(/\D/g, '');
}

/** Whether speech recognition may have written the name otherwise: one to three words that sound alike or differ in few letters. */
function isMisheard(name: string, source: string): boolean {
  if (name.length < 4) return false;
  const words = plainWords(source);
  return words.some((_, i) =>
    [1, 2, 3].some((count) => {
      const heard = words.slice(i, i + count).join('');
      if (Math.abs(heard.length - name.length) > 3 || heard[0] !== name[0]) return false;
      // Another number is another product: H100 and H200.
      if (digitsOf(heard) !== digitsOf(name)) return false;
      return apartAs(heard, name) || apartAs(heard.replace(/(?:s|r)$/, ''), name);
    }),
  );
}

/** Words in lower case, accents and marks off. */
function plainWords(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Letters and digits alone, in lower case: "app love" is "applove". */
export function compacted(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
