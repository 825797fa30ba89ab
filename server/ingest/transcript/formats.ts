import { captionBlocks, unroll } from './captions.ts';
import { type Labels, labelsOf } from './labels.ts';
import { speakerLabel } from './speakers.ts';
import { captionWords } from './words.ts';

/** A cue before its end and order are settled. Times are in seconds. */
export type DraftCue = {
  readonly start: number;
  readonly end: number | null;
  readonly speaker: string | null;
  readonly text: string;
};

/** Why a transcript is not read, in a sentence. */
export type Unreadable = { readonly ok: false; readonly reason: string };

const VOICE = /<v(?:\.[^\s<>]{0,60})?\s([^<>]{1,200})>/i;

/**
 * Cues of WebVTT and SubRip. A voice tag or a label at the head of a line names the speaker until the next one, as the
 * podcast namespace's guide asks; `>>` and a dash mean somebody else, unnamed. Labels and dashes count only when the file
 * uses them throughout (`labelsOf`, `areVoicesDashed`).
 */
export function captionCues(text: string, format: 'vtt' | 'srt'): DraftCue[] {
  const blocks = unroll(captionBlocks(text, format), captionWords);
  const lines = blocks.flatMap((block) => block.lines.map((line) => captionWords(line)));
  const marks = { labels: labelsOf(lines), dashed: areVoicesDashed(lines) };
  const cues: DraftCue[] = [];
  let speaker: string | null = null;
  let isNamed = false;
  let unnamed = 0;
  for (const block of blocks) {
    for (const turn of turnsOf(block.lines, marks)) {
      if (turn.speaker === null) {
        // Two unnamed voices in a row are told apart by labels of their own, so that no sentence runs across them.
        speaker = isNamed || cues.length === 0 ? null : `VOICE_${++unnamed}`;
        isNamed = false;
      } else if (turn.speaker !== undefined) {
        speaker = turn.speaker;
        isNamed = true;
      }
      cues.push({ start: block.start, end: block.end, speaker, text: turn.text });
    }
  }
  return cues;
}

/** What marks a change of voice in a file. */
type Marks = { readonly labels: Labels; readonly dashed: boolean };

/** A hyphen or dash before words; two are a pause, and one before a figure is a minus. */
const DASH = /^[-‐–—](?![-‐–—])(?:\s+(?=\S)|(?=["“‘']?\p{L}))/u;
const DASH_WITHIN = /\s[-‐–—](?=\s|$)/g;
const DASHED_CAPITAL = /^[-‐–—]\s*["“‘'¿¡(]*[\p{Lu}\d]/u;

/** Lines, of which one at least begins with a dash where dashes before small letters mark voices. */
const LINES_A_DASH = 50;

/** Whether dashes at the heads of lines mark voices, and not words put in: mostly before capitals, or often there and hardly within lines. */
function areVoicesDashed(lines: readonly string[]): boolean {
  const dashed = lines.filter((line) => DASH.test(line));
  if (dashed.length < 3) return false;
  if (2 * dashed.filter((line) => DASHED_CAPITAL.test(line)).length >= dashed.length) return true;
  const within = lines.reduce((sum, line) => sum + (line.match(DASH_WITHIN)?.length ?? 0), 0);
  return dashed.length > 2 * within && LINES_A_DASH * dashed.length >= lines.length;
}

/** An undefined speaker is the same as before; null is somebody else, unnamed. */
type Turn = { readonly speaker: string | null | undefined; readonly text: string };

function turnsOf(lines: readonly string[], marks: Marks): Turn[] {
  const turns: { speaker: string | null | undefined; words: string[] }[] = [];
  // A voice tag may open anywhere in a line; each opening is a turn of its own.
  for (const piece of lines.flatMap((line) => line.split(/(?=<v[\s.])/i))) {
    const { speaker, text } = turnOf(piece, marks);
    const last = turns.at(-1);
    if (last && speaker === undefined) last.words.push(text);
    else turns.push({ speaker, words: [text] });
  }
  return turns
    .map(({ speaker, words }) => ({ speaker, text: words.filter((word) => word !== '').join(' ') }))
    .filter((turn) => turn.text !== '' || turn.speaker !== undefined);
}

function turnOf(piece: string, { labels, dashed }: Marks): Turn {
  const voice = VOICE.exec(piece);
  const words = captionWords(piece);
  const plain = dashed ? words.replace(DASH, '') : words;
  if (voice) return { speaker: speakerLabel(voice[1]), text: plain };
  const head = labels(words);
  if (head) return { speaker: head.label, text: head.rest };
  if (/^(?:>>|&gt;&gt;)/.test(words)) return { speaker: null, text: words.replace(/^[>\s]+/, '') };
  return { speaker: plain === words ? undefined : null, text: plain };
}
