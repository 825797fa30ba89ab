import type { Cue } from '#server/domain.ts';
import { decodeBytes } from '#server/feeds/encoding.ts';
import { captionCues, type DraftCue, type Unreadable } from './formats.ts';
import { htmlCues } from './html.ts';
import { jsonCues } from './json.ts';
import { disbelief } from './pace.ts';
import { withoutRepeatedLabels } from './speakers.ts';
import { hasTime, textCues } from './text.ts';
import { repairMojibake } from './words.ts';

/** A format that a type or a file name tells. */
export type DeclaredFormat = 'json' | 'vtt' | 'srt' | 'html';

export type TranscriptFormat = DeclaredFormat | 'text';

export type TranscriptResult =
  | { readonly ok: true; readonly format: TranscriptFormat; readonly cues: readonly Cue[] }
  | Unreadable;

export type TranscriptSource = {
  /** The HTTP answer's Content-Type. */
  readonly contentType: string | null;
  /** `type` of `podcast:transcript`. */
  readonly type: string | null;
  readonly url: string | null;
};

const MAX_TRANSCRIPT_BYTES = 24 * 1024 * 1024;
const MAX_CUES = 200_000;
/** Seconds by which a cue may start before the one above it, where two people speak at once. */
const OVERLAP_SECONDS = 2;
/** No episode lasts longer. A later start is in milliseconds, a date, or a mistake. */
export const MAX_SECONDS = 24 * 3600;

/**
 * Reads a transcript into cues: starts in seconds that never decrease nor pass a day, `end` never before `start`, words
 * never empty. The content decides the format; the declared type decides only where the content may be several. Never throws.
 * Refuses text without times, because a second is never inferred.
 */
export function parseTranscript(bytes: Uint8Array, source: TranscriptSource): TranscriptResult {
  if (bytes.byteLength > MAX_TRANSCRIPT_BYTES) {
    return { ok: false, reason: `The transcript is larger than ${MAX_TRANSCRIPT_BYTES / 1024 / 1024} MB.` };
  }
  const decoded = decodeBytes(bytes, source.contentType);
  if (!decoded.ok) return decoded;
  const text = repairMojibake(decoded.text.replace(/^\ufeff/, ''));
  if (text.trim() === '') return { ok: false, reason: 'The transcript is empty.' };
  const format = formatOf(text, source);
  const drafts = draftsOf(text, format);
  if (!Array.isArray(drafts)) return drafts;
  const settled = settleCues(withoutRepeatedLabels(drafts));
  return settled.ok ? { ok: true, format, cues: settled.cues } : settled;
}

function draftsOf(text: string, format: TranscriptFormat): DraftCue[] | Unreadable {
  switch (format) {
    case 'json':
      return jsonCues(text);
    case 'html': {
      const cues = htmlCues(text);
      if (cues !== 'too deep') return cues ?? untimed(text);
      return { ok: false, reason: 'The tags of the transcript are nested too deeply.' };
    }
    case 'text':
      return textCues(text.split(/\r\n|\n|\r/)) ?? untimed(text);
    default:
      return captionCues(text, format);
  }
}

function untimed(text: string): Unreadable {
  const reason = hasTime(text)
    ? 'The transcript has no times in a form that is known, and times are never inferred.'
    : 'The transcript has no times, and times are never inferred.';
  return { ok: false, reason };
}

/** Within one line: white space that crosses line ends would make the search quadratic. */
const TIMING_LINE = /^[^\S\r\n]*[\d:.,]{4,20}[^\S\r\n]*(?:--?>|–>|—>|→)/m;

const JSON_START = /^(?:\{\s*["}]|\[\s*[[\]{])/;
const HTML_TAG = /<(?:time|!doctype html|html|body|p|div|table|span|br)[\s/>]/i;

function formatOf(text: string, source: TranscriptSource): TranscriptFormat {
  const start = text.trimStart();
  if (start.startsWith('WEBVTT')) return 'vtt';
  if (JSON_START.test(start)) return 'json';
  if (TIMING_LINE.test(text)) {
    return declaredFormat(source) === 'vtt' ? 'vtt' : 'srt';
  }
  return HTML_TAG.test(text) ? 'html' : 'text';
}

/** The format by the feed's type, the file name or the server's type, in this order; null for text and the unknown. */
export function declaredFormat(source: TranscriptSource): DeclaredFormat | null {
  return formatOfType(source.type) ?? formatOfUrl(source.url) ?? formatOfType(source.contentType);
}

function formatOfType(type: string | null): DeclaredFormat | null {
  const name = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (name.endsWith('json')) return 'json';
  if (name.endsWith('vtt')) return 'vtt';
  if (/(?:^|[/.x-])(?:subrip|srt)$/.test(name)) return 'srt';
  return name === 'text/html' || name === 'application/xhtml+xml' ? 'html' : null;
}

function formatOfUrl(url: string | null): DeclaredFormat | null {
  const path = URL.parse(url ?? '', 'http://localhost/')?.pathname.toLowerCase() ?? '';
  const extension = /\.(json|vtt|srt|html?)$/.exec(path)?.[1];
  return extension === 'htm' ? 'html' : ((extension as DeclaredFormat | undefined) ?? null);
}

/** Makes cues of drafts, with the guarantees of `parseTranscript`, or tells why it cannot. */
export function settleCues(
  drafts: readonly DraftCue[],
): { readonly ok: true; readonly cues: readonly Cue[] } | Unreadable {
  const spoken = drafts.filter((cue) => cue.text !== '').slice(0, MAX_CUES);
  if (spoken.length === 0) return { ok: false, reason: 'The transcript has no timed words.' };
  if (spoken.some((cue) => cue.start > MAX_SECONDS))
    return { ok: false, reason: 'The transcript has times past 24 hours, and no episode lasts that long.' };
  const ordered = inOrder(spoken);
  if (ordered === null) return { ok: false, reason: 'The times of the transcript run backwards.' };
  const reason = disbelief(ordered);
  if (reason !== null) return { ok: false, reason };
  return { ok: true, cues: ordered.map((cue, index) => withEnd(cue, ordered[index + 1])) };
}

/**
 * Cues in the order of their starts. One that steps back a little, where two people speak at once, keeps its place and starts
 * with the one above it. A few misplaced cues move to where their times say. Null for a file whose clock restarts.
 */
function inOrder(cues: readonly DraftCue[]): DraftCue[] | null {
  const held: DraftCue[] = [];
  let latest = 0;
  let misplaced = 0;
  for (const cue of cues) {
    const back = latest - cue.start;
    if (back > OVERLAP_SECONDS) misplaced++;
    held.push(back > 0 && back <= OVERLAP_SECONDS ? { ...cue, start: latest } : cue);
    latest = Math.max(latest, cue.start);
  }
  if (misplaced > Math.max(1, cues.length * 0.02)) return null;
  return misplaced > 0 ? held.sort((a, b) => a.start - b.start) : held;
}

function withEnd(cue: DraftCue, next: DraftCue | undefined): Cue {
  // Writers leave the last cue open until `99:59:59`, which says no more than a missing end.
  const said = cue.end !== null && cue.end <= MAX_SECONDS ? cue.end : null;
  const end = said ?? next?.start ?? cue.start;
  return { start: cue.start, end: Math.max(cue.start, end), speaker: cue.speaker, text: cue.text };
}
