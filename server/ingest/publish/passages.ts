import type { Cue } from '#server/domain.ts';
import { nameUnder } from '#server/ingest/transcript/speakers.ts';

/** A window of a transcript, from which Ask answers. Seconds are whole, from the start of the episode. */
export type PassageWindow = {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Who speaks the whole window; null when the name is not proven, or more than one person speaks. */
  readonly speaker: string | null;
  readonly text: string;
  /** Places in the text where another label of the transcript begins; null where part of the window has no label. */
  readonly voiceStarts: readonly number[] | null;
};

/** A window is closed at the first sentence end past either of these. */
const FULL_WORDS = 130;
const FULL_SECONDS = 60;
/** And before the cue or sentence that would make it longer than either of these, even within a sentence. */
const MOST_WORDS = 200;
const MOST_SECONDS = 90;
/** A turn shorter than this shares a window with its neighbours. */
const SHORT_TURN_WORDS = 40;
/** A turn of at most this ("Yeah, exactly.") within another speaker's turn is dropped: it argues nothing. */
const BACKCHANNEL_WORDS = 3;
/** A silence of this length closes the window. */
const BREAK_SECONDS = 60;

type Piece = Cue & { readonly words: number };
type Turn = { readonly speaker: string | null; readonly pieces: Piece[]; words: number };

/**
 * Cuts a transcript into windows of at most 200 words, and of about 60 to 90 seconds where its cues are shorter, at the borders of
 * speakers, cues and sentences. Leaves out a few words ("Yeah, exactly.") within another speaker's turn. `names` tells proven
 * names by label. A window has a speaker only if that speaker says all of it and has a proven name. Its text is that of the cues,
 * joined by spaces.
 */
export function passagesOf(cues: readonly Cue[], names: Readonly<Record<string, string>>): PassageWindow[] {
  const windows: PassageWindow[] = [];
  let open: Piece[] = [];
  const close = () => {
    if (open.length > 0) windows.push(windowOf(open, names));
    open = [];
  };
  for (const turn of withoutBackchannels(turnsOf(cues.flatMap(piecesOf)))) {
    const standsAlone = turn.words >= SHORT_TURN_WORDS;
    if (standsAlone && differs(open, turn)) close();
    for (const piece of turn.pieces) {
      if (mustBreakBefore(open, piece)) close();
      open.push(piece);
      if (isFull(open)) close();
    }
    if (standsAlone && wordsIn(open) >= SHORT_TURN_WORDS) close();
  }
  close();
  return windows;
}

/**
 * Cuts a cue that is longer than a window (a paragraph with one time) at sentence ends, and a sentence that is longer than a window
 * within it. Each piece keeps the cue's time.
 */
function piecesOf(cue: Cue): Piece[] {
  const text = cue.text.replace(/\s+/g, ' ').trim();
  if (text === '') return [];
  const words = countWords(text);
  if (words <= MOST_WORDS) return [{ ...cue, text, words }];
  const pieces: Piece[] = [];
  const sentences = text.match(/.+?(?:[.!?]["”’)]*(?=\s)|$)/g) ?? [text];
  for (const part of sentences.flatMap(cutLong)) {
    const last = pieces.at(-1);
    const size = countWords(part);
    if (last && last.words + size <= FULL_WORDS) {
      pieces[pieces.length - 1] = { ...last, text: `${last.text} ${part}`, words: last.words + size };
    } else if (size > 0) pieces.push({ ...cue, text: part, words: size });
  }
  return pieces;
}

/** A sentence in parts of at most a window's words. */
function cutLong(sentence: string): string[] {
  const words = wordsOf(sentence);
  const starts = Array.from({ length: Math.ceil(words.length / MOST_WORDS) }, (_, part) => part * MOST_WORDS);
  return starts.map((start) => words.slice(start, start + MOST_WORDS).join(' '));
}

function turnsOf(pieces: readonly Piece[]): Turn[] {
  const turns: Turn[] = [];
  for (const piece of pieces) {
    const last = turns.at(-1);
    if (last && last.speaker === piece.speaker) add(last, piece);
    else turns.push({ speaker: piece.speaker, pieces: [piece], words: piece.words });
  }
  return turns;
}

function withoutBackchannels(turns: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  turns.forEach((turn, i) => {
    const before = kept.at(-1);
    const after = turns[i + 1];
    const isBackchannel =
      turn.words <= BACKCHANNEL_WORDS &&
      turn.speaker !== null &&
      before !== undefined &&
      before.speaker !== null &&
      before.speaker === after?.speaker;
    if (isBackchannel) return;
    if (before && before.speaker === turn.speaker) for (const piece of turn.pieces) add(before, piece);
    else kept.push({ ...turn, pieces: [...turn.pieces] });
  });
  return kept;
}

function add(turn: Turn, piece: Piece): void {
  turn.pieces.push(piece);
  turn.words += piece.words;
}

function differs(open: readonly Piece[], turn: Turn): boolean {
  return open.some((piece) => piece.speaker !== turn.speaker);
}

function mustBreakBefore(open: readonly Piece[], piece: Piece): boolean {
  const first = open[0];
  const last = open.at(-1);
  if (!first || !last) return false;
  return (
    piece.start - last.end > BREAK_SECONDS ||
    wordsIn(open) + piece.words > MOST_WORDS ||
    piece.end - first.start > MOST_SECONDS
  );
}

function isFull(open: readonly Piece[]): boolean {
  const first = open[0];
  const last = open.at(-1);
  if (!first || !last) return false;
  const enough = wordsIn(open) >= FULL_WORDS || last.end - first.start >= FULL_SECONDS;
  return enough && /[.!?]["”’)]*$/.test(last.text);
}

function windowOf(pieces: readonly Piece[], names: Readonly<Record<string, string>>): PassageWindow {
  const speakers = new Set(pieces.map((piece) => piece.speaker));
  const speaker = speakers.size === 1 ? (pieces[0]?.speaker ?? null) : null;
  const startSeconds = Math.max(0, Math.floor(Math.min(...pieces.map((piece) => piece.start))));
  return {
    startSeconds,
    endSeconds: Math.max(startSeconds, Math.ceil(Math.max(...pieces.map((piece) => piece.end)))),
    speaker: nameUnder(speaker, names),
    text: pieces.map((piece) => piece.text).join(' '),
    voiceStarts: speakers.has(null) ? null : voiceStartsOf(pieces),
  };
}

/** Where the label changes in the pieces' text, joined by spaces. */
function voiceStartsOf(pieces: readonly Piece[]): number[] {
  let at = 0;
  return pieces.flatMap(({ speaker, text }, i) => {
    const start = at;
    at += text.length + 1;
    return i > 0 && pieces[i - 1]?.speaker !== speaker ? [start] : [];
  });
}

function wordsIn(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.words, 0);
}

function countWords(text: string): number {
  return wordsOf(text).length;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
