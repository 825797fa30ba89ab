import { Parser } from 'htmlparser2';
import { captionBlocks, unroll } from './captions.ts';
import { consistentLabels, speakerLabel, splitPrefix } from './speakers.ts';
import { clockSeconds, milliseconds } from './timing.ts';
import { captionWords, decodeEntities, tidyWords } from './words.ts';

/** A cue before its end and order are settled. Times are in seconds. */
export type DraftCue = {
  readonly start: number;
  readonly end: number | null;
  readonly speaker: string | null;
  readonly text: string;
};

const VOICE = /<v(?:\.[^\s<>]{0,60})?\s([^<>]{1,200})>/i;

/**
 * Cues of WebVTT and SubRip. A voice tag or a `Name:` prefix names the speaker until the next one, as the podcast
 * namespace's guide asks; `>>` means somebody else, unnamed. Prefixes count only when the file uses them
 * throughout (`consistentLabels`).
 */
export function captionCues(text: string, format: 'vtt' | 'srt'): DraftCue[] {
  const blocks = unroll(captionBlocks(text, format), captionWords);
  const labels = consistentLabels(blocks.flatMap((block) => block.lines.map((line) => captionWords(line))));
  const cues: DraftCue[] = [];
  let speaker: string | null = null;
  for (const block of blocks) {
    for (const turn of turnsOf(block.lines, labels)) {
      if (turn.speaker !== undefined) speaker = turn.speaker;
      cues.push({ start: block.start, end: block.end, speaker, text: turn.text });
    }
  }
  return cues;
}

/** An undefined speaker is the same as before; null is somebody else, unnamed. */
type Turn = { readonly speaker: string | null | undefined; readonly text: string };

function turnsOf(lines: readonly string[], labels: ReadonlySet<string>): Turn[] {
  const turns: { speaker: string | null | undefined; words: string[] }[] = [];
  // A voice tag may open anywhere in a line; each opening is a turn of its own.
  for (const piece of lines.flatMap((line) => line.split(/(?=<v[\s.])/i))) {
    const { speaker, text } = turnOf(piece, labels);
    const last = turns.at(-1);
    if (last && speaker === undefined) last.words.push(text);
    else turns.push({ speaker, words: [text] });
  }
  return turns
    .map(({ speaker, words }) => ({ speaker, text: words.filter((word) => word !== '').join(' ') }))
    .filter((turn) => turn.text !== '' || turn.speaker !== undefined);
}

function turnOf(piece: string, labels: ReadonlySet<string>): Turn {
  const voice = VOICE.exec(piece);
  const words = captionWords(piece);
  if (voice) return { speaker: speakerLabel(voice[1]), text: words };
  const prefix = splitPrefix(words);
  if (prefix && labels.has(prefix.label)) return { speaker: prefix.label, text: prefix.rest };
  if (/^(?:>>|&gt;&gt;)/.test(words)) return { speaker: null, text: words.replace(/^[>\s]+/, '') };
  return { speaker: undefined, text: words };
}

/**
 * Cues of Podcasting 2.0 JSON, and of the shapes that transcribers emit (`start`/`end`/`text`). Joins a file timed word by
 * word into lines. Null when it is no JSON, or has no segments.
 */
export function jsonCues(text: string): DraftCue[] | null {
  const segments = segmentsOf(parseJson(text));
  if (segments === null) return null;
  const cues = segments.flatMap(segmentCues);
  const speakers = new Set(cues.map((cue) => cue.speaker).filter((speaker) => speaker !== null));
  return joinWords(speakers.size > 0 ? overriddenCues(cues, speakers) : prefixedCues(cues));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function segmentsOf(document: unknown): unknown[] | null {
  if (Array.isArray(document)) return document;
  if (typeof document !== 'object' || document === null) return null;
  const { segments, transcript, results } = document as Record<string, unknown>;
  const found = [segments, transcript, results].find(Array.isArray);
  return found ?? null;
}

/** Markdown that transcribers leave in a body at a change of speaker: `**Andrej Karpathy:** So …`. */
const MARKED_SPEAKER = /\*\*([^*:\n]{1,80}):\*\*/;

function segmentCues(segment: unknown): DraftCue[] {
  if (typeof segment !== 'object' || segment === null) return [];
  const fields = segment as Record<string, unknown>;
  const start = secondsOf(fields.startTime ?? fields.start ?? fields.start_time);
  const body = fields.body ?? fields.text;
  if (start === null || typeof body !== 'string') return [];
  const end = secondsOf(fields.endTime ?? fields.end ?? fields.end_time);
  const [first = '', ...marked] = body.split(MARKED_SPEAKER);
  const cues = [{ start, end, speaker: segmentSpeaker(fields.speaker), text: captionWords(first) }];
  for (let index = 0; index + 1 < marked.length; index += 2) {
    cues.push({
      start,
      end,
      speaker: speakerLabel(marked[index]),
      text: captionWords(marked[index + 1] ?? ''),
    });
  }
  return cues;
}

/** In a label cut in the wrong place (`breaks down. **Andrej Karpathy`), the name comes last, after the stars. */
function segmentSpeaker(raw: unknown): string | null {
  if (typeof raw !== 'string') return null;
  return speakerLabel(raw.split('**').findLast((part) => part.trim() !== ''));
}

/** Gives a cue that begins with a known speaker's name and a colon to that speaker. */
function overriddenCues(cues: readonly DraftCue[], speakers: ReadonlySet<string>): DraftCue[] {
  return cues.map((cue) => {
    const prefix = splitPrefix(cue.text);
    return prefix && speakers.has(prefix.label) ? { ...cue, speaker: prefix.label, text: prefix.rest } : cue;
  });
}

function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? milliseconds(value) : null;
  if (typeof value !== 'string') return null;
  return /^\d{1,7}(?:\.\d{1,9})?$/.test(value.trim()) ? milliseconds(Number(value)) : clockSeconds(value);
}

function prefixedCues(cues: readonly DraftCue[]): DraftCue[] {
  const labels = consistentLabels(cues.map((cue) => cue.text));
  let speaker: string | null = null;
  return cues.map((cue) => {
    const prefix = splitPrefix(cue.text);
    if (!prefix || !labels.has(prefix.label)) return { ...cue, speaker };
    speaker = prefix.label;
    return { ...cue, speaker, text: prefix.rest };
  });
}

/** Joins cues of one word up to a sentence's end, a pause or 15 seconds: one word is no line to quote from. */
function joinWords(cues: readonly DraftCue[]): DraftCue[] {
  const count = cues.reduce((sum, cue) => sum + cue.text.split(' ').length, 0);
  if (cues.length < 2 || count / cues.length > 2.5) return [...cues];
  const lines: { start: number; end: number | null; speaker: string | null; words: string[] }[] = [];
  for (const { start, end, speaker, text } of cues) {
    const line = lines.at(-1);
    const isOpen = line && line.speaker === speaker && !/[.?!…]["”’]?$/.test(line.words.at(-1) ?? '');
    if (isOpen && start - (line.end ?? start) < 2 && start - line.start < 15) {
      line.words.push(text);
      line.end = end;
    } else lines.push({ start, end, speaker, words: [text] });
  }
  return lines.map(({ words, ...line }) => ({
    ...line,
    text: words.filter((word) => word !== '').join(' '),
  }));
}

/** Deeper than any page nests, and shallow enough that closing a tag stays cheap. */
const MAX_DEPTH = 500;

/**
 * Cues of Podcasting 2.0 HTML: `<cite>` names the speaker until the next `<cite>`, `<time>` gives the second at which the
 * paragraphs after it start. Paragraphs before the first `<time>` are left out. Null when tags are nested deeper than
 * `MAX_DEPTH`.
 */
export function htmlCues(text: string): DraftCue[] | null {
  const cues: DraftCue[] = [];
  let field: 'cite' | 'time' | 'p' | null = null;
  let buffer = '';
  let speaker: string | null = null;
  let start: number | null = null;
  const finish = () => {
    if (field === 'cite') speaker = speakerLabel(buffer);
    if (field === 'time') start = clockSeconds(buffer.replace(/[[\]()]/g, '')) ?? start;
    if (field === 'p' && start !== null) {
      cues.push({ start, end: null, speaker, text: tidyWords(decodeEntities(buffer)) });
    }
    field = null;
    buffer = '';
  };
  let depth = 0;
  let isTooDeep = false;
  const parser = new Parser({
    onopentagname(name) {
      depth += 1;
      if (depth > MAX_DEPTH) {
        isTooDeep = true;
        parser.pause();
      }
      if (name === 'br') buffer += ' ';
      if (name !== 'cite' && name !== 'time' && name !== 'p') return;
      finish();
      field = name;
    },
    ontext(data) {
      if (field !== null) buffer += data;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === field) finish();
    },
  });
  parser.end(text);
  finish();
  return isTooDeep ? null : cues;
}
