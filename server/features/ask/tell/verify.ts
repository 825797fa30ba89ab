import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import { timestampText } from '#server/features/ideas/media.ts';
import { sharedWords, ungrounded } from '#server/language/grounding.ts';
import { dayInWords } from '#server/platform/clock.ts';

/** All words that a sentence on this evidence may use: what it says, its show, title, date, time and speaker. */
export function textOf(item: Evidence): string {
  if (item.kind === 'passage') {
    const { passage } = item;
    return [
      passage.showName,
      passage.episodeTitle,
      dayInWords(passage.publishedAt),
      passage.speaker ?? '',
      passage.text,
    ].join('\n');
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
    idea.headline,
    idea.thesis,
    idea.statement,
    idea.context ?? '',
    idea.quote ?? '',
    idea.subjectName,
    idea.tickers.join(' '),
    idea.riskFlags.join('. '),
    idea.validationSignals.join('. '),
  ].join('\n');
}

/** Whether a sentence cites evidence that holds each of its names, symbols and numbers. */
export function restsOn(sentence: string, on: readonly Evidence[]): boolean {
  return on.length > 0 && ungrounded(sentence, on.map(textOf).join('\n')).length === 0;
}

/** The least share, 0..1, of a sentence's words that its evidence must hold. */
const LEAST_SHARED = 0.6;

/** Whether most words of a sentence are in the evidence it cites: a claim of its own would bring other words. */
export function keepsToWordsOf(sentence: string, on: readonly Evidence[]): boolean {
  return sharedWords(sentence, on.map(textOf).join('\n')) >= LEAST_SHARED;
}

/** The parts of a text between quotation marks. */
export function quotesIn(text: string): string[] {
  return [...text.matchAll(/[“"]([^”"]+)[”"]/g)].map((match) => match[1] ?? '');
}
