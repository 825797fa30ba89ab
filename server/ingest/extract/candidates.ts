import type { EpisodeInput } from '#server/ingest/types.ts';
import { type Adverts, findAdverts } from './adverts.ts';
import { featuresOf, surroundingsOf } from './features.ts';
import { announcedIn, readNotes } from './notes.ts';
import { ownFirms } from './own-firm.ts';
import { withOwnTalk } from './own-talk.ts';
import { type Discourse, findPassages, readDiscourse } from './passages.ts';
import { type Reading, readPassage } from './reading.ts';
import { splitSentences } from './sentences.ts';
import { type EpisodeLinker, findMentions, type Mention } from './subjects.ts';
import { readTalk } from './talk.ts';

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
  const notes = readNotes(input, linker);
  const links = linker.linkEpisode(input.cues, input.publishedAt, announcedIn(notes));
  const named = findMentions(sentences, links);
  const mentions = withOwnTalk(ownFirms(notes, sentences, named), sentences, named);
  const discourse = readDiscourse(sentences, mentions, adverts.sentences);
  const talk = readTalk(discourse);
  const candidates = findPassages(discourse).map((passage) => {
    const reading = readPassage(discourse, passage);
    const around = surroundingsOf(discourse, passage, reading, talk, input.episodeTitle);
    return { reading, features: featuresOf(reading, around) };
  });
  return { discourse, mentions, adverts, candidates };
}
