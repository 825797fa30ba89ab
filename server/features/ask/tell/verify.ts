import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import { timestampText } from '#server/features/ideas/media.ts';
import { sharedWords, ungrounded } from '#server/language/grounding.ts';
import { dayInWords } from '#server/platform/clock.ts';

/** All that a piece of evidence says, with its show, title, date and speaker: the words that a sentence may rest on. */
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

/** Whether a sentence cites evidence, and every name, symbol and number of it occurs there. */
export function restsOn(sentence: string, on: readonly Evidence[]): boolean {
  return on.length > 0 && ungrounded(sentence, on.map(textOf).join('\n')).length === 0;
}

/** The least share, 0..1, of a sentence's words that its evidence must hold. */
const LEAST_SHARED = 0.6;

/** Whether most of a sentence's words are words of the evidence it cites: a claim of its own would bring its own words. */
export function keepsToWordsOf(sentence: string, on: readonly Evidence[]): boolean {
  return sharedWords(sentence, on.map(textOf).join('\n')) >= LEAST_SHARED;
}

/** What of a text stands between quotation marks. */
export function quotesIn(text: string): string[] {
  return [...text.matchAll(/[“"]([^”"]+)[”"]/g)].map((match) => match[1] ?? '');
}
