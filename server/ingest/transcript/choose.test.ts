import { describe, expect, it } from 'vitest';
import type { TranscriptLink } from '#server/feeds/types.ts';
import { rankTranscripts } from './choose.ts';

const link = (url: string, type: string | null = null, language: string | null = null): TranscriptLink => ({
  url: `https://x.example/${url}`,
  type,
  language,
  rel: null,
});
const ranked = (links: TranscriptLink[], language: string | null = 'en') =>
  rankTranscripts(links, language).map(({ url }) => url.slice('https://x.example/'.length));

describe('choosing a transcript', () => {
  it('prefers JSON, then VTT, SRT, HTML, by type or by file name', () => {
    const links = [
      link('a.html', 'text/html'),
      link('b.srt'),
      link('c', 'text/vtt'),
      link('d', 'application/json'),
      link('e', 'application/x-subrip'),
    ];
    expect(ranked(links)).toEqual(['d', 'c', 'b.srt', 'e', 'a.html']);
  });

  it('prefers the feed’s language to any format', () => {
    const links = [
      link('a', 'application/json', 'es'),
      link('b', 'text/vtt', 'en-GB'),
      link('c', 'text/html', 'EN'),
    ];
    expect(ranked(links)).toEqual(['c', 'b', 'a']);
    expect(ranked(links, null)).toEqual(['a', 'b', 'c']);
  });

  it('leaves out what is no transcript, and keeps text and what does not say what it is for last', () => {
    expect(ranked([link('a', 'application/pdf'), link('b', 'audio/mpeg')])).toEqual([]);
    expect(ranked([link('a'), link('b.srt')])).toEqual(['b.srt', 'a']);
    expect(ranked([link('a.txt', 'text/plain; charset=utf-8'), link('b', 'text/html')])).toEqual([
      'b',
      'a.txt',
    ]);
    expect(ranked([link('a.vtt', 'text/plain'), link('b.txt', 'text/plain')])).toEqual(['a.vtt', 'b.txt']);
  });
});
