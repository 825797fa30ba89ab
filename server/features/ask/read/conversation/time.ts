import type { Period } from '#server/features/ask/read/period/period.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';

const AFTER_IT = /\b(?:since|after) (?:then|that)\b|\b(?:later|afterwards)\W*$/i;
const BEFORE_IT = /\bbefore (?:then|that)\b|\b(?:earlier|beforehand)\W*$/i;

/**
 * The time that a question asks about beside the one before: its own; without one, the time before it or after it ("and since
 * then?"), otherwise the same. Days that it only leaves out are left out of the same.
 */
export function timeAsked({ text, period }: QuestionReading, before: QuestionReading): Period | null {
  const same = before.period;
  if (same === null) return period;
  if (period !== null)
    return leavesOutOnly(period) ? { ...same, except: [...same.except, ...period.except] } : period;
  if (AFTER_IT.test(text) && same.until !== null) return { from: same.until, until: null, except: [] };
  if (BEFORE_IT.test(text) && same.from !== null) return { from: null, until: same.from, except: [] };
  return same;
}

function leavesOutOnly({ from, until }: Period): boolean {
  return from === null && until === null;
}
