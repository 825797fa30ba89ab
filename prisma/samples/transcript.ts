import type { Cue } from '#server/domain.ts';
import type { DeclaredFormat } from '#server/ingest/transcript/parse.ts';

/** Media type and file extension that a feed announces for each transcript format. */
export const TRANSCRIPT_TYPES: Record<DeclaredFormat, { readonly type: string; readonly extension: string }> =
  {
    json: { type: 'application/json', extension: 'json' },
    vtt: { type: 'text/vtt', extension: 'vtt' },
    srt: { type: 'application/x-subrip', extension: 'srt' },
    html: { type: 'text/html', extension: 'html' },
  };

const RENDERERS: Record<DeclaredFormat, (cues: readonly Cue[]) => string> = {
  json: renderJson,
  vtt: renderVtt,
  srt: renderSrt,
  html: renderHtml,
};

/** Writes cues in one of the four formats of the Podcasting 2.0 transcript specification. */
export function renderTranscript(format: DeclaredFormat, cues: readonly Cue[]): string {
  return RENDERERS[format](cues);
}

/** Escapes text for XML, HTML and WebVTT content and attribute values. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function renderJson(cues: readonly Cue[]): string {
  const segments = cues.map(({ speaker, start, end, text }) => ({
    speaker,
    startTime: start,
    endTime: end,
    body: text,
  }));
  return `${JSON.stringify({ version: '1.0.0', segments }, null, 2)}\n`;
}

function renderVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, speaker, text }) =>
      `${clock(start, '.')} --> ${clock(end, '.')}\n<v ${speaker}>${escapeMarkup(text)}</v>\n`,
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function renderSrt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, speaker, text }, index) =>
      `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${speaker}: ${text}\n`,
  );
  return blocks.join('\n');
}

function renderHtml(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, speaker, text }) =>
      `<cite>${escapeMarkup(`${speaker}:`)}</cite>\n<time>${shortClock(start)}</time>\n<p>${escapeMarkup(text)}</p>`,
  );
  return `${blocks.join('\n')}\n`;
}

function clock(seconds: number, decimalMark: ',' | '.'): string {
  const millis = Math.round(seconds * 1000);
  const parts = [
    Math.floor(millis / 3_600_000),
    Math.floor(millis / 60_000) % 60,
    Math.floor(millis / 1000) % 60,
  ];
  const fraction = String(millis % 1000).padStart(3, '0');
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}${decimalMark}${fraction}`;
}

function shortClock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
