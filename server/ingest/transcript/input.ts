import type { Cue, EpisodeInput } from '#server/domain.ts';
import type { EpisodeRecord } from '#server/ingest/episodes/store.ts';
import { otherEpisodes } from '#server/ingest/transcript/store.ts';
import type { Db } from '#server/platform/db.ts';

/** The input of an extractor for a stored episode with these cues. */
export async function inputOf(db: Db, episode: EpisodeRecord, cues: readonly Cue[]): Promise<EpisodeInput> {
  return {
    episodeId: episode.id,
    showName: episode.showName,
    episodeTitle: episode.title,
    episodeDescription: episode.description,
    publishedAt: episode.publishedAt,
    people: episode.people,
    cues,
    otherEpisodes: await otherEpisodes(db, episode),
  };
}
