import type { DraftCue } from './formats.ts';
import { labelsOf, looksLikeLabel, timedHead } from './labels.ts';
import { CLOCK_TEXT, clockSeconds } from './timing.ts';
import { captionWords } from './words.ts';

/** A time at the head of a line, also in brackets, with or without the one at which the line ends. */
const TIME_FIRST = new RegExp(
  String.raw`^[[(]?(${CLOCK_TEXT})(?:\s?(?:--?>|[-–—])\s?${CLOCK_TEXT})?[\])]?\s?[-–—:|]?(?:\s|$)`,
);
const ANY_TIME = new RegExp(String.raw`(?<!\d)${CLOCK_TEXT}(?!\d)`);

/** A text with fewer is not timed: a time of day opens a line by chance. */
const LEAST_TIMES = 3;
/** More words after one time, or fewer than one word in so many seconds, are no talk that is timed: chapters, notes. */
const MOST_WORDS = 1500;
const SLOWEST_SECONDS = 10;

type Line = {
  readonly start: number | null;
  readonly speaker: string | null;
  readonly text: string;
};

/**
 * Cues of text whose lines begin with times, or with names and times: `[0:22] Ann Lee: …`, `Ann Lee (0:22)` above what she says.
 * The lines below a time start at it; those above the first, and those below a null, which ends what went before, are left
 * out. Null when the text is not timed so.
 */
export function textCues(source: readonly (string | null)[]): DraftCue[] | null {
  const cues: DraftCue[] = [];
  let start: number | null = null;
  let speaker: string | null = null;
  for (const line of linesOf(source)) {
    start = line === null ? null : (line.start ?? start);
    speaker = line === null ? null : (line.speaker ?? speaker);
    if (line !== null && start !== null) cues.push({ start, end: null, speaker, text: line.text });
  }
  return isTimed(cues) ? cues : null;
}

/** Whether there is a time anywhere in a text. */
export function hasTime(text: string): boolean {
  return ANY_TIME.test(text);
}

function linesOf(source: readonly (string | null)[]): (Line | null)[] {
  const lines = withNamesBeside(source.map((line) => (line === null ? null : captionWords(line)))).map(
    (line) => (line === null ? null : timedLine(line)),
  );
  const labels = labelsOf(lines.flatMap((line) => (line === null ? [] : [headedText(line)])));
  return lines.map((line) => {
    const head = line === null || line.speaker !== null ? null : labels(headedText(line));
    return line && head ? { ...line, speaker: head.label, text: head.rest } : line;
  });
}

function timedLine(line: string): Line {
  const first = TIME_FIRST.exec(line);
  const start = clockSeconds(first?.[1] ?? '');
  if (first && start !== null) return { start, speaker: null, text: line.slice(first[0].length).trim() };
  const named = timedHead(line);
  const said = clockSeconds(named?.clock ?? '');
  if (named && said !== null) return { start: said, speaker: named.label, text: named.rest };
  return { start: null, speaker: null, text: line };
}

/** The words of a line as labels are looked for: a name alone after a time may be one without its colon. */
function headedText({ start, text }: Line): string {
  return start !== null && isName(text) ? `${text}:` : text;
}

function isName(line: string | null | undefined): boolean {
  return typeof line === 'string' && looksLikeLabel(line) && !/[.?!]$/.test(line);
}

/** Lines where a name that stands alone above or below a time that does is one line with it. */
function withNamesBeside(lines: readonly (string | null)[]): (string | null)[] {
  const spoken = lines.filter((line) => line !== '');
  const isTime = (line: string | null | undefined) =>
    typeof line === 'string' && clockSeconds(line.replace(/[[\]()]/g, '')) !== null;
  const times = spoken.flatMap((line, index) => (isTime(line) ? [index] : []));
  const above = times.filter((index) => isName(spoken[index - 1])).length;
  const below = times.filter((index) => isName(spoken[index + 1])).length;
  if (Math.max(above, below) < LEAST_TIMES) return spoken;
  const step = above >= below ? -1 : 1;
  const named = new Set(times.filter((index) => isName(spoken[index + step])));
  const taken = new Set([...named].map((index) => index + step));
  return spoken.flatMap((line, index) => {
    if (taken.has(index)) return [];
    return [named.has(index) ? `${spoken[index + step]} ${line}` : line];
  });
}

function isTimed(cues: readonly DraftCue[]): boolean {
  const times = Map.groupBy(cues, ({ start }) => start);
  const words = [...times.values()].map((own) =>
    own.reduce((sum, { text }) => sum + (text === '' ? 0 : text.split(' ').length), 0),
  );
  const first = cues[0]?.start ?? 0;
  const seconds = cues.reduce((latest, { start }) => Math.max(latest, start), 0) - first;
  return (
    times.size >= LEAST_TIMES &&
    words.every((count) => count <= MOST_WORDS) &&
    words.reduce((sum, count) => sum + count, 0) >= seconds / SLOWEST_SECONDS
  );
}
