import type { EpisodeInput } from '#server/domain.ts';
import type { Window, WindowLine } from '#server/ingest/extract/llm/windows.ts';
import { utcDay } from '#server/platform/clock.ts';

/** How much of an episode's notes is shown, in characters: they spell the names. */
const MOST_NOTES = 600;
/** No podcast is older: an earlier date is unknown. */
const FIRST_YEAR = 2000;

/** The window as the model sees it: where it is from, its subjects, its numbered lines by turn. */
export function promptOf(input: EpisodeInput, window: Window): string {
  const subjects = window.subjects.map(
    (one) =>
      `- ${one.id} = ${one.subject.name}, named in ${one.lines.length > 1 ? 'lines' : 'line'} ${one.lines.slice(0, 12).join(', ')}`,
  );
  return [
    ...promptHead(input, window),
    '',
    'Subjects:',
    ...subjects,
    '',
    scopeOf(window),
    '',
    'Transcript:',
    ...window.lines.flatMap((line, i) => [...headIfNew(line, window.lines[i - 1]), `${i + 1}| ${line.text}`]),
  ].join('\n');
}

/** The episode, and the speakers of the window by their labels. */
export function promptHead(input: EpisodeInput, window: Window): string[] {
  const speakers = window.speakers.map(
    ([label, { role }]) => `- ${label}${role === 'unclear' ? '' : ` (${role})`}`,
  );
  return [
    ...about(input),
    ...(speakers.length > 0 ? ['', 'Speakers, as the transcript labels them:', ...speakers] : []),
  ];
}

/** The episode as its feed tells it. */
export function about({
  showName,
  episodeTitle,
  episodeDescription,
  publishedAt,
  people,
}: EpisodeInput): string[] {
  const notes = (episodeDescription ?? '').replace(/\s+/g, ' ').trim().slice(0, MOST_NOTES);
  return [
    `Show: ${showName}`,
    `Episode: ${episodeTitle}`,
    ...(publishedAt.getUTCFullYear() < FIRST_YEAR ? [] : [`Aired: ${utcDay(publishedAt)}`]),
    ...(people.length === 0
      ? []
      : [`People: ${people.map(({ name, role }) => `${name} (${role})`).join(', ')}`]),
    ...(notes === '' ? [] : [`Notes: ${notes}`]),
  ];
}

function scopeOf({ own, lines }: Window): string {
  const all = own.firstLine === 1 && own.lastLine === lines.length;
  return all
    ? 'List the ideas of all lines.'
    : `List the ideas whose argument begins in lines ${own.firstLine} to ${own.lastLine}, also where the question or the set-up stands before. The other lines show what comes before and after: a passage may run on into them.`;
}

/** The heading of a line: speaker and time if a turn begins, the time if a minute of a turn begins, else none. */
export function headIfNew(line: WindowLine, before: WindowLine | undefined): string[] {
  if (before === undefined || before.speaker !== line.speaker || line.firstCue > before.lastCue + 1)
    return [turnHead(line)];
  return minuteOf(line) === minuteOf(before) ? [] : [`[${clockTime(line.start)}]`];
}

function minuteOf({ start }: WindowLine): number {
  return Math.floor(start / 60);
}

/** The heading of a turn: speaker and time. */
export function turnHead({
  speaker,
  start,
}: {
  readonly speaker: string | null;
  readonly start: number;
}): string {
  return `${speaker ?? '(no label)'} [${clockTime(start)}]`;
}

/** Seconds of an episode as a clock time: "53:20", "1:02:03". */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A failed idea and its faults. */
export type Failed = { readonly raw: unknown; readonly faults: readonly string[] };

/** The prompt of the second and last asking: the window again, with what did not hold and why. */
export function repairPromptOf(input: EpisodeInput, window: Window, failed: readonly Failed[]): string {
  return [
    promptOf(input, window),
    'These ideas of your answer do not hold against the transcript. Answer with one JSON object {"ideas": [...]} that holds only these ideas, put right. Leave out an idea that the transcript does not carry.',
    ...failed.map(
      ({ raw, faults }) =>
        `${JSON.stringify(raw).slice(0, 4000)}\n${faults.map((text) => `  - ${text}`).join('\n')}`,
    ),
  ].join('\n\n');
}
