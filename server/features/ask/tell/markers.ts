import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { stanceInWords } from '#server/features/ideas/telling.ts';
import { ABBREVIATED } from '#server/language/text-sentences.ts';

/** Said of an idea that the question is bound to, and that the record no longer lists. */
const REPLACED = 'a later reading of the episode replaced this';

/** The text of an answer with markers from 1 in the order of `cited`. */
type Marked = { readonly answer: string; readonly cited: readonly Evidence[] };

/**
 * Adds markers to sentences and numbers the evidence in the order it is cited. When a side was asked for, the first citation
 * of an idea without a stance says so: its words may lean to the side, but the record does not put it there. The first
 * citation of an idea that was replaced says that.
 */
export function withMarkers({ side }: QuestionReading, sentences: readonly Sentence[]): Marked {
  const cited: Evidence[] = [];
  const mark = (item: Evidence) => {
    const isNew = !cited.includes(item);
    if (isNew) cited.push(item);
    const untold = isNew && side !== null && item.kind === 'idea' && item.idea.stance === null;
    const replaced = isNew && item.kind === 'idea' && item.idea.supersededAt !== null;
    const said = [...(untold ? [stanceInWords(null)] : []), ...(replaced ? [REPLACED] : [])].join('; ');
    return `${said && ` (${said}) `}[${cited.indexOf(item) + 1}]`;
  };
  const written = sentences.map(({ text, on }) => `${oneSentence(text)} ${on.map(mark).join('').trim()}.`);
  return { answer: written.join(' '), cited };
}

/** A text made one sentence: no full stop, question or exclamation mark before a space. An episode's title stays as it is. */
function oneSentence(text: string): string {
  return text
    .split(EPISODE_TITLE)
    .map((part, i) => (i % 2 === 1 ? part : withoutStops(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[\s.;,:!?]+$/, '')
    .trim();
}

/** `cardLine` quotes it so. */
const EPISODE_TITLE = /(?<= in the episode )(“[^”]*”)/;

/** The stop after an abbreviation that `sentencesOf` knows, after capitals, and after one that may end a sentence. */
const AFTER_ABBREVIATION = new RegExp(
  `(?<=(?<![\\p{L}\\p{N}])(?:${ABBREVIATED}|\\p{Lu}+|etc))\\.(?=[\\s,;:)”])`,
  'gu',
);

function withoutStops(text: string): string {
  return text
    .replace(/\[(\d+)\]/g, '($1)')
    .replace(/\b(\p{Lu})\.(?=\p{Lu}\.)/gu, '$1')
    .replace(AFTER_ABBREVIATION, '')
    .replace(/“[^”]*”/g, inQuotations)
    .replace(/[.!?]+(?=["”’)]*\s)/g, ';');
}

/** Sentences between quotation marks as a quotation each, so that what stands between the marks stays verbatim. */
function inQuotations(quoted: string): string {
  return quoted.replace(/[.!?]+(["’)]*)\s+(?=[^\s”])/g, '$1” and “');
}
