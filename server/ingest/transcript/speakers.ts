import { decodeEntities, tidyWords } from './words.ts';

/** A label of a diariser, which tells voices apart by number. */
export const NUMBERED = /^(?:speaker|spk|spkr)[\s_-]*0*(\d{1,3})$/i;
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

/** The borne-out name of a label, or null. Own properties only: a label may read "constructor". */
export function nameUnder(label: string | null, names: Readonly<Record<string, string>>): string | null {
  return label !== null && Object.hasOwn(names, label) ? (names[label] as string) : null;
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
