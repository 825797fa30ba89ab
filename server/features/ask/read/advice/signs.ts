import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { asksOfCompanyDeal, asksWhatMakesWorth } from '#server/features/ask/read/advice/company.ts';
import {
  normaliseQuestion,
  REPORT_FRAMES,
  SECURITY,
  TRADE,
} from '#server/features/ask/read/advice/grammar.ts';
import { ordersAccount } from '#server/features/ask/read/advice/making.ts';
import { WORTH } from '#server/features/ask/read/advice/rule.ts';
import { anyWording } from '#server/features/ask/read/advice/wordings.ts';
import { stem } from '#server/language/terms.ts';

/** Kinds of word; a word has the first kind that matches, and signs of a kind apply to all its words. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^zname$/, '<name>'],
  [/^\$?\d/, '<number>'],
  [whole(TRADE), '<trade>'],
  [whole(SECURITY), '<security>'],
  [whole(anyWording('report-verbs')), '<said>'],
  [whole(`${anyWording('record')}|analysts?|bulls?|bears?|economists?|investors?|managers?`), '<speaker>'],
  [/^(?:i|me|my|mine|myself|we|us|our)$/, '<asker>'],
  [/^(?:you|your|yours)$/, '<answerer>'],
  [whole(WORTH), '<worth>'],
];

/**
 * The signs by which a question is judged, each once: stems, pairs of adjacent stems, and both with words replaced by their
 * kind (`<name> <said>`). `^` and `$` mark its ends.
 */
export function wordSigns(question: string): string[] {
  const words = wordsOf(question);
  const kinds = words.map((word) => KINDS.find(([pattern]) => pattern.test(word))?.[1] ?? null);
  const stems = words.map((word, i) =>
    kinds[i] === '<name>' || kinds[i] === '<number>' ? kinds[i] : stemOf(word),
  );
  const general = stems.map((one, i) => kinds[i] ?? one);
  return [...new Set([...neighbours(stems), ...neighbours(general)])];
}

/** The signs that the wordings of trade decisions, of companies' own deals and of reported speech give. */
export function ruleSigns(question: string, reading = readAdvice(question)): string[] {
  const text = normaliseQuestion(question);
  const frames = REPORT_FRAMES.flatMap((pattern, i) => (pattern.test(text) ? [`frame ${i + 1}`] : []));
  const account = ordersAccount(text) ? ['orders account'] : [];
  const company = [
    ...(asksOfCompanyDeal(text) ? ['company deal'] : []),
    ...(asksWhatMakesWorth(text) ? ['makes worth'] : []),
  ];
  const kind = reading?.kind ?? null;
  const isFramed = frames.length > 0;
  return [
    ...(kind === null ? ['no rule'] : ['rule', `rule ${kind}`]),
    ...account,
    ...company,
    ...frames,
    ...(isFramed ? ['frame'] : []),
    ...(isFramed && kind !== null ? ['rule and frame'] : []),
  ];
}

function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`);
}

function neighbours(words: readonly string[]): string[] {
  const line = ['^', ...words, '$'];
  return [...words, ...line.slice(1).map((word, i) => `${line[i]} ${word}`)];
}

function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stem(word) : word;
}

/** Capitalised words after a small one, or a symbol: a name. Which name it is tells nothing. */
const NAMES =
  /(?<=[\p{Ll}\d,;:'’)"”-]\s)(?!I\b|I['’])\p{Lu}[\p{L}\d&.'’-]*(?:\s\p{Lu}[\p{L}\d&.'’-]*)*|\$?\b[A-Z]{3,5}\b/gu;

function wordsOf(question: string): string[] {
  const shouted = question === question.toUpperCase();
  const text = normaliseQuestion(shouted ? question : question.replace(NAMES, 'zname'));
  return text.match(/[a-z0-9$%&']+|[?:]/g) ?? [];
}
