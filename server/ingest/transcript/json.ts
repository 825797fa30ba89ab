import type { DraftCue, Unreadable } from './formats.ts';
import { headOf, labelsOf } from './labels.ts';
import { saidBefore } from './pace.ts';
import { speakerLabel } from './speakers.ts';
import { clockSeconds, milliseconds } from './timing.ts';
import { captionWords } from './words.ts';

/**
 * Cues of Podcasting 2.0 JSON, and of the shapes that transcribers emit (`start`/`end`/`text`). Joins a file timed word by
 * word into lines.
 */
export function jsonCues(text: string): DraftCue[] | Unreadable {
  const document = parseJson(text);
  if (document === undefined) return { ok: false, reason: 'The transcript is not the JSON it claims to be.' };
  const segments = segmentsOf(document);
  if (segments === null) return { ok: false, reason: 'The transcript is JSON of a shape that is not known.' };
  const cues = inSeconds(withSpeakers(segments).flatMap(segmentCues), segments);
  const speakers = new Set(cues.map((cue) => cue.speaker).filter((speaker) => speaker !== null));
  return joinWords(speakers.size > 0 ? overriddenCues(cues, speakers) : prefixedCues(cues));
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Segment = Readonly<Record<string, unknown>>;

/** The list in a document: Podcasting 2.0 (`segments`), Podlove (`transcripts`), AssemblyAI (`utterances`) and others. */
function segmentsOf(document: unknown): Segment[] | null {
  const list = Array.isArray(document) ? document : listIn(document);
  return list?.filter((one): one is Segment => typeof one === 'object' && one !== null) ?? null;
}

function listIn(document: unknown): unknown[] | null {
  if (typeof document !== 'object' || document === null) return null;
  const { segments, transcript, transcripts, utterances, results } = document as Segment;
  return [segments, transcript, transcripts, utterances, results].find(Array.isArray) ?? null;
}

/** Segments that each have their speaker, where the file names one only where it changes. */
function withSpeakers(segments: readonly Segment[]): readonly Segment[] {
  if (!isNamedAtChanges(segments)) return segments;
  let speaker: unknown = null;
  return segments.map((segment) => {
    speaker = segment.speaker ?? speaker;
    return { ...segment, speaker };
  });
}

/**
 * Whether a segment without a speaker is of the one named last: where no name is given twice in a row, one comes back, and
 * others have no such field. An empty field says that nobody is known, and so may a missing one between two of one name.
 */
function isNamedAtChanges(segments: readonly Segment[]): boolean {
  const named = segments.filter((segment) => 'speaker' in segment).map(({ speaker }) => speaker);
  return (
    named.length < segments.length &&
    named.every(
      (name, index) => typeof name === 'string' && name.trim() !== '' && name !== named[index - 1],
    ) &&
    new Set(named).size < named.length
  );
}

/** Markdown that transcribers leave in a body at a change of speaker: `**Andrej Karpathy:** So …`. */
const MARKED_SPEAKER = /\*\*([^*:\n]{1,80}):\*\*/;

function segmentCues(segment: Segment): DraftCue[] {
  const start = secondsOf(startIn(segment));
  const body = segment.body ?? segment.text;
  if (start === null || typeof body !== 'string') return [];
  const end = secondsOf(segment.endTime ?? segment.end ?? segment.end_time);
  const [first = '', ...marked] = body.split(MARKED_SPEAKER);
  const cues = [{ start, end, speaker: segmentSpeaker(segment), text: captionWords(first) }];
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

function startIn(segment: Segment): unknown {
  return segment.startTime ?? segment.start ?? segment.start_time;
}

/** In a label cut in the wrong place (`breaks down. **Andrej Karpathy`), the name comes last, after the stars. */
function segmentSpeaker(segment: Segment): string | null {
  // Podlove has a contributor's id as the speaker and what the transcript calls them as the voice.
  const raw = 'start_ms' in segment ? (segment.voice ?? segment.speaker) : segment.speaker;
  if (typeof raw !== 'string') return null;
  return speakerLabel(raw.split('**').findLast((part) => part.trim() !== ''));
}

/** Gives a cue that begins with a known speaker's name and a colon to that speaker. */
function overriddenCues(cues: readonly DraftCue[], speakers: ReadonlySet<string>): DraftCue[] {
  return cues.map((cue) => {
    const head = headOf(cue.text);
    return head && speakers.has(head.label) ? { ...cue, speaker: head.label, text: head.rest } : cue;
  });
}

function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? milliseconds(value) : null;
  if (typeof value !== 'string') return null;
  return /^\d{1,7}(?:\.\d{1,9})?$/.test(value.trim()) ? milliseconds(Number(value)) : clockSeconds(value);
}

/** Too few words tell no pace. */
const LEAST_WORDS = 30;
/** Words in a second of an abridged transcript, and of hasty talk. */
const SLOWEST = 0.2;
const FASTEST = 10;

/** Seconds where the numbers are plainly milliseconds: as seconds, a word would take minutes. */
function inSeconds(cues: readonly DraftCue[], segments: readonly Segment[]): readonly DraftCue[] {
  if (segments.some((segment) => String(startIn(segment)).includes(':'))) return cues;
  const { words, seconds } = saidBefore(cues);
  const pace = words / (seconds / 1000);
  if (words < LEAST_WORDS || pace < SLOWEST || pace > FASTEST) return cues;
  return cues.map((cue) => ({
    ...cue,
    start: milliseconds(cue.start / 1000),
    end: cue.end === null ? null : milliseconds(cue.end / 1000),
  }));
}

function prefixedCues(cues: readonly DraftCue[]): DraftCue[] {
  const labels = labelsOf(cues.map((cue) => cue.text));
  let speaker: string | null = null;
  return cues.map((cue) => {
    const head = labels(cue.text);
    speaker = head?.label ?? speaker;
    return { ...cue, speaker, text: head?.rest ?? cue.text };
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
