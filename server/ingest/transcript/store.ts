import type { Sql } from 'sql-template-tag';
import type { Cue, OtherEpisode } from '#server/domain.ts';
import type { Withdrawn } from '#server/features/visibility/withdrawn/rules.ts';
import { holdWithdrawn } from '#server/features/visibility/withdrawn/store.ts';
import {
  type BegunEpisode,
  type EpisodeRecord,
  episodeIsDue,
  holdBegun,
  markTranscribed,
  markUnchanged,
} from '#server/ingest/episodes/store.ts';
import { type PeopleByLabel, withdrawnHere, withoutWords } from '#server/ingest/moderation/people/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { cueOf, type StoredCue } from '#server/platform/stored-cue.ts';

/** The stored cues of an episode; null when there is no transcript. */
export async function readCues(db: Db, episodeId: string): Promise<Cue[] | null> {
  return (await cuesOf(db, [episodeId])).get(episodeId) ?? null;
}

/** The stored cues of episodes, by episode id; those without a transcript are absent. */
export async function cuesOf(db: Db, episodeIds: readonly string[]): Promise<Map<string, Cue[]>> {
  if (episodeIds.length === 0) return new Map();
  const rows = await db.rows(
    { id: tables.transcript.episodeId, cues: tables.transcript.cues.as<StoredCue[]>() },
    sql`SELECT "episodeId" AS id, cues FROM transcript WHERE "episodeId" = ANY(${[...episodeIds]}::uuid[])`,
  );
  return new Map(rows.map(({ id, cues }) => [id, cues.map(cueOf)]));
}

/** An episode, and labels of its transcript. */
export type EpisodeLabels = { readonly id: string; readonly labels: readonly string[] };

/** Rows "own": these episodes, each with its labels. */
export function ownLabels(episodes: readonly EpisodeLabels[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb) AS own(id uuid, labels text[])`;
}

/** Labels of withdrawn people; of those that give no name, the people who spoke under them. */
export type WithdrawnLabels = EpisodeLabels & { readonly people: PeopleByLabel };

/** Removes what stands under these labels from stored transcripts, and notes who it was for when they are fetched anew. */
export async function removeLabels(tx: Db, episodes: readonly WithdrawnLabels[]): Promise<void> {
  await tx.run(sql`
    UPDATE transcript t SET withdrawn = t.withdrawn || own.people, cues = COALESCE((
      SELECT jsonb_agg(cue ORDER BY place) FROM jsonb_array_elements(t.cues) WITH ORDINALITY AS told (cue, place)
      WHERE (cue ->> 2 = ANY(own.labels)) IS NOT TRUE), '[]')
    FROM jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb) AS own(id uuid, labels text[], people jsonb)
    WHERE t."episodeId" = own.id`);
}

/** Who was withdrawn under labels of the stored transcript (`noted`), and under which labels they speak in these cues (`withdrawnHere`). */
async function withdrawnUnder(
  tx: Db,
  episodeId: string,
  cues: readonly Cue[],
  withdrawn: Withdrawn,
): Promise<{ readonly noted: PeopleByLabel; readonly here: PeopleByLabel }> {
  const row = await tx.row(
    {
      cues: tables.transcript.cues.as<StoredCue[]>(),
      withdrawn: tables.transcript.withdrawn.as<Record<string, string>>(),
    },
    sql`SELECT cues, withdrawn FROM transcript WHERE "episodeId" = ${episodeId}::uuid AND withdrawn <> '{}'`,
  );
  if (!row) return { noted: {}, here: {} };
  const noted = row.withdrawn;
  return { noted, here: withdrawnHere(cues, row.cues.map(cueOf), noted, withdrawn) };
}

/** A label of a smaller share, 0..1, of a transcript's cues is a slip of the transcriber. */
export const PRESENT_SHARE = 0.02;
/** Episodes from which a show's hosts are recognised. */
const MOST_OTHERS = 40;

/** The show's newest other episodes that have a transcript, with who speaks in each, and what. */
export function otherEpisodes(
  db: Db,
  { id, showId }: Pick<EpisodeRecord, 'id' | 'showId'>,
): Promise<OtherEpisode[]> {
  return db.rows(
    {
      title: tables.episode.title,
      speakers: computed.texts,
      said: computed.json.as<Record<string, string>>(),
    },
    sql`
    SELECT o.title, v.speakers, v.said
    FROM (
      SELECT e.title, t.cues, e."publishedAt" FROM episode e JOIN transcript t ON t."episodeId" = e.id
      WHERE e."showId" = ${showId}::uuid AND e.id <> ${id}::uuid ORDER BY e."publishedAt" DESC, e.id LIMIT ${MOST_OTHERS}) o
    CROSS JOIN LATERAL (
      SELECT COALESCE(array_agg(label ORDER BY cues DESC, label), '{}') AS speakers, COALESCE(jsonb_object_agg(label, said), '{}') AS said
      FROM (
        SELECT cue->>2 AS label, count(*) AS cues, string_agg(cue->>3, ' ') AS said FROM jsonb_array_elements(o.cues) AS cue
        WHERE cue->>2 IS NOT NULL GROUP BY 1 HAVING count(*) >= ${PRESENT_SHARE}::float8 * jsonb_array_length(o.cues)) l) v
    ORDER BY o."publishedAt" DESC`,
  );
}

/** The show's newest other episodes, but for those without a linked transcript and those whose transcript somebody tried to get. */
export async function untriedOthers(
  db: Db,
  { id, showId }: Pick<EpisodeRecord, 'id' | 'showId'>,
  now: Date,
): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.episode, 'id'),
    sql`
    SELECT id FROM (
      SELECT * FROM episode WHERE "showId" = ${showId}::uuid AND id <> ${id}::uuid ORDER BY "publishedAt" DESC, id LIMIT ${MOST_OTHERS}) o
    WHERE state = 'pending' AND attempts = 0 AND ${episodeIsDue(now)} AND jsonb_array_length(transcripts) > 0`,
  );
  return rows.map((row) => row.id);
}

export type NewTranscript = {
  sourceUrl: string | null;
  type: string;
  language: string | null;
  textHash: string;
  cues: readonly Cue[];
};

export type StoredTranscript = {
  readonly cues: readonly Cue[];
  /** The episode's last analysis is of just these cues, and by the engine of today. */
  readonly isRead: boolean;
};

/**
 * Stores a transcript without the words of withdrawn people, in one transaction. Marks its episode as transcribed, with no failed
 * analysis yet; or as processed if its last analysis, by `engineVersion`, is of just these cues. Throws `TranscriptsReplaced`.
 */
export function storeTranscript(
  db: Db,
  episode: BegunEpisode,
  transcript: NewTranscript,
  now: Date,
  engineVersion: string | null = null,
): Promise<StoredTranscript> {
  return db.transaction(async (tx) => {
    const withdrawn = await holdWithdrawn(tx);
    const held = await holdBegun(tx, episode);
    const { noted, here } = await withdrawnUnder(tx, episode.id, transcript.cues, withdrawn);
    const cues = withoutWords(transcript.cues, withdrawn, { ...held, names: here });
    const stored = {
      ...transcript,
      cues: JSON.stringify(cues.map(storedCue)),
      // What was noted stays, whoever speaks here: the next transcript may have the former labels.
      withdrawn: JSON.stringify({ ...noted, ...here }),
    };
    const isRead =
      held.engineVersion === engineVersion &&
      (await isLastAnalysed(tx, episode.id, held.processedAt, stored));
    await (isRead ? markUnchanged : markTranscribed)(tx, episode.id);
    await writeTranscript(tx, episode.id, stored, now);
    return { cues, isRead };
  });
}

function storedCue({ start, end, speaker, text }: Cue): StoredCue {
  return [start, end, speaker, text];
}

type Written = Omit<NewTranscript, 'cues'> & { readonly cues: string; readonly withdrawn: string };

/** Whether the last analysis read this transcript. One that was stored after that analysis was never read. */
async function isLastAnalysed(
  tx: Db,
  episodeId: string,
  processedAt: Date | null,
  { textHash, cues }: Written,
): Promise<boolean> {
  const row = await tx.row(sql`
    SELECT 1 FROM transcript WHERE "episodeId" = ${episodeId}::uuid AND "textHash" = ${textHash} AND cues = ${cues}::jsonb
      AND "fetchedAt" <= ${processedAt}`);
  return row !== undefined;
}

/** One that is stored already keeps the moment at which it was first fetched. */
async function writeTranscript(tx: Db, episodeId: string, transcript: Written, now: Date): Promise<void> {
  const { sourceUrl, type, language, textHash, cues, withdrawn } = transcript;
  await tx.run(sql`
    INSERT INTO transcript AS t ("episodeId", "sourceUrl", type, language, "textHash", cues, withdrawn, "fetchedAt")
    VALUES (${episodeId}::uuid, ${sourceUrl}, ${type}, ${language}, ${textHash}, ${cues}::jsonb, ${withdrawn}::jsonb, ${now})
    ON CONFLICT ("episodeId") DO UPDATE SET "sourceUrl" = excluded."sourceUrl", type = excluded.type, language = excluded.language,
      "textHash" = excluded."textHash", cues = excluded.cues, withdrawn = excluded.withdrawn, "fetchedAt" = CASE
        WHEN t."textHash" = excluded."textHash" AND t.cues = excluded.cues THEN t."fetchedAt" ELSE excluded."fetchedAt" END`);
}
