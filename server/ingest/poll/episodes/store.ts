import { airDate } from '#server/feeds/dates.ts';
import type { ParsedEpisode } from '#server/feeds/types.ts';
import type { AdmittedEpisode } from '#server/ingest/moderation/people/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** Inserts a new episode with a credible air date; 0 when another poll inserted it first. */
export async function insertEpisode(
  tx: Db,
  showId: string,
  episode: AdmittedEpisode,
  guest: string | null,
  now: Date,
): Promise<number> {
  return tx.run(sql`
    INSERT INTO episode ("showId", guid, title, description, "publishedAt", "durationSeconds", "enclosureUrl", "enclosureType", link, "youtubeUrl",
      guest, people, transcripts, state, "createdAt")
    VALUES (${showId}::uuid, ${episode.guid}, ${episode.title}, ${episode.description}, ${airDate(episode.publishedAt, now)}, ${episode.durationSeconds},
      ${episode.enclosure?.url ?? null}, ${episode.enclosure?.type ?? null}, ${episode.link}, ${youtubeLink(episode)}, ${guest},
      ${listedIn(episode)}::jsonb, ${JSON.stringify(episode.transcripts)}::jsonb,
      ${episode.transcripts.length > 0 ? 'pending' : 'no_transcript'}, ${now})
    ON CONFLICT ("showId", guid) DO NOTHING`);
}

/** The people of an episode as they are stored: those of its feed, then the short names of withdrawn ones, as `{"withdrawn": "ann"}`. */
function listedIn({ people, shortNames }: AdmittedEpisode): string {
  return JSON.stringify([...people, ...shortNames.map((withdrawn) => ({ withdrawn }))]);
}

/**
 * Updates a stored episode from its feed; changed transcript links make it pending again. Short names of withdrawn people stay, also
 * when the feed lists the person no more. `redateEpisodes` changes its air date.
 */
export async function updateEpisode(
  tx: Db,
  id: string,
  episode: AdmittedEpisode,
  guest: string | null,
): Promise<void> {
  const transcripts = JSON.stringify(episode.transcripts);
  const areChanged = sql`transcripts IS DISTINCT FROM ${transcripts}::jsonb`;
  const listed = sql`${listedIn(episode)}::jsonb`;
  await tx.run(sql`
    UPDATE episode SET guid = ${episode.guid}, title = ${episode.title}, description = ${episode.description},
      "durationSeconds" = COALESCE(${episode.durationSeconds}, "durationSeconds"), "enclosureUrl" = ${episode.enclosure?.url ?? null},
      "enclosureType" = ${episode.enclosure?.type ?? null}, link = ${episode.link}, "youtubeUrl" = COALESCE(${youtubeLink(episode)}, "youtubeUrl"),
      guest = ${guest}, transcripts = ${transcripts}::jsonb,
      state = CASE WHEN ${areChanged} AND ${episode.transcripts.length > 0} THEN 'pending' ELSE state END,
      people = ${listed} || COALESCE((
        SELECT jsonb_agg(one) FROM jsonb_array_elements(people) AS one WHERE one ? 'withdrawn' AND NOT ${listed} @> jsonb_build_array(one)), '[]'),
      attempts = CASE WHEN ${areChanged} THEN 0 ELSE attempts END,
      "nextAttemptAt" = CASE WHEN ${areChanged} THEN NULL ELSE "nextAttemptAt" END
    WHERE id = ${id}::uuid`);
}

function youtubeLink(episode: ParsedEpisode): string | null {
  return (
    [episode.link, episode.enclosure?.url].find(
      (url) => url && /^https:\/\/(www\.youtube\.com\/watch\?|youtu\.be\/)/.test(url),
    ) ?? null
  );
}
