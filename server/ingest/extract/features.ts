import type { Subject } from '#server/ingest/types.ts';
import type { Passage } from './passages.ts';
import { looksAhead, type Reading } from './reading.ts';

/** What the idea model looks at in a passage: general structure only, never a name. */
export const FEATURES = [
  'bias',
  'mentions',
  'evaluative',
  'strength',
  'ownView',
  'leads',
  'crowd',
  'questions',
  'length',
  'argument',
  'numbers',
  'ahead',
  'focus',
  'theme',
  'themeOneWord',
  'private',
  'past',
  'titled',
] as const;

export type FeatureName = (typeof FEATURES)[number];

/** What surrounds a passage. */
export type Surroundings = {
  readonly subject: Subject;
  readonly titled: boolean;
  /** Share of mentions in the passage's stretch that are of its subject, 0..1. */
  readonly focus: number;
  readonly pastShare: number;
};

/** One number per feature, roughly 0..1 each, in the order of `FEATURES`. */
export function featuresOf(reading: Reading, around: Surroundings): number[] {
  const { lines, polarity, structure, passage } = reading;
  const named = lines.filter((line) => line.named);
  const asserted = lines.filter((line) => line.asserted);
  const evaluative = asserted.filter((line) => line.polarity.praise + line.polarity.fault >= 0.7);
  const share = (n: number, of: number) => (of === 0 ? 0 : n / of);
  const isTheme = around.subject.kind === 'theme';
  return [
    1,
    Math.log2(1 + named.length) / 3,
    Math.log2(1 + evaluative.length) / 3,
    Math.log2(1 + polarity.praise + polarity.fault) / 4,
    Math.log2(1 + asserted.filter((line) => line.ownView).length) / 3,
    share(named.filter((line) => line.leads).length, named.length),
    Math.min(
      1,
      share(
        named.reduce((sum, line) => sum + line.rivals, 0),
        named.length,
      ) / 3,
    ),
    share(lines.length - asserted.length, lines.length),
    Math.log2(1 + lines.reduce((sum, line) => sum + line.sentence.words, 0)) / 10,
    Math.log2(1 + structure.reasons + structure.mechanism) / 4,
    Math.log2(1 + structure.evidence) / 4,
    share(asserted.filter((line) => looksAhead(line.sentence.text)).length, asserted.length),
    around.focus,
    isTheme ? 1 : 0,
    isTheme && passage.mentions.every((mention) => !mention.surface.includes(' ')) ? 1 : 0,
    around.subject.kind === 'company' ? 1 : 0,
    around.pastShare,
    around.titled ? 1 : 0,
  ];
}

/** Surroundings of a passage in its episode. */
export function surroundingsOf(
  passage: Passage,
  reading: Reading,
  mentionsNear: number,
  episodeTitle: string,
  modality: readonly string[],
): Surroundings {
  const subject = (passage.mentions[0] as Passage['mentions'][number]).subject;
  const own = passage.mentions.filter((mention) => mention.start >= 0).length;
  const past = reading.lines.filter((line) => modality[line.sentence.index] === 'history').length;
  return {
    subject,
    titled: passage.mentions.some((mention) =>
      episodeTitle.toLowerCase().includes(mention.surface.toLowerCase()),
    ),
    focus: mentionsNear === 0 ? 0 : own / mentionsNear,
    pastShare: reading.lines.length === 0 ? 0 : past / reading.lines.length,
  };
}
