const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(NUMBERS.map((word, i) => [word, i])),
  a: 1,
  an: 1,
  'half a': 0.5,
  'a couple of': 2,
  'a few': 3,
  few: 3,
  'couple of': 2,
  several: 3,
  eighteen: 18,
  thirty: 30,
  sixty: 60,
  ninety: 90,
  'twenty-four': 24,
  'forty-eight': 48,
};
const UNITS: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 91,
  year: 365,
};

/** Source of a pattern for a number of hours, days, weeks, months or years, captured. */
export const COUNT = `(\\d{1,3}|${Object.keys(COUNTS).reverse().join('|')})`;

/** The days in so many of a unit, as a question writes both: "a couple of", "weeks". */
export function daysOf(count = '', unit = ''): number {
  const word = count.toLowerCase().replace(/\s+/g, ' ');
  return (COUNTS[word] ?? Number(word)) * (UNITS[unit.toLowerCase()] ?? 1);
}
