import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { isByProduct, type QuestionReading } from '#server/features/ask/read/reading.ts';
import { termsOf } from '#server/language/terms.ts';

/**
 * That a side on a product was not found, whose company was asked by the product alone. What is said of the company was not
 * looked for, so that no side on the company is denied. Null when something else is missing.
 */
export function saidOfProduct(reading: QuestionReading, missing: ChosenEvidence['missing']): string | null {
  const { side, subjects, query } = reading;
  if (side === null || !subjects.some((subject) => isByProduct(reading, subject))) return null;
  const names = subjects.map((subject) => (isByProduct(reading, subject) ? subject.written : subject.name));
  const ofNames = new Set(names.flatMap((name) => termsOf(name)));
  const asksOnlySide = query.asked.every((term) => ofNames.has(term));
  if (missing !== 'side' && !(missing === 'topic' && asksOnlySide)) return null;
  return `No ${side} case on ${names.join(' or ')} was found`;
}
