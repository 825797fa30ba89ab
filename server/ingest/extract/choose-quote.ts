import type { Cue, VerbatimQuote } from '#server/ingest/types.ts';
import { isCounterfactual } from './modality.ts';
import { proveQuote, QUOTE_CAP } from './quote.ts';
import type { Line, Reading } from './reading.ts';

/** Quotes aim below the cap so that the usual show licence (280 characters) does not cut them. */
const AIM = 280;

/** The passage's lines that could carry the claim, best first. */
export function claimLines(reading: Reading): Line[] {
  const lean = reading.polarity.praise >= reading.polarity.fault ? 1 : -1;
  return reading.lines
    .filter((line) => line.asserted && line.sentence.words >= 5)
    .map((line) => ({ line, score: claimScore(line, lean) }))
    .sort((a, b) => b.score - a.score || a.line.sentence.index - b.line.sentence.index)
    .map(({ line }) => line);
}

function claimScore(line: Line, lean: number): number {
  const { polarity, structure, sentence } = line;
  const along = lean * (polarity.praise - polarity.fault);
  const words = sentence.words;
  return (
    (line.named ? 1.6 : 0) +
    (line.leads ? 0.5 : 0) +
    Math.min(3, Math.max(-1, along)) * 0.9 +
    (line.ownView ? 0.7 : 0) +
    Math.min(1, structure.reasons + structure.mechanism) * 0.5 +
    Math.min(1, structure.evidence) * 0.3 -
    0.3 * line.rivals -
    (words < 8 ? 1 : 0) -
    (/[.!?]["'”’]?$/.test(sentence.text) ? 0 : 0.5) -
    (words > 45 ? 0.6 : 0) -
    (isCounterfactual(sentence.text) ? 0.6 : 0)
  );
}

/** The best claim that proves verbatim in the cues; null when none does, and then there is no idea. */
export function chooseQuote(cues: readonly Cue[], lines: readonly Line[]): VerbatimQuote | null {
  for (const line of lines.slice(0, 8)) {
    const quote = proveQuote(cues, withinCap(line.sentence.text), line.sentence.firstCue);
    if (quote !== null) return quote;
  }
  return null;
}

/** A sentence cut at its last clause end before the cap; as it is when short enough. */
function withinCap(text: string): string {
  if (text.length <= QUOTE_CAP) return text;
  const head = text.slice(0, AIM);
  const clause = Math.max(
    head.lastIndexOf(', '),
    head.lastIndexOf('; '),
    head.lastIndexOf(' – '),
    head.lastIndexOf(' — '),
  );
  const word = head.lastIndexOf(' ');
  return head.slice(0, clause > AIM / 2 ? clause : word);
}
