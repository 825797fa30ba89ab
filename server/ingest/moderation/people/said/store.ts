import { spanOf } from '#server/features/corrections/made/rules.ts';
import { currentIdea, ideaTables } from '#server/features/visibility/store.ts';
import { ideasUnder, labelOfPassage } from '#server/ingest/moderation/people/rules.ts';
import { cuesOf, type EpisodeLabels, ownLabels } from '#server/ingest/transcript/store.ts';
import { personName } from '#server/language/people/names.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/**
 * The labels, by episode, that say nothing of who speaks ("SPEAKER_01") and under which passages were published as one of these names:
 * the cast told who it is.
 */
export async function labelsHeard(tx: Db, names: readonly string[]): Promise<Map<string, Set<string>>> {
  const passages = await tx.rows(
    pick(tables.passage, 'episodeId', 'startSeconds', 'endSeconds', 'text'),
    sql`SELECT "episodeId", "startSeconds", "endSeconds", text FROM passage WHERE speaker = ANY(${[...names]}::text[])`,
  );
  const byEpisode = Map.groupBy(passages, ({ episodeId }) => episodeId);
  const cues = await cuesOf(tx, [...byEpisode.keys()]);
  return new Map(
    [...byEpisode].map(([id, own]) => [
      id,
      new Set(
        own
          .flatMap((passage) => labelOfPassage(cues.get(id) ?? [], passage) ?? [])
          .filter((label) => personName(label) === null),
      ),
    ]),
  );
}

const toldIdea = pick(
  tables.idea,
  'id',
  'episodeId',
  'speakerName',
  'quote',
  'quoteStartSeconds',
  'quoteEndSeconds',
  'timestampSeconds',
);

/**
 * Ids of the ideas that quote what the person says in these episodes, under these labels, whether the engine named them or not; superseded and hidden ones,
 * too. An idea that a correction put under somebody's name is that person's. Call it while the transcripts hold the words.
 */
export async function ideasQuoting(tx: Db, said: readonly EpisodeLabels[]): Promise<string[]> {
  const speaking = said.filter(({ labels }) => labels.length > 0);
  const ids = speaking.map(({ id }) => id);
  const cues = await cuesOf(tx, ids);
  const rows = await tx.rows(
    toldIdea,
    sql`
    SELECT i.id, i."episodeId", i."speakerName", i.quote, i."quoteStartSeconds", i."quoteEndSeconds", i."timestampSeconds"
    FROM idea i WHERE i."episodeId" = ANY(${ids}::uuid[]) AND (i."speakerName" IS NULL OR NOT EXISTS (
      SELECT 1 FROM idea_version v WHERE v."ideaId" = i.id AND v.before ? 'speakerName'))`,
  );
  const ideas = rows.map((row) => ({ ...row, startSeconds: spanOf(row)?.start ?? null }));
  return speaking.flatMap(({ id, labels }) => {
    const own = ideas.filter(({ episodeId }) => episodeId === id);
    return ideasUnder(new Set(labels), cues.get(id) ?? [], own).map((idea) => idea.id);
  });
}

/**
 * Ids of kept answers that cite what the person says in the episodes: a window of theirs, or one without a name in which they
 * speak at the cited second or after. Call it while transcripts and passages hold the words.
 */
export async function answersQuoting(
  tx: Db,
  names: readonly string[],
  said: readonly EpisodeLabels[],
): Promise<string[]> {
  const rows = await tx.rows(
    pick(tables.message, 'id'),
    sql`
    WITH own AS MATERIALIZED (SELECT * FROM ${ownLabels(said)}),
    spoken AS MATERIALIZED (
      SELECT own.id, (cue ->> 0)::numeric AS starts, (cue ->> 1)::numeric AS ends
      FROM own JOIN transcript t ON t."episodeId" = own.id, jsonb_array_elements(t.cues) AS cue WHERE cue ->> 2 = ANY(own.labels))
    SELECT m.id FROM message m WHERE m.kind = 'answer' AND EXISTS (
      SELECT 1 FROM jsonb_array_elements(m.answer -> 'citations') AS cited
      JOIN own ON own.id::text = cited ->> 'episodeId'
      JOIN passage p ON p."episodeId" = own.id AND (cited ->> 'timestampSeconds')::int BETWEEN p."startSeconds" AND p."endSeconds"
      WHERE cited ->> 'ideaId' IS NULL AND (p.speaker = ANY(${[...names]}::text[]) OR p.speaker = ANY(own.labels)
        OR p.speaker IS NULL AND EXISTS (SELECT 1 FROM spoken WHERE spoken.id = own.id
          AND (spoken.ends > (cited ->> 'timestampSeconds')::int OR spoken.starts >= (cited ->> 'timestampSeconds')::int) AND spoken.starts <= p."endSeconds")))`,
  );
  return rows.map(({ id }) => id);
}

/** How many ideas of these episodes are listed. Called after the person's own were hidden: those of others, which are read again. */
export async function ideasBeside(tx: Db, episodeIds: readonly string[]): Promise<number> {
  const row = await tx.row(
    { ideas: computed.int },
    sql`SELECT count(*)::int AS ideas FROM ${ideaTables} WHERE ${currentIdea} AND i."episodeId" = ANY(${[...episodeIds]}::uuid[])`,
  );
  return row!.ideas;
}
