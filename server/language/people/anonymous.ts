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

/** Whether a label distinguishes voices without naming anybody (`SPEAKER_01`, `Unknown Guest`, `Host`). */
export function isAnonymousSpeaker(label: string): boolean {
  const words = label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 || NOBODY_FIRST.has(words[0] ?? '') || NOBODY_LAST.has(words.at(-1) ?? '');
}
