import { decodeOnce } from '#server/feeds/text.ts';
import { cleanText } from '#server/feeds/xml.ts';

const TAG = /<\/?[a-z][^<>]{0,300}>|<\d[\d:.]{1,20}>/gi;
const OVERRIDE = /\{\\[^{}]{0,60}\}/g;
/** Breaks and hard spaces of Advanced SubStation, which converters leave in the text. */
const SCRIPT_BREAK = /\\[Nnh]/g;

/** The printable characters windows-1252 puts at 0x80 to 0x9f, by code point. */
const CP1252 = new Map(
  [
    ...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)),
  ].map((character, index) => [character, 0x80 + index] as const),
);
const MISREAD_RUN = new RegExp(`[\\u00a0-\\u00ff${[...CP1252.keys()].join('')}]{2,}`, 'g');

/** The words of a subtitle on one line: without tags, style overrides, script breaks and markdown stars, entities decoded. */
export function captionWords(source: string): string {
  return tidyWords(decodeEntities(source.replace(TAG, '').replace(OVERRIDE, '').replace(SCRIPT_BREAK, ' ')));
}

/** Blanks, at most so many at once: V8 keeps a place for each, and a run of millions is beyond its stack. */
const BLANKS = /[\s\u200b\u200e\u200f\ufeff]{1,1000}/g;

/** Decoded words without control characters and markdown stars, with single spaces. */
export function tidyWords(source: string): string {
  return cleanText(source).replace(/\*\*/g, '').replace(BLANKS, ' ').replace(/ {2,}/g, ' ').trim();
}

/** Decodes entities, twice if they were escaped twice. */
export function decodeEntities(source: string): string {
  return decodeOnce(decodeOnce(source));
}

/** Repairs UTF-8 that was decoded as windows-1252 (`donâ€™t`), in each run of characters whose bytes are valid UTF-8. */
export function repairMojibake(text: string): string {
  return text.replace(MISREAD_RUN, (run) => {
    const bytes = Uint8Array.from(
      [...run].map((character) => CP1252.get(character) ?? character.charCodeAt(0)),
    );
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return run;
    }
  });
}
