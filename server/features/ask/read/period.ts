import { DAY_MS, MONTHS } from '#server/platform/clock.ts';

/** Air dates asked about; `from` inclusive, `until` exclusive. */
export type Period = { readonly from: Date | null; readonly until: Date | null };

const MONTH_WORDS = MONTHS.map((name) => name.toLowerCase());

/** The air dates a question asks about; null when it names none. A bare year belongs to the topic and is no period. */
export function periodOf(question: string, now: Date): Period | null {
  const text = question.toLowerCase();
  const ago = (days: number) => ({ from: new Date(now.getTime() - days * DAY_MS), until: null });
  const counted =
    /\b(?:last|past|previous)\s+(\d{1,3}|two|three|four|six|ten|twelve|ninety|thirty|sixty)\s+(day|week|month|year)s?\b/.exec(
      text,
    );
  if (counted)
    return ago(numberOf(counted[1] ?? '') * { day: 1, week: 7, month: 30, year: 365 }[counted[2] as 'day']);
  if (/\b(?:today|yesterday|this week)\b/.test(text)) return ago(7);
  if (/\b(?:last|past|previous) week\b/.test(text)) return ago(14);
  if (/\b(?:this|last|past|previous) month\b/.test(text)) return ago(62);
  if (/\b(?:this|last|past|previous) quarter\b/.test(text)) return ago(184);
  if (/\b(?:past|last|previous) year\b|\bthis year\b/.test(text)) return ago(366);
  const month = new RegExp(
    `\\b(since|in|during|after|before|until)\\s+(?:early |late |mid-?)?(${MONTH_WORDS.join('|')})(?:\\s+(20\\d\\d))?\\b`,
  ).exec(text);
  if (month) return monthPeriod(month[1] ?? '', MONTH_WORDS.indexOf(month[2] ?? ''), month[3], now);
  const since = /\bsince\s+(20\d\d)\b/.exec(text);
  return since ? { from: new Date(Date.UTC(Number(since[1]), 0, 1)), until: null } : null;
}

function numberOf(word: string): number {
  const words: Record<string, number> = {
    two: 2,
    three: 3,
    four: 4,
    six: 6,
    ten: 10,
    twelve: 12,
    thirty: 30,
    sixty: 60,
    ninety: 90,
  };
  return words[word] ?? Number(word);
}

function monthPeriod(word: string, month: number, year: string | undefined, now: Date): Period {
  const present = now.getUTCFullYear();
  const chosen = year ? Number(year) : month > now.getUTCMonth() ? present - 1 : present;
  const start = new Date(Date.UTC(chosen, month, 1));
  const end = new Date(Date.UTC(chosen, month + 1, 1));
  if (word === 'since') return { from: start, until: null };
  if (word === 'after') return { from: end, until: null };
  if (word === 'before' || word === 'until') return { from: null, until: start };
  return { from: start, until: end };
}

/** A date as answers say it: `3 July 2026`, UTC. */
export function dateInWords(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A question without the dates that it names, since no text is found by those words. */
export function withoutDates(text: string): string {
  return text.replace(
    new RegExp(
      `\\b(?:since|in|during|after|before|until)\\s+(?:early |late |mid-?)?(?:${MONTH_WORDS.join('|')})(?:\\s+20\\d\\d)?\\b`,
      'gi',
    ),
    ' ',
  );
}
