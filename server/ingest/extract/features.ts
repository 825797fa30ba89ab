import type { Subject } from '#server/ingest/types.ts';
import type { Discourse, Passage } from './passages.ts';
import { looksAhead, type Reading } from './reading.ts';
import { subjectId } from './subjects.ts';

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
  'business',
  'acts',
  'scene',
  'personal',
  'byProduct',
  'asked',
  'shadow',
  'turnShare',
] as const;

export type FeatureName = (typeof FEATURES)[number];

/** What surrounds a passage. */
export type Surroundings = {
  readonly subject: Subject;
  readonly titled: boolean;
  /** Share of mentions in the passage's stretch that are of its subject, 0..1. */
  readonly focus: number;
  readonly pastShare: number;
  /** How much more often another subject is named in the passage's stretch, 0 where none is. */
  readonly shadow: number;
  /** Share of the words of the speaker's turns that are about the subject, 0..1. */
  readonly turnShare: number;
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
    share(lines.filter((line) => line.business).length, lines.length),
    share(named.filter((line) => line.acts).length, named.length),
    share(named.filter((line) => line.scene).length, named.length),
    share(lines.filter((line) => line.personal).length, lines.length),
    share(passage.mentions.filter((mention) => mention.product).length, passage.mentions.length),
    passage.mentions.some((mention) => mention.start < 0) ? 1 : 0,
    around.shadow,
    around.turnShare,
  ];
}

/** Surroundings of a passage in its episode. */
export function surroundingsOf(
  discourse: Discourse,
  passage: Passage,
  reading: Reading,
  turnWords: ReadonlyMap<number, number>,
  episodeTitle: string,
): Surroundings {
  const subject = (passage.mentions[0] as Passage['mentions'][number]).subject;
  const counts = rivalCounts(discourse, passage);
  const own = counts.get(passage.subjectId) ?? 0;
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const past = reading.lines.filter((line) => discourse.modality[line.sentence.index] === 'history').length;
  const turns = new Set(reading.lines.map((line) => line.sentence.turn));
  const spoken = [...turns].reduce((sum, turn) => sum + (turnWords.get(turn) ?? 0), 0);
  const about = reading.lines.reduce((sum, line) => sum + line.sentence.words, 0);
  return {
    subject,
    titled: passage.mentions.some((mention) =>
      episodeTitle.toLowerCase().includes(mention.surface.toLowerCase()),
    ),
    focus: total === 0 ? 0 : own / total,
    pastShare: reading.lines.length === 0 ? 0 : past / reading.lines.length,
    shadow: Math.max(0, Math.log2(1 + Math.max(0, ...counts.values())) - Math.log2(1 + own)) / 2,
    turnShare: spoken === 0 ? 0 : Math.min(1, about / spoken),
  };
}

/** Mentions that compete for the topic of the stretch: companies always, themes with a theme. */
function rivalCounts(discourse: Discourse, passage: Passage): Map<string, number> {
  const themes = passage.subjectId.startsWith('theme:');
  const counts = new Map<string, number>();
  for (const index of passage.sentences) {
    for (const mention of discourse.mentions.get(index) ?? []) {
      if (!themes && mention.subject.kind === 'theme') continue;
      const id = subjectId(mention.subject);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}
