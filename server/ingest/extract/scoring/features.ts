import type { Subject } from '#server/domain.ts';
import type { Talk } from '#server/ingest/extract/passages/episode-profile.ts';
import type { Discourse, Passage } from '#server/ingest/extract/passages/passages.ts';
import { isOfOwnFirm, type Line, looksAhead, type Reading } from '#server/ingest/extract/passages/reading.ts';
import { isCounterfactual } from '#server/ingest/extract/sentences/modality.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { type Merit, takesSide } from '#server/language/investor-terms.ts';
import { aimedLines, claimStrength, isDeclared } from './claims.ts';

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
  'sound',
  'verdicts',
  'money',
  'craft',
  'soundMoney',
  'namedMoney',
  'moneyVerdict',
  'passing',
  'quoted',
  'told',
  'inside',
  'address',
  'intro',
  'rank',
  'outlook',
  'register',
  'showRegister',
  'asker',
  'judged',
  'judgedInside',
  'firstJudged',
  'own',
  'claim',
  'claims',
  'aimedClaims',
  'aimedClaim',
  'weighed',
  'vast',
  'backdrop',
  'declares',
  'takesSide',
  'runs',
  'unnamed',
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
  /** How much of an investor's language is spoken around the passage, and in the whole episode; 0..1. */
  readonly register: number;
  readonly showRegister: number;
  /** Share of the speaker's sentences that are questions, 0..1. */
  readonly asker: number;
  /** How often the whole episode names the subject. */
  readonly episodeMentions: number;
};

/** One number per feature, roughly 0..1 each, in the order of `FEATURES`. */
export function featuresOf(reading: Reading, around: Surroundings): number[] {
  const { lines, polarity, structure, passage } = reading;
  const named = lines.filter((line) => line.named);
  const asserted = lines.filter((line) => line.asserted);
  const evaluative = asserted.filter((line) => line.polarity.praise + line.polarity.fault >= 0.7);
  const share = (n: number, of: number) => (of === 0 ? 0 : n / of);
  const isTheme = around.subject.kind === 'theme';
  const sound = lines.filter(isSound);
  const aimedAt = aimedLines(reading).map((line) => ({ line, strength: claimStrength(line) }));
  const declaring = aimedAt.filter(({ line }) => isDeclared(line));
  const strengths = asserted.map((line) => claimStrength(line)).sort((a, b) => b - a);
  const aimed = aimedAt.map(({ strength }) => strength).sort((a, b) => b - a);
  const judged = sound.filter((line) => line.verdict === 2);
  const words = lines.reduce((sum, line) => sum + line.sentence.words, 0);
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
    Math.log2(1 + sound.length) / 3,
    Math.log2(1 + sound.filter(isVerdict).length) / 3,
    density(lines, 'money', words),
    density(lines, 'craft', words),
    Math.log2(1 + total(sound, 'money')) / 4,
    Math.log2(
      1 +
        total(
          sound.filter((line) => line.named),
          'money',
        ),
    ) / 4,
    sound.some((line) => line.merit.money > 1 && line.polarity.praise + line.polarity.fault >= 0.7) ? 1 : 0,
    share(named.filter((line) => line.passing).length, named.length),
    share(lines.filter((line) => line.quoted).length, lines.length),
    share(
      lines.filter((line) => line.modality === 'news' || line.modality === 'reported').length,
      lines.length,
    ),
    share(lines.filter((line) => line.inside).length, lines.length),
    share(lines.filter((line) => line.address).length, lines.length),
    share(lines.filter((line) => line.intro).length, lines.length),
    sound.some((line) => line.merit.rank > 0) ? 1 : 0,
    sound.some((line) => line.merit.ahead > 0 && line.merit.money > 0) ? 1 : 0,
    around.register,
    around.showRegister,
    around.asker,
    Math.log2(1 + judged.length) / 3,
    Math.log2(1 + judged.filter((line) => line.inside).length) / 3,
    judged.some((line) => line.named && line.polarity.praise + line.polarity.fault >= 0.7) ? 1 : 0,
    judged.some((line) => line.ownView) ? 1 : 0,
    strengths[0] ?? 0,
    strengths.slice(0, 4).reduce((sum, strength) => sum + strength, 0) / 2,
    aimed.slice(0, 4).reduce((sum, strength) => sum + strength, 0) / 2,
    aimed[0] ?? 0,
    Math.max(0, ...aimedAt.map(({ line, strength }) => strength * stake(line))),
    Math.min(1, lines.length / 40),
    isTheme ? Math.min(1, around.episodeMentions / 40) : 0,
    declaring.length > 0 ? 1 : 0,
    declaring.some(({ line }) => takesSide(line.sentence.text)) ? 1 : 0,
    isOfOwnFirm(reading) ? 1 : 0,
    passage.mentions.every((mention) => mention.own?.named === false) ? 1 : 0,
  ];
}

/** Said of the subject by the speaker, in earnest and as their own words. */
function isSound(line: Line): boolean {
  return (
    line.asserted &&
    !line.quoted &&
    !line.intro &&
    !line.address &&
    line.modality !== 'reported' &&
    line.modality !== 'news' &&
    line.modality !== 'hypothetical' &&
    !isCounterfactual(line.sentence.text) &&
    ((line.named && !line.passing) || line.predicated) &&
    line.sentence.words >= 5
  );
}

/** A sound line that weighs its subject in an investor's terms. */
function isVerdict(line: Line): boolean {
  const { money, prospect, rank } = line.merit;
  return line.polarity.praise + line.polarity.fault >= 0.7 && money + prospect + rank > 0;
}

/** Whether a line weighs money, position or a verdict, 0..1. */
function stake({ merit, verdict, position }: Line): number {
  return Math.min(1, merit.money / 2 + (verdict === 2 ? 0.5 : 0) + (position === 0 ? 0 : 1));
}

function total(lines: readonly Line[], kind: keyof Merit): number {
  return lines.reduce((sum, line) => sum + line.merit[kind], 0);
}

/** Words of a kind among the words spoken, 1 at one in fifteen. */
function density(lines: readonly Line[], kind: keyof Merit, words: number): number {
  return Math.min(1, (15 * total(lines, kind)) / Math.max(40, words));
}

/** Surroundings of a passage in its episode. */
export function surroundingsOf(
  discourse: Discourse,
  passage: Passage,
  reading: Reading,
  talk: Talk,
  episodeTitle: string,
): Surroundings {
  const subject = (passage.mentions[0] as Passage['mentions'][number]).subject;
  const counts = rivalCounts(discourse, passage);
  const own = counts.get(passage.subjectId) ?? 0;
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const past = reading.lines.filter((line) => discourse.modality[line.sentence.index] === 'history').length;
  const turns = new Set(reading.lines.map((line) => line.sentence.turn));
  const spoken = [...turns].reduce((sum, turn) => sum + (talk.turnWords.get(turn) ?? 0), 0);
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
    register: talk.registerAround(passage),
    showRegister: talk.register,
    asker: talk.askers.get(passage.speaker) ?? 0,
    episodeMentions: talk.mentions.get(passage.subjectId) ?? 0,
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
