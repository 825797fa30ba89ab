import { timingLine } from './timing.ts';

/** A subtitle block as written: times in seconds, lines with markup. */
export type CaptionBlock = {
  readonly start: number;
  readonly end: number | null;
  readonly lines: readonly string[];
};

/** Also `\N` and `\n` as two characters, the breaks of Advanced SubStation that converters leave. */
const LINE_END = /\r\n|\n|\r|\\[Nn]/;

/**
 * Splits WebVTT or SubRip text into timed blocks. Only a timing line starts a block, so missing blank lines,
 * wrong counters and headers do no harm. In WebVTT a blank line ends a cue, which keeps NOTE, STYLE and REGION
 * blocks out. In SubRip it does not: writers leave blank lines inside a text.
 */
export function captionBlocks(text: string, format: 'vtt' | 'srt'): CaptionBlock[] {
  const blocks: { start: number; end: number | null; lines: string[] }[] = [];
  let lines: string[] | null = null;
  let previous = '';
  for (const line of text.split(LINE_END)) {
    const timing = timingLine(line);
    if (timing) {
      // The line above a timing line is its counter or identifier, not the words of the cue before.
      if (lines?.at(-1) === previous && isCounter(previous, format)) lines.pop();
      lines = [];
      blocks.push({ ...timing, lines });
    } else if (line.trim() === '') {
      if (format === 'vtt' && (lines?.length ?? 0) > 0) lines = null;
    } else lines?.push(line);
    previous = line;
  }
  return blocks;
}

function isCounter(line: string, format: 'vtt' | 'srt'): boolean {
  return format === 'srt' && /^\s*\d{1,6}\s*$/.test(line);
}

/**
 * Live captions roll: each block repeats the lines of the one before and adds a line, or repeats its line and adds a word. If
 * a file does so throughout, this cuts every block down to what it adds. A few repetitions ("Yeah. Yeah.") stay.
 */
export function unroll(blocks: readonly CaptionBlock[], plain: (line: string) => string): CaptionBlock[] {
  const words = blocks.map((block) => block.lines.map(plain));
  let rolling = 0;
  for (let index = 1; index < blocks.length; index++) {
    if (repeatedLines(words[index - 1] ?? [], words[index] ?? []) > 0) rolling++;
    else if (growsFrom(words[index - 1] ?? [], words[index] ?? [])) rolling++;
  }
  if (rolling < 3 || rolling < blocks.length * 0.3) return [...blocks];

  const kept: { start: number; end: number | null; lines: readonly string[] }[] = [];
  let before: readonly string[] = [];
  blocks.forEach((block, index) => {
    const now = (words[index] ?? []).filter((line) => line !== '');
    const last = kept.at(-1);
    const shared = repeatedLines(before, now);
    const fresh = block.lines.filter((line) => plain(line) !== '').slice(shared);
    if (last && shared === 0 && growsFrom(before, now)) {
      last.lines = fresh;
      last.end = block.end;
    } else if (fresh.length > 0) kept.push({ start: block.start, end: block.end, lines: fresh });
    else if (last && block.end !== null) last.end = Math.max(last.end ?? 0, block.end);
    if (now.length > 0) before = now;
  });
  return kept;
}

/** A rolling caption has fewer lines. Without a limit, comparing two long blocks is quadratic. */
const MOST_LINES = 16;

/** How many of the last lines of `before` are the first lines of `now`, at most `MOST_LINES`. */
function repeatedLines(before: readonly string[], now: readonly string[]): number {
  const current = now.filter((line) => line !== '');
  const past = before.filter((line) => line !== '');
  for (let count = Math.min(past.length, current.length, MOST_LINES); count > 0; count--) {
    if (past.slice(-count).join('\n') === current.slice(0, count).join('\n')) return count;
  }
  return 0;
}

function growsFrom(before: readonly string[], now: readonly string[]): boolean {
  const past = before.join(' ').trim();
  const current = now.join(' ').trim();
  return past !== '' && current.length > past.length && current.startsWith(past);
}
