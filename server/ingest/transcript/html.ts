import { readHtml } from '#server/feeds/text.ts';
import type { DraftCue } from './formats.ts';
import { speakerLabel } from './speakers.ts';
import { hasTime, textCues } from './text.ts';
import { clockSeconds } from './timing.ts';
import { decodeEntities, tidyWords } from './words.ts';

/** Deeper than any page nests, and shallow enough that closing a tag stays cheap. */
const MAX_DEPTH = 500;

/**
 * Cues of HTML: as Podcasting 2.0 writes it, else by the times at the heads of its lines (`textCues`); null where there are
 * none. `'too deep'` when tags are nested deeper than `MAX_DEPTH`.
 */
export function htmlCues(text: string): DraftCue[] | null | 'too deep' {
  const cues = markedCues(text);
  if (cues === 'too deep' || cues.length > 0) return cues;
  const lines = htmlLines(text);
  return lines === 'too deep' ? lines : textCues(lines);
}

/**
 * `<cite>` names the speaker until the next `<cite>`, `<time>` gives the second at which the paragraphs after it start.
 * Paragraphs before the first `<time>` are left out.
 */
function markedCues(text: string): DraftCue[] | 'too deep' {
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
  const isRead = readHtml(text, MAX_DEPTH, {
    open(name) {
      if (name === 'br') buffer += ' ';
      if (name !== 'cite' && name !== 'time' && name !== 'p') return;
      finish();
      field = name;
    },
    text(data) {
      if (field !== null) buffer += data;
    },
    close(name) {
      if (name === field) finish();
    },
  });
  finish();
  return isRead ? cues : 'too deep';
}

const tags = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const HEADINGS = tags('h1 h2 h3 h4 h5 h6');
const BREAKS = tags(
  'p div br li ul ol dl dt dd tr table blockquote section article main hr pre h1 h2 h3 h4 h5 h6',
);
/** Of the page, not of the talk. */
const HIDDEN = tags('head script style noscript template nav header footer aside form button select svg');

/** The lines of a page as they are shown, the cells of a row in one. A heading without a time is null: it ends what is above. */
function htmlLines(text: string): (string | null)[] | 'too deep' {
  const lines: (string | null)[] = [];
  let cells: string[] = [];
  let buffer = '';
  let hidden = 0;
  let rows = 0;
  const finishCell = () => {
    const cell = tidyWords(buffer).replace(/:$/, '');
    if (cell !== '') cells.push(cell);
    buffer = '';
  };
  const finish = (isHeading: boolean) => {
    const line = [...cells, tidyWords(buffer)].filter((cell) => cell !== '').join(': ');
    cells = [];
    buffer = '';
    if (line !== '') lines.push(isHeading && !hasTime(line) ? null : line);
  };
  const isRead = readHtml(text, MAX_DEPTH, {
    open(name) {
      if (HIDDEN.has(name)) hidden += 1;
      if (rows > 0 && (name === 'td' || name === 'th')) finishCell();
      if (!BREAKS.has(name)) return;
      if (rows === 0 || name === 'tr') finish(false);
      else buffer += ' ';
      if (name === 'tr') rows += 1;
    },
    text(data) {
      if (hidden === 0) buffer += data;
    },
    close(name) {
      if (HIDDEN.has(name)) hidden -= 1;
      if (name === 'tr') rows -= 1;
      if (BREAKS.has(name) && rows === 0) finish(HEADINGS.has(name));
    },
  });
  finish(false);
  return isRead ? lines : 'too deep';
}
