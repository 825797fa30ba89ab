import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import { mayOppose } from '#server/features/ask/tell/opposite.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { isLicensed } from '#server/features/ideas/licence.ts';
import { sharedWords, ungrounded } from '#server/language/grounding.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';
import { dayInWords, timestampText } from '#server/platform/clock.ts';

/** All words that a sentence on this evidence may use: what it says, its show, title, date, time and speaker. */
function textOf(item: Evidence): string {
  return [...labelsOf(item), ...wordsOf(item)].join('\n');
}

/** Where, when and by whom evidence was said, and what of. */
function labelsOf(item: Evidence): string[] {
  if (item.kind === 'passage') {
    const { passage } = item;
    return [passage.showName, passage.episodeTitle, dayInWords(passage.publishedAt), passage.speaker ?? ''];
  }
  const { idea } = item;
  return [
    idea.showName,
    idea.episodeTitle,
    dayInWords(idea.episodePublishedAt),
    idea.timestampSeconds === null ? '' : timestampText(idea.timestampSeconds),
    idea.guest ?? '',
    idea.speakerName ?? '',
    idea.speakerTitle ?? '',
    idea.subjectName,
    idea.tickers.join(' '),
  ];
}

/** What evidence says. */
function wordsOf(item: Evidence): string[] {
  if (item.kind === 'passage') return [item.passage.text];
  const { idea } = item;
  return [
    idea.headline,
    idea.thesis,
    idea.statement,
    idea.context ?? '',
    idea.quote ?? '',
    idea.riskFlags.join('. '),
    idea.validationSignals.join('. '),
  ];
}

/** Whether a sentence cites evidence that holds each of its names, symbols and numbers. */
export function restsOn(sentence: string, on: readonly Evidence[]): boolean {
  return on.length > 0 && ungrounded(sentence, on.map(textOf).join('\n')).length === 0;
}

/** The least share, 0..1, of a sentence's words that its evidence must hold. */
const LEAST_SHARED = 0.6;

/** Whether most words of a sentence are in the evidence it cites: a claim of its own would bring other words. */
function keepsToWordsOf(sentence: string, on: readonly Evidence[]): boolean {
  return sharedWords(sentence, on.map(textOf).join('\n')) >= LEAST_SHARED;
}

/** What evidence says, and the side that a model is told of it. */
function withSide(item: Evidence): string {
  return [...wordsOf(item), (item.kind === 'idea' && item.side) || ''].join('\n');
}

/** The parts of a text between quotation marks. */
export function quotesIn(text: string): string[] {
  return [...text.matchAll(/[“"]([^”"]+)[”"]/g)].map((match) => match[1] ?? '');
}

const MOST_SENTENCES = 8;
/** Characters of a sentence. */
const SHORTEST_SENTENCE = 20;
const LONGEST_SENTENCE = 400;

/** One or more numbers of evidence in square brackets: "[2]", "[1, 3]". */
const MARKER = '\\[\\d+(?:\\s*,\\s*\\d+)*\\]';
const MARKERS = new RegExp(MARKER, 'g');
const MARKERS_WITH_SPACE = new RegExp(`\\s*${MARKER}`, 'g');
const MARKERS_AFTER_STOP = new RegExp(`([.!?])\\s*((?:${MARKER}\\s*)+)`, 'g');

/**
 * The sentences of a model's text that cite given evidence and say nothing beyond it; the others are dropped. In an open text
 * the last sentence is left out, since its markers may not have come yet.
 */
export function verified(
  text: string,
  evidence: readonly Evidence[],
  state: 'whole' | 'open' = 'whole',
): Sentence[] {
  // A marker after the full stop belongs to the sentence before it.
  const inside = text.replace(MARKERS_AFTER_STOP, ' $2$1 ').replace(/\s+([.!?])/g, '$1');
  const lines = sentencesOf(inside);
  return (state === 'open' ? lines.slice(0, -1) : lines)
    .flatMap((line) => verifiedSentence(line, evidence) ?? [])
    .slice(0, MOST_SENTENCES);
}

function verifiedSentence(line: string, evidence: readonly Evidence[]): Sentence | null {
  const markers = (line.match(MARKERS) ?? []).flatMap((marker) => marker.slice(1, -1).split(',').map(Number));
  if (markers.length === 0 || markers.some((marker) => !evidence[marker - 1])) return null;
  const on = [...new Set(markers)].map((marker) => evidence[marker - 1] as Evidence);
  const plain = line
    .replace(MARKERS_WITH_SPACE, '')
    .replace(/[*_#`]+/g, '')
    .trim();
  if (plain.length < SHORTEST_SENTENCE || plain.length > LONGEST_SENTENCE) return null;
  const quoted = quotesIn(plain);
  return restsOn(plain, on) &&
    keepsToWordsOf(plain, on) &&
    !mayOppose(plain, on.map(withSide).join('\n')) &&
    areVerbatim(quoted, on) &&
    quoted.every((quote) => quote.length <= licensedChars(on)) &&
    on.every((item) => isLicensed(plain, spokenIn(item))) &&
    !ADVISES.test(plain)
    ? { text: plain, on }
    : null;
}

/** The longest quote that every show behind a sentence permits, in characters. */
function licensedChars(on: readonly Evidence[]): number {
  const rights = on.map((item) => (item.kind === 'passage' ? item.passage : item.idea));
  return Math.min(...rights.map(({ mediaEnabled, quoteChars }) => (mediaEnabled ? quoteChars : 0)));
}

function spokenIn(item: Evidence) {
  return item.kind === 'idea' ? item.idea : { ...item.passage, quote: item.passage.text };
}

/** Advice, or a view of the writer's own. */
const ADVISES =
  /\b(?:you (?:should|could|may want|might want)|(?:investors|people|one) should (?:buy|sell|hold|consider|avoid)|i (?:recommend|think|believe|would)|we (?:recommend|think|believe)|in (?:my|our) (?:view|opinion)|is a (?:good|great|strong|bad) (?:buy|investment|stock))\b/i;

/** Whether each quote was said word for word in the evidence. Case, points and signs do not count. */
function areVerbatim(quoted: readonly string[], on: readonly Evidence[]): boolean {
  const said = on.map((item) => ` ${bareWords(textOf(item))} `);
  return quoted
    .map(bareWords)
    .every((quote) => quote === '' || said.some((text) => text.includes(` ${quote} `)));
}

function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
