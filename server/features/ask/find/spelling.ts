import { isSaid } from '#server/features/ask/find/candidates.ts';
import { readQuestion } from '#server/features/ask/read/question.ts';
import type { EarlierQuestion, KnownNames } from '#server/features/ask/read/reading.ts';
import { withAskingSpelled } from '#server/features/ask/read/topic/asking-spelled.ts';
import { meant, type Suggestion, suggestionOf } from '#server/features/pages/suggest/rules.ts';
import { ideaCounts } from '#server/features/pages/suggest/store.ts';
import { termsOf } from '#server/language/terms.ts';
import { ACRONYMS, EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Db } from '#server/platform/db.ts';

/** Most words of a question that are corrected. */
const MOST_CORRECTED = 3;
/** Shorter words are too like others to be corrected. */
const FEWEST_LETTERS = 5;

/**
 * A conversation with misspelt words of asking and names corrected, names by the rule of the search box. A name is corrected only to a company that the
 * record has ideas on, or to a speaker or show of the record, and only when the record does not use the word as written.
 */
export async function withNamesSpelled<
  Asked extends { readonly question: string; readonly before: readonly EarlierQuestion[] },
>(asked: Asked, known: KnownNames, db: Db, now: Date): Promise<Asked> {
  const spelled = (question: string) => questionSpelled(question, known, db, now);
  const before = await Promise.all(
    asked.before.map(async (earlier) => ({ ...earlier, question: await spelled(earlier.question) })),
  );
  return { ...asked, before, question: await spelled(asked.question) };
}

async function questionSpelled(asked: string, known: KnownNames, db: Db, now: Date): Promise<string> {
  const question = withAskingSpelled(asked, (word) => known.linker.link(word).length > 0);
  let spelled = question;
  for (const word of oddWords(question, known, now).slice(0, MOST_CORRECTED)) {
    const [whole, next] = pairFrom(word, spelled);
    const pair = next === null ? null : meant(whole, companies());
    const name = pair?.name.includes(' ')
      ? pair.name
      : await nameMeant(word, givenNameBefore(word, spelled), known, db);
    if (name !== null) spelled = spelled.replace(pair?.name === name ? whole : word, () => name);
  }
  return spelled;
}

/** A word with the capitalised one after it, which may be a name of two words: "Genral Atlantic"; null for none. */
export function pairFrom(word: string, question: string): readonly [whole: string, next: string | null] {
  const [whole, next] = new RegExp(`\\b${word} (\\p{Lu}[\\p{L}'’-]+)`, 'u').exec(question) ?? [];
  return [whole ?? word, next ?? null];
}

/** The given name right before a word, in lower case; null for none. */
export function givenNameBefore(word: string, question: string): string | null {
  const before = new RegExp(`(\\p{L}+) ${word}(?!\\p{L})`, 'u').exec(question)?.[1]?.toLowerCase() ?? '';
  return GIVEN_NAMES.has(before) ? before : null;
}

/** The words of a question that are neither a known name nor everyday English. A question of everyday words is not read. */
function oddWords(question: string, known: KnownNames, now: Date): string[] {
  const odd = (question.match(/\p{L}+/gu) ?? []).filter(isOdd);
  if (odd.length === 0) return [];
  const { query, people } = readQuestion(question, known, now);
  const unknown = people.filter((name) => !known.speakers.includes(name)).flatMap((name) => name.split(' '));
  return odd.filter(
    (word) => unknown.includes(word) || termsOf(word).some((term) => query.asked.includes(term)),
  );
}

function isOdd(word: string): boolean {
  const plain = word.toLowerCase();
  return word.length >= FEWEST_LETTERS && !isWord(plain) && !isWord(plain.replace(/s$/, ''));
}

function isWord(plain: string): boolean {
  return EVERYDAY.has(plain) || ACRONYMS.has(plain) || GIVEN_NAMES.has(plain);
}

/** The name on record that a word misspells; null when there is none, or when the record uses the word. After a given name it is that of nobody else. */
async function nameMeant(
  word: string,
  given: string | null,
  { speakers, shows }: KnownNames,
  db: Db,
): Promise<string | null> {
  const namesakes = speakers.filter((name) => given === null || name.toLowerCase().startsWith(`${given} `));
  const others = given === null ? shows.map(({ name }) => named(name)) : [];
  const held = meant(word, [...namesakes.map(familyName), ...others]);
  const company = held === null && given === null ? meant(word, companies()) : null;
  if (held === null && company === null) return null;
  if (await isSaid(db, termsOf(word))) return null;
  if (company === null) return held!.name;
  const isTicker = company.kind === 'ticker';
  const counts = await ideaCounts(db, isTicker ? [company.key] : [], isTicker ? [] : [company.key]);
  return (counts.get(company.key) ?? 0) > 0 ? company.name : null;
}

function familyName(speaker: string): Suggestion {
  return named(speaker.split(' ').at(-1) ?? speaker);
}

/** A name as the rule of the search box compares names, which reads nothing of it but how it is written. */
function named(name: string): Suggestion {
  return { kind: 'person', key: name, name, ideas: 0 };
}

/** Every company and instrument known by name. */
function companies(): Suggestion[] {
  return loadUniverse().entries.map((entry) => suggestionOf(entry, entry.name));
}
