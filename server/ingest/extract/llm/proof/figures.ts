import { SMALL_NUMBERS, TENS } from '#server/language/grounding.ts';
import { termsOf } from '#server/language/terms.ts';

/** A number in a text: its amount, kind and spelling. */
type Figure = {
  readonly base: number;
  /** 1e9 for "billion"; null where none is told. */
  readonly scale: number | null;
  /** What is counted; null where the text does not say. */
  readonly kind: Kind | null;
  /** One of it in the unit of its kind: 12 for a year, in months. */
  readonly size: number;
  readonly written: string;
};
type Kind = 'percent' | 'times' | 'dollars' | 'euros' | 'pounds' | 'hours' | 'months';

const NUMBER_WORD = `(?:${[...SMALL_NUMBERS, ...TENS, 'hundred'].join('|')})`;
const SPAN_WORD = 'minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?';
const UNIT_WORD = `percent|thousand|million|billion|trillion|times|dollars?|cents?|${SPAN_WORD}`;
const SPOKEN = new RegExp(`\\b${NUMBER_WORD}(?:(?:-|\\s+|\\s+and\\s+)${NUMBER_WORD})*\\b`, 'giu');
const DIGITS = SMALL_NUMBERS.slice(1, 10);
/** "Four-five hundred": two numbers with one unit. */
const NEXT_HUNDREDS = DIGITS.slice(0, -1).map((digit, i) => {
  const next = DIGITS[i + 1]!;
  const said = new RegExp(`\\b${digit}(?:-| to | or )${next} hundred\\b`, 'gi');
  return [said, `${digit} hundred to ${next} hundred`] as const;
});
/** Phrases for a number. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  ...NEXT_HUNDREDS,
  [new RegExp(`\\bbetween (${NUMBER_WORD}) and (${NUMBER_WORD}) (?=(?:${UNIT_WORD})\\b)`, 'gi'), '$1 to $2 '],
  [/\ba hundred\b/gi, 'one hundred'],
  [/\ba (?=thousand|million|billion|trillion)/gi, '1 '],
  [/\b(or|to) (?=(?:thousand|million|billion|trillion)\b)/gi, '$1 1 '],
  [/\bone and a half\b/gi, '1.5'],
  [/\ba (\p{L}+) and a half\b/giu, '1.5 $1'],
  [/\b(\d+) and a half\b/gi, '$1.5'],
  [/\b(?:doubl(?:e|es|ed|ing)|twice)\b/gi, ' 2x '],
  [/\btripl(?:e|es|ed|ing)\b/gi, ' 3x '],
  [/\bhal(?:f|ves|ved|ving)\b/gi, ' 50% '],
];
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};
/** What is counted, by its words; spans of time in hours or months. */
const KINDS: readonly (readonly [said: RegExp, kind: Kind, size: number])[] = [
  [/^(?:%|per ?cent)/, 'percent', 1],
  [/^(?:x|times|fold)$/, 'times', 1],
  [/^(?:\$|dollar|buck)/, 'dollars', 1],
  [/^cent/, 'dollars', 0.01],
  [/^(?:€|euro)/, 'euros', 1],
  [/^(?:£|pound)/, 'pounds', 1],
  [/^minute/, 'hours', 1 / 60],
  [/^hour/, 'hours', 1],
  [/^day/, 'hours', 24],
  [/^week/, 'hours', 7 * 24],
  [/^month/, 'months', 1],
  [/^quarter/, 'months', 3],
  [/^year/, 'months', 12],
  [/^decade/, 'months', 120],
];
/** Words between a number and its unit that change neither: "60-something billion", "1.X trillion". */
const VAGUE =
  /(\d)(?:[\s-]?(?:some|odd|ish|plus)(?:thing)?|\.[xX]|\s?\+)(?=[\s-]?(?:%|percent|k|million|billion|trillion|x|times)\b)/gi;
const AMOUNT = '\\d+(?:,\\d{3})*(?:\\.\\d+)?|\\.\\d+';
const SCALE_WORD =
  'k|thousands?|grand(?! (?:bargain|finale|jury|opening|plan|prix|scheme|slam|strategy|total|vision))|mm?|mn|millions?|bn?|billions?|tn?|trillions?';
const KIND_WORD = `%|per ?cent(?:age)?|x|times|fold|dollars?|bucks|cents?|euros?|pounds?|${SPAN_WORD}`;
const FIGURE = new RegExp(
  `(?<coin>[$€£] ?)?(?<![\\p{L}\\d])(?<number>${AMOUNT})(?:[\\s-]?(?<scale>${SCALE_WORD})(?![\\p{L}\\d]))?(?:[\\s-]?(?<counted>${KIND_WORD})(?![\\p{L}\\d]))?`,
  'giu',
);

/**
 * "45 to 75 percent", "40, 50 or 100 billion": one unit for all. Thousands have none ("80,000 to 8 million"), so a
 * list needs a blank after its comma.
 */
const RANGE =
  /(?<![\p{L}\d,.])(\d{1,3}(?:\.\d+)?)(?![.,]?\d)((?:(?:, (?:(?:to|and|or) )?|\s(?:to|and|or)\s|\s?[-–]\s?)\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d))+)\s*(%|percent|k|thousand|grand|million|billion|trillion|x|times|dollars?|cents?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?)(?![\p{L}\d])/giu;
const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?/g;

/** Numbers in a text, as figures or words. */
function figuresOf(text: string): Figure[] {
  const plain = PARTS.reduce((so, [said, figure]) => so.replace(said, figure), text)
    .replace(SPOKEN, (words) => spoken(words))
    .replace(VAGUE, '$1')
    .replace(
      RANGE,
      (_, first, rest: string, unit) =>
        `${first} ${unit}${rest.replace(NUMBER, (number) => `${number} ${unit}`)}`,
    );
  return [...plain.matchAll(FIGURE)].map((match) => {
    const { coin = '', number = '', scale = '', counted = '' } = match.groups ?? {};
    const word = (coin === '' ? counted : coin).toLowerCase();
    const [, kind = null, size = 1] = KINDS.find(([said]) => said.test(word)) ?? [];
    return {
      base: Number(number.replaceAll(',', '')),
      scale: SCALES[scale.toLowerCase().replace(/(?<=d|n)s$/, '')] ?? null,
      kind,
      size,
      written: match[0].trim(),
    };
  });
}

/** Number words as figures: "three hundred eighty" is 380, "one two" is 1 2. */
function spoken(words: string): string {
  const figures: number[] = [];
  for (const word of words.toLowerCase().split(/[-\s]+/)) {
    const before = figures.at(-1);
    const small = SMALL_NUMBERS.indexOf(word);
    const value = small >= 0 ? small : (TENS.indexOf(word) + 2) * 10;
    if (word === 'and') continue;
    if (word === 'hundred') figures.push((figures.pop() ?? 1) * 100);
    else if (before !== undefined && before > 0 && completes(before, value))
      figures.push((figures.pop() ?? 0) + value);
    else figures.push(value);
  }
  return figures.join(' ');
}

/** Whether a number word continues the number before: "eighty" after "three hundred", "four" after "eighty". */
function completes(before: number, value: number): boolean {
  if (before % 100 === 0) return value > 0;
  return before % 10 === 0 && before % 100 >= 20 && value > 0 && value < 10;
}

/**
 * Whether a number is the one said. One said without a kind may be per cent, times, money or a span of time, but billions are
 * neither per cent nor times; one told without a kind may be any.
 */
function isSame(told: Figure, said: Figure): boolean {
  const areKnown = told.kind !== null && said.kind !== null;
  if (areKnown && told.kind !== said.kind) return false;
  if ((told.kind === 'percent' || told.kind === 'times') && said.kind === null && said.scale !== null)
    return false;
  const isAlike = (a: number, b: number) =>
    Math.abs(a * (areKnown ? told.size : 1) - b * (areKnown ? said.size : 1)) <= 1e-9 * b;
  const amount = said.base * (said.scale ?? 1);
  if (told.scale === null) return isAlike(told.base, said.base) || isAlike(told.base, amount);
  return isAlike(told.base * told.scale, amount);
}

/** "One" mostly refers to something: "one of them", "one day". */
function isOne({ base, scale, kind }: Figure): boolean {
  return base === 1 && scale === null && kind !== 'percent' && kind !== 'times';
}

/** "two camps": the model's own count in a summary. */
const SUMMED = /\b(?:two|three)\s+(\p{L}+)(?:\s+(\p{L}+))?/giu;

/** "either those two are dear": counts what the sentence has just named. */
const POINTED = /\b(those|these) (?:two|three)(?=[,;]| (?:are|were|have|will|would|can)\b)/gi;

/** The text without counts of things it names itself, or that `source` never mentions by that word. */
function withoutOwnCounts(text: string, source: string): string {
  const said = new Set(termsOf(source));
  return text
    .replace(POINTED, '$1')
    .replace(SUMMED, (whole, ...following) =>
      termsOf(following.slice(0, 2).join(' ')).some((word) => said.has(word)) || MEASURES.test(whole)
        ? whole
        : ' ',
    );
}
/** Measures: a number before one of them is never a model's own count. */
const MEASURES =
  /\b(?:years?|months?|weeks?|days?|hours?|quarters?|decades?|dollars?|cents?|percent|percentage|points?|times|x|hundred|thousand|million|billion|trillion|thirds|fold|digits?)\b/i;

/** Numbers in a text that `source` lacks, as written. Years near `year` may come from "next year" and the like. */
export function strangeFigures(text: string, source: string, year: number): string[] {
  const said = figuresOf(source);
  const tellsYears = /\b(?:this|next|last) year\b|\byears? (?:ago|from now|out)\b/i.test(source);
  return figuresOf(withoutOwnCounts(text, source))
    .filter((figure) => !isOne(figure) && !said.some((one) => isSame(figure, one)))
    .filter(({ base, written }) => !(tellsYears && /^\d{4}$/.test(written) && Math.abs(base - year) <= 2))
    .filter(({ base, written }) => !(/^(?:19|20)\d\d$/.test(written) && isYearSaid(base, source)))
    .map(({ written }) => written);
}

/** Whether a year is said by two digits: "99", "in 23", "2526" for 25 and 26. */
function isYearSaid(year: number, source: string): boolean {
  const short = String(year % 100).padStart(2, '0');
  return [
    ...source.matchAll(
      /(?<![\d.,$])(\d\d)(\d\d)?(?![\d%]|[.,]\d|\s?(?:percent|k|million|billion|trillion|x|times)\b)/gi,
    ),
  ].some(
    ([, first, second]) => first === short || (second === short && Number(second) - Number(first) === 1),
  );
}
