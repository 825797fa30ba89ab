import type { Cue } from '#server/domain.ts';

/** How a transcript marks its sentences: by stops at all, and whether without capitals. */
export type Style = { readonly punctuated: boolean; readonly lowerCase: boolean };

const known = new WeakMap<readonly Cue[], Style>();

/** The style of a transcript, read once. */
export function readStyle(cues: readonly Cue[]): Style {
  const read = known.get(cues) ?? styleOf(cues.map((cue) => cue.text).join(' '));
  known.set(cues, read);
  return read;
}

/** The style of a text. */
export function styleOf(text: string): Style {
  const words = text.split(/\s+/).length;
  const stops = text.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  const sentencesWithCapital = text.match(/[.!?]\s+[A-Z0-9"'“‘$]/g)?.length ?? 0;
  return { punctuated: stops * 45 > words, lowerCase: sentencesWithCapital < stops * 0.4 };
}
