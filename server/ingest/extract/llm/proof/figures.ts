/** A number of a text: how much, of what kind, and as it was written. */
type Figure = {
  readonly base: number;
  /** 1e9 for "billion"; null where the number stands alone. */
  readonly scale: number | null;
  readonly kind: 'percent' | 'times' | 'plain';
  readonly written: string;
};

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SPOKEN = new RegExp(
  `\\b(?:(?<tens>${TENS.join('|')})(?:[- ](?<unit>${SMALL.slice(1, 10).join('|')}))?|(?<small>${SMALL.join('|')}))(?:[- ](?<hundred>hundred))?\\b`,
  'giu',
);
/** What is said for a number without naming one. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/\ba hundred\b/gi, '100'],
  [/\ba (?=thousand|million|billion|trillion)/gi, '1 '],
  [/\b(?:doubl(?:e|es|ed|ing)|twice)\b/gi, ' 2x '],
  [/\btripl(?:e|es|ed|ing)\b/gi, ' 3x '],
  [/\bhal(?:f|ves|ved|ving)\b/gi, ' 50% '],
];
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
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
const FIGURE =
  /(?<![\p{L}\d])(?<number>\d+(?:,\d{3})*(?:\.\d+)?)(?:[\s-]?(?<unit>%|per ?cent(?:age)?|k|thousands?|mm?|mn|millions?|bn?|billions?|tn?|trillions?|x|times|fold)(?![\p{L}\d]))?/giu;

/** "45 to 75 percent", "3, 4 or 5 billion": the unit is said once. */
const RANGE =
  /(\d[\d,.]*)\s*((?:to|and|or|,|-|–)\s*\$?\d[\d,.]*)\s*(%|percent|k|million|billion|trillion|x|times)(?![\p{L}\d])/giu;

/** The numbers of a text, in figures or words. The word "one" is none: it mostly points at something. */
function figuresOf(text: string): Figure[] {
  const plain = PARTS.reduce((so, [said, figure]) => so.replace(said, figure), text)
    .replace(SPOKEN, (...match) => String(spoken(match.at(-1))))
    .replace(RANGE, '$1 $3 $2 $3');
  return [...plain.matchAll(FIGURE)].map((match) => {
    const { number = '', unit = '' } = match.groups ?? {};
    const word = unit.toLowerCase().replace(/(?<=d|n)s$/, '');
    const kind = /^(?:%|per)/.test(word) ? 'percent' : /^(?:x|times|fold)$/.test(word) ? 'times' : 'plain';
    return {
      base: Number(number.replaceAll(',', '')),
      scale: SCALES[word] ?? null,
      kind,
      written: match[0].trim(),
    };
  });
}

function spoken({ tens, unit, small, hundred }: Record<string, string | undefined>): number {
  const of = (words: readonly string[], word: string | undefined) =>
    Math.max(0, words.indexOf((word ?? '').toLowerCase()));
  const value = tens === undefined ? of(SMALL, small) : (of(TENS, tens) + 2) * 10 + of(SMALL, unit);
  return hundred === undefined ? value : value * 100;
}

/** Whether a number is the one that was said. What was said without a unit may be per cent or times, never billions; and the other way round a number told alone may be any. */
function isSame(told: Figure, said: Figure): boolean {
  if (told.kind !== said.kind && told.kind !== 'plain' && (said.kind !== 'plain' || said.scale !== null))
    return false;
  if (told.scale === null) return told.base === said.base || told.base === said.base * (said.scale ?? 1);
  const amount = said.base * (said.scale ?? 1);
  return Math.abs(told.base * told.scale - amount) <= 1e-9 * amount;
}

/** The numbers of a text that `source` does not hold, as written. Years near `year` may be told from "next year" and the like. */
export function strangeFigures(text: string, source: string, year: number): string[] {
  const said = figuresOf(source);
  const tellsYears = /\b(?:this|next|last) year\b|\byears? (?:ago|from now|out)\b/i.test(source);
  return figuresOf(text)
    .filter((figure) => figure.written !== '1' && !said.some((one) => isSame(figure, one)))
    .filter(({ base, written }) => !(tellsYears && /^\d{4}$/.test(written) && Math.abs(base - year) <= 2))
    .map(({ written }) => written);
}
