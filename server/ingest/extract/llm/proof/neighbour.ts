import { strangeFigures } from '#server/ingest/extract/llm/proof/figures.ts';
import { compacted } from '#server/ingest/extract/llm/proof/names.ts';
import { isWithin, type Reach } from '#server/ingest/extract/llm/proof/source.ts';
import { couldBe } from '#server/ingest/extract/llm/proof/subject.ts';
import type { Window, WindowSubject } from '#server/ingest/extract/llm/windows.ts';

/** An idea whose subject is compared with the companies mentioned around it. */
export type Attributed = {
  /** Its subject, and others of the same claim. */
  readonly own: readonly WindowSubject[];
  /** Name of the subject in the lines, as the model says. */
  readonly said: string;
  /** All that the model wrote of it: headline and argument. */
  readonly told: string;
  readonly argument: string;
  readonly quote: string;
  /** Lines of the quote, and of the passage. */
  readonly lines: readonly number[];
  readonly reach: Reach;
};

/**
 * Evidence that the idea is about a neighbouring company, worded for the model; else null. Either it names no subject
 * of its own; or its quote does not and speaks of another that it does not tell of; or its passage never does, while
 * its quote only names another, or a number was said only of another.
 */
export function neighbourFault(window: Window, idea: Attributed): string | null {
  const subject = idea.own[0];
  if (subject === undefined || subject.subject.kind === 'theme') return null;
  if (!idea.own.some((one) => isNamedIn(one, idea.told)) && !isCalled(idea))
    return `argument: name ${subject.subject.name}, or the subject that it is about.`;
  const untold = window.subjects.filter(
    (one) =>
      one.subject.kind !== 'theme' && !idea.own.some(({ id }) => id === one.id) && !isNamedIn(one, idea.told),
  );
  const passage = window.lines.slice(idea.reach.firstLine - 1, idea.reach.lastLine).map(({ text }) => text);
  const stands = ({ lines }: WindowSubject) => lines.some((line) => isWithin(idea.reach, line));
  const isInPassage = idea.own.some((one) => stands(one) || isNamedIn(one, passage.join(' ')));
  const inQuote = isOwnQuote(idea, untold) ? undefined : untold.find((one) => isNamedIn(one, idea.quote));
  if (isInPassage && (inQuote === undefined || isPointedAtBefore(inQuote, idea.quote))) return null;
  const another = inQuote ?? figureOfAnother(window, idea, untold);
  return another === null
    ? null
    : `subject: this is said of ${another.subject.name}, not of ${subject.subject.name}.`;
}

/** Whether a name the model wrote is garbled in the lines ("Chattity B.T." for ChatGPT). */
function isCalled({ told, said }: Attributed): boolean {
  const names = told.match(/\p{Lu}[\p{L}\p{N}]*(?:[.&-][\p{L}\p{N}]+)*/gu) ?? [];
  return names.some((name) => couldBe(name, said));
}

/** Fewest letters of a name, so that an opening "It" is none. */
const LEAST_NAME = 4;

/** Whether the quote, or a line of it, names a subject of the idea. */
function isOwnQuote(idea: Attributed, others: readonly WindowSubject[]): boolean {
  const isIn = (one: WindowSubject) =>
    isNamedIn(one, idea.quote) || one.lines.some((line) => idea.lines.includes(line));
  return idea.own.some(isIn) || isCalledInQuote(idea, others);
}

/** Words that may mean what was spoken of before: "they will beat Google". */
const POINTS =
  /\b(?:it|its|it['’]s|they|them|their|they['’](?:re|ll|ve|d)|he|she|his|her|him|this|these|those|that['’]s|we|us|our|we['’](?:re|ll|ve|d))\b/iu;

/** Whether something may point at the subject in a quote before it names another company. */
function isPointedAtBefore(another: WindowSubject, quote: string): boolean {
  const words = quote.split(/\s+/);
  const named = words.findIndex((_, i) => isNamedIn(another, words.slice(0, i + 1).join(' ')));
  return POINTS.test(words.slice(0, named + 1).join(' '));
}

/** Whether the quote uses the model's name for the subject, and it is nobody else's: "somebody like Bret Taylor" for Sierra. */
function isCalledInQuote({ said, quote }: Attributed, others: readonly WindowSubject[]): boolean {
  const name = said.trim();
  if (!/^\p{Lu}/u.test(name) || name.length < LEAST_NAME || others.some((one) => isNamedIn(one, name)))
    return false;
  return ` ${wordsIn(quote)} `.includes(` ${wordsIn(name)} `);
}

function wordsIn(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

function figureOfAnother(
  window: Window,
  { own, argument, reach }: Attributed,
  others: readonly WindowSubject[],
): WindowSubject | null {
  const figures = strangeFigures(argument, '', 0).filter(
    (figure) => /\d\D*\d|%/.test(figure) && argument.includes(figure),
  );
  const stands = (lines: readonly number[]) => (one: WindowSubject) =>
    one.lines.some((line) => lines.includes(line));
  for (const figure of figures) {
    const all = window.lines.flatMap(({ text }, i) =>
      strangeFigures(figure, text, 0).length === 0 ? [i + 1] : [],
    );
    const here = all.filter((line) => isWithin(reach, line));
    const lines = here.length > 0 ? here : all;
    const another = own.some(stands(lines)) ? undefined : others.find(stands(lines));
    if (another !== undefined) return another;
  }
  return null;
}

/** "X (formerly Twitter)" is called X. */
const AS_IT_WAS = /\s*\([^)]*\)$/;

/** Whether a text mentions a subject by name, symbol, or as in the lines. */
export function isNamedIn({ subject, surfaces, tickers }: WindowSubject, text: string): boolean {
  const held = compacted(text);
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return (
    [subject.name, ...surfaces].some((name) => {
      const plain = compacted(name.replace(AS_IT_WAS, ''));
      return plain.length > 3 ? held.includes(plain) : words.has(plain);
    }) || tickers.some((symbol) => words.has(symbol.toLowerCase()))
  );
}
