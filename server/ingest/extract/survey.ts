import type { EpisodeInput, HeldBackName } from '#server/domain.ts';
import { readEpisodeProfile } from '#server/ingest/extract/passages/episode-profile.ts';
import {
  type Discourse,
  findTalks,
  type Passage,
  readDiscourse,
} from '#server/ingest/extract/passages/passages.ts';
import { type PassageReading, readPassage } from '#server/ingest/extract/passages/reading.ts';
import type { FeatureValues } from '#server/ingest/extract/scoring/linear-model.ts';
import { featuresOf, type PassageFeature } from '#server/ingest/extract/scoring/passage-features.ts';
import { surroundingsOf } from '#server/ingest/extract/scoring/surroundings.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { withFirstPersonMentions } from '#server/ingest/extract/speakers/first-person.ts';
import { ownFirms } from '#server/ingest/extract/speakers/own-firm.ts';
import { heldBackNames } from '#server/ingest/extract/subjects/held-back.ts';
import { type EpisodeLinker, findMentions, type Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { announcedIn, readShowNotes } from '#server/ingest/extract/subjects/show-notes.ts';
import { type Adverts, findAdverts } from './adverts/adverts.ts';

/** A passage with the features of the linear models. */
type Rated = {
  readonly reading: PassageReading;
  readonly features: FeatureValues<PassageFeature>;
};

/** A passage that may be an idea. A long talk also has parts, each of which may be one more. */
export type Candidate = Rated & { readonly parts: readonly Rated[] };

/** An episode before anything is decided: sentences, adverts, mentions, names held back, candidate passages. */
export type Survey = {
  readonly discourse: Discourse;
  readonly mentions: readonly Mention[];
  readonly heldBack: readonly HeldBackName[];
  readonly adverts: Adverts;
  readonly candidates: readonly Candidate[];
};

/** Reads an episode: sentences, adverts, subjects, passages. Pure and deterministic for a given linker. */
export function survey(input: EpisodeInput, linker: EpisodeLinker): Survey {
  const sentences = splitSentences(input.cues);
  const adverts = findAdverts(sentences, input.otherEpisodes);
  const showNotes = readShowNotes(input, linker);
  const links = linker.linkEpisode(input.cues, input.publishedAt, announcedIn(showNotes));
  const named = findMentions(
    sentences,
    links,
    showNotes.map(({ text }) => text),
  );
  const mentions = withFirstPersonMentions(ownFirms(showNotes, sentences, named), sentences, named);
  const discourse = readDiscourse(sentences, mentions, adverts.sentences);
  const profile = readEpisodeProfile(discourse);
  const rate = (passage: Passage): Rated => {
    const reading = readPassage(discourse, passage);
    const around = surroundingsOf(discourse, passage, reading, profile, input.episodeTitle);
    return { reading, features: featuresOf(reading, around) };
  };
  const candidates = findTalks(discourse).map(({ whole, parts }) => ({
    ...rate(whole),
    parts: parts.length > 1 ? parts.map(rate) : [],
  }));
  const heldBack = heldBackNames({ cues: input.cues, links, adRanges: adverts.ranges });
  return { discourse, mentions, heldBack, adverts, candidates };
}
