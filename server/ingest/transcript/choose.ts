import type { TranscriptLink } from '#server/feeds/types.ts';
import { declaredFormat } from './parse.ts';

const PREFERENCE = ['json', 'vtt', 'srt', 'html'] as const;

/**
 * The transcripts worth fetching, best first: those in the feed's language (or of no named one) before others, then
 * by format: JSON, VTT, SRT, HTML, then text and what does not say what it is. The caller tries the next when one fails.
 */
export function rankTranscripts(
  links: readonly TranscriptLink[],
  language: string | null,
): readonly TranscriptLink[] {
  return links
    .flatMap((link, order) => {
      const format = declaredFormat({ type: link.type, url: link.url, contentType: null });
      if (format === null && !mayBeTimed(link)) return [];
      const rank = format === null ? PREFERENCE.length : PREFERENCE.indexOf(format);
      return [{ link, order, distance: languageDistance(link.language, language), rank }];
    })
    .sort((a, b) => a.distance - b.distance || a.rank - b.rank || a.order - b.order)
    .map((entry) => entry.link);
}

/** 0 the same language or unnamed, 1 another region of it, 2 another language. */
function languageDistance(of: string | null, wanted: string | null): 0 | 1 | 2 {
  if (of === null || wanted === null) return 0;
  const [a, b] = [of.toLowerCase(), wanted.toLowerCase()];
  if (a === b) return 0;
  return a.split('-')[0] === b.split('-')[0] ? 1 : 2;
}

const UNTOLD = new Set(['text/plain', 'text/markdown', 'application/octet-stream', 'application/srt+text']);

/** Whether a link without a known format may be timed: its content decides after the fetch. */
function mayBeTimed({ type }: TranscriptLink): boolean {
  return type === null || UNTOLD.has(type.split(';')[0]?.trim().toLowerCase() ?? '');
}
