import type { EpisodeInput, Extraction } from '#server/domain.ts';
import { tickerMentions } from '#server/ingest/extract/extractor.ts';
import { type Window, windowsOf } from '#server/ingest/extract/llm/windows.ts';
import { castOf, namesOf } from '#server/ingest/extract/speakers/speakers.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { survey } from '#server/ingest/extract/survey.ts';

/** What our own reading of an episode gives a language model to work on, and what needs no model. Plain data. */
export type EpisodeReading = Omit<Extraction, 'ideas'> & { readonly windows: readonly Window[] };

/** Reads an episode for a language model: windows of discourse with their subjects, mentions, adverts. Pure for a given linker. */
export function readEpisode(input: EpisodeInput, linker: EpisodeLinker): EpisodeReading {
  const read = survey(input, linker);
  const cast = castOf(input, read.discourse.sentences);
  return {
    windows: windowsOf(read, cast),
    mentions: tickerMentions(read),
    adRanges: read.adverts.ranges,
    names: namesOf(cast),
  };
}
