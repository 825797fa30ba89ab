import type { EpisodeInput, Extraction } from '#server/domain.ts';
import { tickerMentions } from '#server/ingest/extract/extractor.ts';
import { type Window, windowsOf } from '#server/ingest/extract/llm/windows.ts';
import { voicesOf } from '#server/ingest/extract/speakers/evidence/voices.ts';
import { tellingSentences } from '#server/ingest/extract/speakers/moments.ts';
import { type Cast, type CastMember, castOf } from '#server/ingest/extract/speakers/speakers.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { survey } from '#server/ingest/extract/survey.ts';

/** A label to ask about. Plain data. */
export type AskedVoice = {
  readonly label: string;
  /** Share of all words, and of its own sentences that are questions, 0..1. */
  readonly share: number;
  readonly asks: number;
};

/** A sentence that tells who speaks; after a gap others are left out before it. */
export type Moment = {
  readonly speaker: string | null;
  readonly start: number;
  readonly text: string;
  readonly afterGap: boolean;
};

/** Our own reading as input for a model, and what needs no model. Plain data. */
export type EpisodeReading = Omit<Extraction, 'ideas' | 'names'> & {
  readonly windows: readonly Window[];
  /** Who speaks under each label, by our own reading. */
  readonly cast: readonly (readonly [label: string, member: CastMember])[];
  readonly joined: Cast['joined'];
  /** Input for who is who: each label's share, most first, and telling sentences. */
  readonly voices: readonly AskedVoice[];
  readonly moments: readonly Moment[];
};

/** Reads an episode for a language model: windows of discourse with their subjects, voices, mentions, adverts. Pure for a given linker. */
export function readEpisode(input: EpisodeInput, linker: EpisodeLinker): EpisodeReading {
  const read = survey(input, linker);
  const { sentences } = read.discourse;
  const cast = castOf(input, sentences);
  const telling = tellingSentences(
    input,
    sentences.filter(({ index }) => !read.adverts.sentences.has(index)),
  );
  return {
    windows: windowsOf(read, cast),
    mentions: tickerMentions(read),
    heldBack: read.heldBack,
    adRanges: read.adverts.ranges,
    cast: [...cast.members],
    joined: cast.joined,
    voices: voicesOf(sentences).map(({ label, share, asks }) => ({ label, share, asks })),
    moments: telling.map(({ speaker, start, text, index }, i) => ({
      speaker,
      start,
      text,
      afterGap: i > 0 && telling[i - 1]?.index !== index - 1,
    })),
  };
}
