import { decodeEntities, tidyWords } from './words.ts';

const NUMBERED = /^(?:speaker|spk|spkr)[\s_-]*0*(\d{1,3})$/i;
/** A label with one of these as its first or last word names a part in the recording, not a person. */
const NOBODY_FIRST = new Set(
  'speaker spk unknown unidentified unlabeled unlabelled unnamed anonymous announcer narrator narration interruption producer host cohost guest interviewer interviewee moderator voice voiceover participant panelist male female man woman audience caller person crowd everyone all intro outro music advertisement ad sponsor'.split(
    ' ',
  ),
);
const NOBODY_LAST = new Set(
  'announcer narrator narration disclaimer voiceover advertisement ad sponsor intro outro commercial jingle'.split(
    ' ',
  ),
);

/** A capitalised word as in names, with apostrophes, hyphens and initials, or a particle between two. */
const NAME_WORD =
  /^(?:\p{Lu}[\p{L}'’.-]{0,30}|(?:de|da|del|der|den|di|du|la|le|van|von|bin|al|of|the|and|&)|\([^()]{1,30}\)|\d{1,3})$/u;
const PREFIX = /^(?:[-–—]\s*)?(?:\*\*)?(?:>>\s*)?([^:\n<>"“”?!,;]{1,60}):(?:\*\*)?(?:\s+|$)/u;
/** Capitalised words before a colon in ordinary speech or captions. */
const NOT_A_NAME = new Set(
  'question answer note notes number one two three four five first second third finally remember look so and but because example reminder warning update summary chapter part step point option today here disclaimer source music translation title subtitle spoiler ps pro con pros cons fact case bonus tip tips result conclusion http https'.split(
    ' ',
  ),
);

/**
 * A speaker's label as it is stored: without markup and trailing colon, at most 120 characters; `Speaker 1` and `SPEAKER_1`
 * become `SPEAKER_01`. Null when nothing is left.
 */
export function speakerLabel(raw: string | null | undefined): string | null {
  const words = tidyWords(decodeEntities(raw ?? ''))
    .replace(/^[\s>*_#-]+/, '')
    // Cut first: the next expression is quadratic in a run of marks.
    .slice(0, 120)
    .replace(/[\s:*_#-]+$/, '')
    .toWellFormed();
  if (words === '') return null;
  const numbered = NUMBERED.exec(words);
  return numbered ? `SPEAKER_${(numbered[1] ?? '').padStart(2, '0')}` : words;
}

/** Whether a label distinguishes voices without naming anybody (`SPEAKER_01`, `Unknown Guest`, `Host`). */
export function isAnonymousSpeaker(label: string): boolean {
  const words = label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 || NOBODY_FIRST.has(words[0] ?? '') || NOBODY_LAST.has(words.at(-1) ?? '');
}

/** The borne-out name of a label, or null. Own properties only: a label may read "constructor". */
export function nameUnder(label: string | null, names: Readonly<Record<string, string>>): string | null {
  return label !== null && Object.hasOwn(names, label) ? (names[label] as string) : null;
}

/** Splits a line at its first colon when a speaker's label may stand before it; null otherwise. */
export function splitPrefix(line: string): { readonly label: string; readonly rest: string } | null {
  const match = PREFIX.exec(line);
  const label = speakerLabel(match?.[1]);
  if (!match || label === null || !looksLikeLabel(label)) return null;
  return { label, rest: line.slice(match[0].length) };
}

/**
 * The labels that a file really uses. A colon after a capitalised word alone proves nothing ("Remember: …"), but a file that
 * labels its speakers does so again and again. A label that occurs once counts only if it is a full name and others recur.
 */
export function consistentLabels(lines: Iterable<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const prefix = splitPrefix(line);
    if (prefix) counts.set(prefix.label, (counts.get(prefix.label) ?? 0) + 1);
  }
  const recurring = [...counts].filter(([label, count]) => count >= (isStrong(label) ? 2 : 3));
  const labelled = recurring.reduce((sum, [, count]) => sum + count, 0);
  if (labelled < 3 && recurring.length < 2) return new Set();
  const once = [...counts.keys()].filter(isStrong);
  return new Set([...recurring.map(([label]) => label), ...once]);
}

function looksLikeLabel(label: string): boolean {
  const words = label.split(' ');
  if (words.length > 6 || NOT_A_NAME.has((words[0] ?? '').toLowerCase())) return false;
  if (!words.every((word) => NAME_WORD.test(word) || NUMBERED.test(word))) return false;
  return /^[\p{Lu}(]/u.test(label) && /\p{L}/u.test(label);
}

/** A full name or a diarisation label: nobody says one before a colon by chance twice. */
function isStrong(label: string): boolean {
  return label.includes(' ') || label.startsWith('SPEAKER_');
}

type Labelled = { readonly speaker: string | null; readonly text: string };

/** A label that opens fewer of its own cues may be an address under the wrong label ("Ann Lee, I disagree"). */
const LEAST_REPEATS = 3;

/**
 * Cues without their own label at the beginning of their words: "The margin is fine." for "Ann Lee, The margin is fine." under the
 * label Ann Lee. Cuts only a full name before a capital or a figure that opens its cues again and again.
 */
export function withoutRepeatedLabels<Cue extends Labelled>(cues: readonly Cue[]): Cue[] {
  const repeating = cues.filter((cue) => afterOwnLabel(cue) !== null);
  const counts = Map.groupBy(repeating, ({ speaker }) => speaker);
  const isRepeated = ({ speaker }: Labelled) => (counts.get(speaker)?.length ?? 0) >= LEAST_REPEATS;
  return cues.map((cue) => (isRepeated(cue) ? { ...cue, text: afterOwnLabel(cue) ?? cue.text } : cue));
}

/** The words after a cue's own label; null if it does not open with it. */
function afterOwnLabel({ speaker, text }: Labelled): string | null {
  if (speaker === null || !speaker.includes(' ') || !text.startsWith(speaker)) return null;
  return /^,? ([\p{Lu}\d].*)$/su.exec(text.slice(speaker.length))?.[1] ?? null;
}
