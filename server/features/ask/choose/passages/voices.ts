import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import { cueText } from '#server/language/cues/text.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';
import { cueOf } from '#server/platform/stored-cue.ts';

/** A window of the transcript holds at most so many words of a cue that began before it. */
const MOST_WORDS = 200;

type Piece = { readonly label: string | null; readonly text: string };

/**
 * The text of a window in parts, each under one label of the transcript: two sentences are one speaker's only within a part.
 * Where the cues are not those of the window, each sentence is a part.
 */
export function voicesIn({
  text,
  speaker,
  cues,
}: Pick<PassageCandidate, 'text' | 'speaker' | 'cues'>): string[] {
  if (speaker !== null) return [text];
  const pieces = piecesOf(
    text,
    (cues ?? []).map(cueOf).map((cue) => ({ label: cue.speaker, text: cueText(cue) })),
  );
  if (pieces === null) return sentencesOf(text);
  const voices: Piece[] = [];
  for (const piece of pieces) {
    const last = voices.at(-1);
    if (last?.label === piece.label)
      voices[voices.length - 1] = { ...last, text: `${last.text} ${piece.text}` };
    else voices.push(piece);
  }
  return voices.map((voice) => voice.text);
}

/** The cues' shares of a window's text, in order; null when they are not all of it. */
function piecesOf(text: string, cues: readonly Piece[]): Piece[] | null {
  for (let first = 0; first < cues.length; first += 1) {
    const pieces = piecesFrom(text, cues.slice(first));
    if (pieces !== null) return pieces;
  }
  return null;
}

/** The same, the window beginning in the first cue. Cues of which it holds nothing are left out ("Yeah, exactly."). */
function piecesFrom(text: string, cues: readonly Piece[]): Piece[] | null {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { label, text: cue } of cues) {
    const share = at === 0 ? openingShare(text, cue) : shareAt(text, at, cue);
    if (share === '' && at === 0) return null;
    if (share === '') continue;
    pieces.push({ label, text: share });
    at += share.length + 1;
    if (at > text.length) return pieces;
  }
  return null;
}

/** What a window holds of a cue from a place on: all of the cue, or as much as is left of the window. */
function shareAt(text: string, at: number, cue: string): string {
  if (standsAt(text, cue, at)) return cue;
  const rest = text.slice(at);
  return standsAt(cue, rest, 0) ? rest : '';
}

/** What a window holds of its first cue, which may begin before it. */
function openingShare(text: string, cue: string): string {
  const share = shareAt(text, 0, cue);
  if (share !== '') return share;
  if (` ${cue} `.includes(` ${text} `)) return text;
  const words = cue.split(' ').slice(-MOST_WORDS);
  const tails = words.map((_, i) => words.slice(i).join(' '));
  return tails.find((tail) => standsAt(text, tail, 0)) ?? '';
}

function standsAt(text: string, part: string, at: number): boolean {
  const end = at + part.length;
  return part !== '' && text.startsWith(part, at) && (end === text.length || text[end] === ' ');
}
