import type { Subject } from '#server/domain.ts';
import type { EpisodeProfile } from '#server/ingest/extract/passages/episode-profile.ts';
import type { Discourse, Passage } from '#server/ingest/extract/passages/passages.ts';
import type { PassageReading } from '#server/ingest/extract/passages/reading.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';

/** What surrounds a passage. */
export type Surroundings = {
  readonly subject: Subject;
  readonly titled: boolean;
  /** Share of the stretch's mentions that are of the subject, 0..1. */
  readonly focus: number;
  readonly pastShare: number;
  /** How much more often, on a log scale, the stretch names another subject; 0 if none. */
  readonly shadow: number;
  /** Share of the words of the speaker's turns that are about the subject, 0..1. */
  readonly turnShare: number;
  /** Density of investor terms around the passage and in the episode; 0..1. */
  readonly register: number;
  readonly showRegister: number;
  /** Share of the speaker's sentences that are questions, 0..1. */
  readonly asker: number;
  /** How often the whole episode names the subject. */
  readonly episodeMentions: number;
};

/** Surroundings of a passage in its episode. */
export function surroundingsOf(
  discourse: Discourse,
  passage: Passage,
  reading: PassageReading,
  profile: EpisodeProfile,
  episodeTitle: string,
): Surroundings {
  const subject = (passage.mentions[0] as Passage['mentions'][number]).subject;
  const counts = rivalCounts(discourse, passage);
  const own = counts.get(passage.subjectId) ?? 0;
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const past = reading.lines.filter((line) => discourse.modality[line.sentence.index] === 'history').length;
  const turns = new Set(reading.lines.map((line) => line.sentence.turn));
  const spoken = [...turns].reduce((sum, turn) => sum + (profile.turnWords.get(turn) ?? 0), 0);
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
    register: profile.registerAround(passage),
    showRegister: profile.register,
    asker: profile.askers.get(passage.speaker) ?? 0,
    episodeMentions: profile.mentions.get(passage.subjectId) ?? 0,
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
