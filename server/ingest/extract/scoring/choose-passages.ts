import type { Passage } from '#server/ingest/extract/passages/passages.ts';
import type { PassageReading } from '#server/ingest/extract/passages/reading.ts';

/** A passage with the probability that its best card would be signed. */
export type RatedPassage = { readonly reading: PassageReading; readonly probability: number };

/** Passages that share this many mentions are one stretch of talk. */
const SAME_BREATH = 0.5;
/** Readers list a theme on a little less than a company. */
const THEME_EASE = 0.9;
/** A passage inside stretches already kept must be surer by this factor for each of them. */
const CROWDING = 1.3;
/** Another speaker on the same subject in the same exchange must be surer by this factor. */
const ECHO = 1.5;
const SAME_EXCHANGE_SECONDS = 30;
/** Share of the shorter passage that makes an overlap. */
const OVERLAP = 0.6;

/**
 * Keeps the likely passages, surest first. A stretch of talk seldom has two subjects: a passage within stretches
 * already kept, or of another speaker in the same exchange, must be surer. Of subjects always named in the same
 * sentences only the surest is kept.
 */
export function choosePassages<Rated extends RatedPassage>(
  rated: readonly Rated[],
  threshold: number,
): Rated[] {
  const ordered = [...rated].sort(
    (a, b) => b.probability - a.probability || a.reading.passage.start - b.reading.passage.start,
  );
  const chosen: Rated[] = [];
  for (const one of ordered) {
    const passage = one.reading.passage;
    if (chosen.some((kept) => sameBreath(kept.reading, one.reading))) continue;
    const needed = threshold * (passage.subjectId.startsWith('theme:') ? THEME_EASE : 1);
    const covering = chosen.filter((kept) => covers(kept.reading.passage, passage)).length;
    const echo = chosen.some((kept) => echoes(kept.reading.passage, passage)) ? ECHO : 1;
    if (one.probability >= needed * CROWDING ** covering * echo) chosen.push(one);
  }
  return chosen.sort((a, b) => a.reading.passage.start - b.reading.passage.start);
}

function covers(kept: Passage, passage: Passage): boolean {
  if (kept.speaker !== passage.speaker) return false;
  const shared = Math.min(kept.end, passage.end) - Math.max(kept.start, passage.start);
  return shared >= OVERLAP * Math.max(1, Math.min(kept.end - kept.start, passage.end - passage.start));
}

function echoes(kept: Passage, passage: Passage): boolean {
  if (kept.speaker === passage.speaker || kept.subjectId !== passage.subjectId) return false;
  return Math.min(kept.end, passage.end) - Math.max(kept.start, passage.start) >= -SAME_EXCHANGE_SECONDS;
}

/** Companies named in the same sentences, none of them a theme, and none set against the other. */
function sameBreath(one: PassageReading, other: PassageReading): boolean {
  const a = one.passage;
  const b = other.passage;
  if (a.speaker !== b.speaker || a.subjectId.startsWith('theme:') || b.subjectId.startsWith('theme:'))
    return false;
  if (positionIn(one) * positionIn(other) < 0) return false;
  const first = new Set(a.mentions.map((mention) => mention.sentence));
  const second = new Set(b.mentions.map((mention) => mention.sentence));
  const shared = [...first].filter((sentence) => second.has(sentence)).length;
  return shared / (first.size + second.size - shared) >= SAME_BREATH;
}

function positionIn(reading: PassageReading): number {
  return reading.lines.reduce((sum, line) => sum + line.position, 0);
}
