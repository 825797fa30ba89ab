import type { EpisodeInput } from '#server/ingest/types.ts';
import { type Adverts, findAdverts } from './adverts.ts';
import { featuresOf, surroundingsOf } from './features.ts';
import { type Discourse, findPassages, readDiscourse } from './passages.ts';
import { type Reading, readPassage } from './reading.ts';
import { splitSentences } from './sentences.ts';
import { type EpisodeLinker, findMentions, type Mention } from './subjects.ts';

/** A passage that may be an idea, with what the idea model needs to judge it. */
export type Candidate = { readonly reading: Reading; readonly features: readonly number[] };

/** An episode read up to the point of judgement. */
export type Survey = {
  readonly discourse: Discourse;
  readonly mentions: readonly Mention[];
  readonly adverts: Adverts;
  readonly candidates: readonly Candidate[];
};

/** Reads an episode: sentences, adverts, subjects, passages. Pure and deterministic for a given linker. */
export function survey(input: EpisodeInput, linker: EpisodeLinker): Survey {
  const sentences = splitSentences(input.cues);
  const adverts = findAdverts(sentences);
  const mentions = findMentions(sentences, linker.linkEpisode(input.cues, input.publishedAt));
  const discourse = readDiscourse(sentences, mentions, adverts.sentences);
  const candidates = findPassages(discourse).map((passage) => {
    const reading = readPassage(discourse, passage);
    const near = passage.sentences.reduce(
      (sum, i) => sum + countEntities(discourse, i, passage.subjectId),
      0,
    );
    const around = surroundingsOf(passage, reading, near, input.episodeTitle, discourse.modality);
    return { reading, features: featuresOf(reading, around) };
  });
  return { discourse, mentions, adverts, candidates };
}

/** Mentions that compete for the topic: companies always, themes with a theme. */
function countEntities(discourse: Discourse, sentence: number, id: string): number {
  const themes = id.startsWith('theme:');
  return (discourse.mentions.get(sentence) ?? []).filter((m) => themes || m.subject.kind !== 'theme').length;
}
