import type { Cue, VerbatimQuote } from '#server/domain.ts';
import {
  badlyCut,
  brokenOff,
  type Cut,
  hangsOnWhatIsAround,
  isBetweenStops,
  isOfSentences,
  isPunctuated,
  partedFromSense,
  SENTENCE_ENDS,
} from '#server/ingest/extract/llm/proof/cut.ts';
import type { Window, WindowLine } from '#server/ingest/extract/llm/windows.ts';
import { isOneVoice } from '#server/ingest/extract/sentences/broken.ts';
import { proveQuote, QUOTE_CAP } from '#server/ingest/extract/sentences/verbatim-quote.ts';

/** A proven quote, the window line where it begins, and all its lines, from 1. */
export type FoundQuote = Cut & { readonly line: number; readonly lines: readonly number[] };

/** What is looked for: words near a line, and what becomes of a part of a sentence. */
type Wanted = { readonly words: string; readonly near: number; readonly parts: 'widened' | 'kept' };

/**
 * Finds a model's quote in the window, nearest to its line, and proves it in the cues. Letters must match; case,
 * spacing and typographic marks may differ, and the transcript's are used. Unless parts are kept, a quote cut inside a
 * sentence gets whole sentences if not too long. One that cuts a clause, or breaks off in talk without stops, gets its
 * whole lines, unless these break off more. A long one gets fewer sentences. Null if it was not said there: no quote
 * leaves the window, enters an advert or crosses voices.
 */
export function findQuote(
  cues: readonly Cue[],
  window: Window,
  { words, near, parts }: Wanted,
): FoundQuote | null {
  const bare = words.replace(/^["'“”‘’«\s]+|["'“”‘’»\s]+$/gu, '').replace(/^(\.\.\.|…)|(\.\.\.|…)$/g, '');
  for (const wanted of [bare, shortened(bare)]) {
    const found = placeOf(cues, window, { words: folded(wanted).text.trim(), near, parts });
    if (found !== null) return found;
  }
  return null;
}

function placeOf(cues: readonly Cue[], window: Window, { words, near, parts }: Wanted): FoundQuote | null {
  if (words.length === 0) return null;
  const found = stretches(cues, window.lines).flatMap((stretch) => placesIn(stretch, words));
  found.sort((a, b) => Math.abs(a.line - near) - Math.abs(b.line - near) || a.line - b.line);
  for (const place of found) {
    const at = window.lines[place.line - 1] as WindowLine;
    const stands = (quote: VerbatimQuote | null): quote is VerbatimQuote =>
      quote !== null && quote.firstCue >= at.firstCue && quote.firstCue <= at.lastCue;
    const lines = Array.from({ length: place.lastLine - place.line + 1 }, (_, i) => place.line + i);
    const quoteOf = (start: number, end: number): FoundQuote | null => {
      const quote = proveQuote(cues, place.text.slice(start, end), at.firstCue);
      const [before, after] = [place.text.slice(0, start).trim(), place.text.slice(end).trim()];
      return stands(quote) ? { quote, line: place.line, lines, before, after } : null;
    };
    const part = quoteOf(place.start, place.end);
    if (part === null) continue;
    const whole = quoteOf(place.linesStart, place.linesEnd);
    if (whole === null || staysPart(part, whole, parts)) return part;
    return whole;
  }
  return null;
}

/**
 * Whether a part is a better quote than its whole lines. Without stops the model's choice counts, unless the words
 * around turn its sense.
 */
function staysPart(part: FoundQuote, whole: FoundQuote, parts: Wanted['parts']): boolean {
  if (isBetweenStops(part)) return true;
  if (isPunctuated(part) || SENTENCE_ENDS.test(whole.quote.text))
    return badlyCut(part).length === 0 && (parts === 'kept' || !isOfSentences(whole));
  if (partedFromSense(part).length > 0 || hangsOnWhatIsAround(part)) return false;
  const broken = brokenOff(part).length;
  return broken === 0 || broken < brokenOff(whole).length;
}

/** As many sentences as a quote may hold; of one too long, its first clauses. */
function shortened(text: string): string {
  if (text.length <= QUOTE_CAP) return '';
  const start = text.slice(0, QUOTE_CAP + 1);
  const end = Math.max(...['. ', '? ', '! '].map((mark) => start.lastIndexOf(mark)));
  if (end > 0) return start.slice(0, end + 1);
  return start.slice(0, Math.max(start.lastIndexOf(', '), 0));
}

type LineStart = { readonly offset: number; readonly line: number };
type Stretch = { readonly text: string; readonly starts: readonly LineStart[] };

/** Uninterrupted runs of lines by one voice; a sponsor read ends a run. */
function stretches(cues: readonly Cue[], lines: readonly WindowLine[]): Stretch[] {
  const out: { text: string; starts: { offset: number; line: number }[] }[] = [];
  lines.forEach((line, i) => {
    const before = lines[i - 1];
    const goesOn =
      before !== undefined &&
      line.firstCue <= before.lastCue + 1 &&
      (before.speaker === line.speaker || isOneVoice(cues, before.lastCue));
    const last = out.at(-1);
    if (!goesOn || last === undefined) {
      out.push({ text: line.text, starts: [{ offset: 0, line: i + 1 }] });
      return;
    }
    last.starts.push({ offset: last.text.length + 1, line: i + 1 });
    last.text += ` ${line.text}`;
  });
  return out;
}

/** A match in the text of a stretch: characters, and its whole lines. */
type Place = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
  readonly linesStart: number;
  readonly linesEnd: number;
};

function placesIn({ text: said, starts }: Stretch, wanted: string): Place[] {
  const { text, offsets } = folded(said);
  const out: Place[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const start = offsets[at] as number;
    const end = (offsets[at + wanted.length - 1] as number) + 1;
    const indexOf = (offset: number) => starts.findLastIndex((one) => one.offset <= offset);
    const [first, last] = [starts[indexOf(start)], starts[indexOf(end - 1)]] as [LineStart, LineStart];
    const next = starts[indexOf(end - 1) + 1];
    out.push({
      text: said,
      start,
      end,
      line: first.line,
      lastLine: last.line,
      linesStart: first.offset,
      linesEnd: next === undefined ? said.length : next.offset - 1,
    });
  }
  return out;
}

const PLAIN: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '.',
};

/** Lower-case text with plain marks and single blanks, and the original offset of each character. */
function folded(original: string): { text: string; offsets: number[] } {
  let text = '';
  const offsets: number[] = [];
  for (let i = 0; i < original.length; i += 1) {
    const char = original[i] as string;
    const blank = /\s/.test(char);
    if (blank && (text === '' || text.endsWith(' '))) continue;
    const lower = char.toLowerCase();
    text += blank ? ' ' : (PLAIN[char] ?? (lower.length === 1 ? lower : char));
    offsets.push(i);
  }
  return { text, offsets };
}
