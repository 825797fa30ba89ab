import { strangeFigures } from '#server/ingest/extract/llm/proof/figures.ts';
import { compacted } from '#server/ingest/extract/llm/proof/names.ts';
import type { Window, WindowSubject } from '#server/ingest/extract/llm/windows.ts';

/** An idea whose subject is to be held against the companies spoken of around it. */
export type Attributed = {
  /** Its subject, and those that the same claim is made of or set against. */
  readonly own: readonly WindowSubject[];
  /** All that the model wrote of it: headline and argument. */
  readonly told: string;
  readonly argument: string;
  /** Lines that the quote stands in, numbers from 1. */
  readonly quoteLines: readonly number[];
};

/**
 * What speaks for the idea being about a company next to the one that it claims, worded for the model; null where nothing
 * does. It is so where it names no subject of its own; where the quote names others alone, which the
 * argument never names; and where a number of the argument was said of others alone.
 */
export function neighbourFault(window: Window, idea: Attributed): string | null {
  const subject = idea.own[0];
  if (subject === undefined || subject.subject.kind === 'theme') return null;
  const others = window.subjects.filter(
    ({ id, subject: { kind } }) => kind !== 'theme' && !idea.own.some((one) => one.id === id),
  );
  const untold = others.filter((one) => !isNamedIn(one, idea.told));
  if (!idea.own.some((one) => isNamedIn(one, idea.told)))
    return `argument: name ${subject.subject.name}, or the subject that it is about.`;
  const another = onlyIn(idea.quoteLines, idea.own, untold) ?? figureOfAnother(window, idea, untold);
  return another === null
    ? null
    : `subject: this is said of ${another.subject.name}, not of ${subject.subject.name}.`;
}

/** A subject that these lines name, where they name none of the idea's own. */
function onlyIn(
  lines: readonly number[],
  own: readonly WindowSubject[],
  others: readonly WindowSubject[],
): WindowSubject | null {
  const stands = (one: WindowSubject) => one.lines.some((line) => lines.includes(line));
  return own.some(stands) ? null : (others.find(stands) ?? null);
}

function figureOfAnother(
  window: Window,
  { own, argument }: Attributed,
  others: readonly WindowSubject[],
): WindowSubject | null {
  const figures = strangeFigures(argument, '', 0).filter(
    (figure) => /\d\D*\d|%/.test(figure) && argument.includes(figure),
  );
  for (const figure of figures) {
    const lines = window.lines.flatMap(({ text }, i) =>
      strangeFigures(figure, text, 0).length === 0 ? [i + 1] : [],
    );
    const another = lines.length === 0 ? null : onlyIn(lines, own, others);
    if (another !== null) return another;
  }
  return null;
}

/** Whether a text names a subject, by its name, its symbol, or as the lines call it. */
function isNamedIn({ subject, surfaces, tickers }: WindowSubject, text: string): boolean {
  const held = compacted(text);
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return (
    [subject.name, ...surfaces].some((name) => {
      const plain = compacted(name);
      return plain.length > 3 ? held.includes(plain) : words.has(plain);
    }) || tickers.some((symbol) => words.has(symbol.toLowerCase()))
  );
}
