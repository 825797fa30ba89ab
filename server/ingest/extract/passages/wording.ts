import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { WORDING_WEIGHTS } from './wording-weights.ts';

/** Placeholders for any company and any number. */
const COMPANY = '@';
const NUMBER = '#';
const NUMERAL = /\d[\d,.]*/g;
const WORD = /[@#$%]|\p{L}+(?:['’]\p{Ll}+)?/gu;
const FIRST_PERSON = /^I(?:['’]|$)/;

/** The words of a sentence in lower case: `@` for each company, `#` for each number, other names left out. */
export function weighedWords(text: string, mentions: readonly Mention[]): ReadonlySet<string> {
  const plain = withoutCompanies(text, mentions).replace(NUMERAL, NUMBER);
  return new Set(
    [...plain.matchAll(WORD)]
      .map((match) => match[0])
      .filter((word, i) => i === 0 || !/^\p{Lu}/u.test(word) || FIRST_PERSON.test(word))
      .map((word) => word.toLowerCase().replace('’', "'")),
  );
}

/** Log-odds that a sentence is worded like a claim on an investment; mostly below 0. */
export function wordingOf(text: string, mentions: readonly Mention[]): number {
  return [...weighedWords(text, mentions)].reduce((sum, word) => sum + (WORDING_WEIGHTS.get(word) ?? 0), 0);
}

function withoutCompanies(text: string, mentions: readonly Mention[]): string {
  const companies = mentions
    .filter(({ subject, start }) => start >= 0 && subject.kind !== 'theme')
    .sort((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const { start, end } of companies) {
    if (start < at) continue;
    out += `${text.slice(at, start)} ${COMPANY} `;
    at = end;
  }
  return out + text.slice(at);
}
