import type { Cue, VerbatimQuote } from '#server/domain.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { proveQuote, QUOTE_AIM, QUOTE_CAP } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import type { JudgedCards } from './card/judge.ts';
import { losesMeaning } from './clauses.ts';

/** A sentence this short says more with the one after it. */
const SHORT_WORDS = 9;

/** The sentences that could be quoted for a passage, the one that an editor would most likely sign first. */
export function signableLines(cards: JudgedCards): PassageLine[] {
  return [...cards]
    .sort(([a, one], [b, other]) => other.signed - one.signed || a.sentence.index - b.sentence.index)
    .map(([line]) => line);
}

/**
 * The best claim that proves verbatim in the cues; null when none does, and then there is no idea. Where the claim
 * does not name its subject, the sentence before it that does is quoted with it; a short one takes the next along.
 */
export function chooseQuote(cues: readonly Cue[], lines: readonly PassageLine[]): VerbatimQuote | null {
  const byIndex = new Map(lines.map((line) => [line.sentence.index, line]));
  for (const line of lines.slice(0, 8)) {
    for (const text of wordings(line, byIndex)) {
      const quote = proveQuote(cues, text, line.sentence.firstCue);
      if (quote !== null) return quote;
    }
  }
  return null;
}

/** What may be quoted for a line, the fullest first. */
function wordings({ sentence, named }: PassageLine, lines: ReadonlyMap<number, PassageLine>): string[] {
  const before = lines.get(sentence.index - 1);
  const after = lines.get(sentence.index + 1);
  const alone = withinCap(sentence.text);
  const wider =
    !named && before?.named
      ? joined(before.sentence, sentence)
      : sentence.words < SHORT_WORDS && after !== undefined
        ? joined(sentence, after.sentence)
        : null;
  return wider === null ? [alone] : [wider, alone];
}

/** Two sentences of one turn, if they fit into a quote. */
function joined(first: Sentence, second: Sentence): string | null {
  if (first.turn !== second.turn) return null;
  const text = `${first.text} ${second.text}`;
  return text.length <= QUOTE_AIM ? text : null;
}

/** A sentence cut at its last clause end before the cap that keeps its condition; as it is when short enough. */
function withinCap(text: string): string {
  if (text.length <= QUOTE_CAP) return text;
  const head = text.slice(0, QUOTE_AIM);
  const ends = [...head.matchAll(/[,;] | [–—] /g)].map(({ index }) => index);
  const clause = ends.findLast((end) => !losesMeaning(text, end)) ?? -1;
  const word = head.lastIndexOf(' ');
  return head.slice(0, clause > QUOTE_AIM / 2 ? clause : word);
}
