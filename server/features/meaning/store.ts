import { currentIdea, currentOfShow, ideaOfShow, ideaTables } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, type RowOf, tables } from '#server/platform/rows.ts';
import { ENCODER_VERSION } from '#server/reader/encoder.ts';

/** An idea or transcript window without a vector of the current encoder. */
export type Unencoded<Id> = { readonly id: Id; readonly text: string };

/** Headline and thesis, which every plan may search, without the speaker: a name would outweigh the topic. */
const ideaText = sql`trim(replace(i.headline || '. ' || i.thesis, COALESCE(NULLIF(i."speakerName", ''), '. . .'), ''))`;
/** Whether vector row `v` is of the current encoder and of the current words of idea row `i`. */
const isCurrent = sql`v.encoder = ${ENCODER_VERSION} AND v.words = md5(${ideaText})`;

/** Changes with whatever is published or corrected. */
export type Published = {
  readonly lastIdeaAt: Date | null;
  readonly lastPassage: number;
  readonly corrected: number;
};

const published = {
  lastIdeaAt: computed.moment.orNull(),
  lastPassage: computed.int,
  corrected: computed.int,
};

/** How far publishing and correcting have come: while it stays the same, nothing new waits to be encoded or told. */
export async function readPublished(db: Db): Promise<Published> {
  return (await db.row(
    published,
    sql`
    SELECT (SELECT max("createdAt") FROM idea) AS "lastIdeaAt", (SELECT COALESCE(max(id), 0) FROM passage)::int AS "lastPassage",
      (SELECT count(*)::int FROM idea_version) AS corrected`,
  ))!;
}

/** Where to look for what waits: in what was published since, or everywhere when null. */
export type Since = { readonly ideasFrom: Date; readonly passagesAfter: number } | null;

/** Current ideas that wait for a vector, `except` some ids, the newest first. */
export function unencodedIdeas(
  db: Db,
  since: Since,
  limit: number,
  except: readonly string[] = [],
): Promise<Unencoded<string>[]> {
  return db.rows(
    { id: tables.idea.id, text: computed.text },
    sql`
    SELECT i.id, ${ideaText} AS text FROM ${ideaOfShow}
    WHERE ${currentOfShow} ${since ? sql`AND i."createdAt" >= ${since.ideasFrom}` : empty}
      ${except.length > 0 ? sql`AND NOT (i.id = ANY(${[...except]}::uuid[]))` : empty}
      AND NOT EXISTS (SELECT 1 FROM idea_vector v WHERE v."ideaId" = i.id AND ${isCurrent})
    ORDER BY i."publishedAt" DESC, i.id DESC LIMIT ${limit}`,
  );
}

/** Transcript windows that wait for a vector, `except` some ids, the newest first. */
export function unencodedPassages(
  db: Db,
  since: Since,
  limit: number,
  except: readonly number[] = [],
): Promise<Unencoded<number>[]> {
  return db.rows(
    { id: tables.passage.id, text: tables.passage.text },
    sql`
    SELECT p.id, p.text FROM passage p
    WHERE NOT EXISTS (SELECT 1 FROM passage_vector v WHERE v."passageId" = p.id AND v.encoder = ${ENCODER_VERSION})
      ${since ? sql`AND p.id > ${since.passagesAfter}` : empty}
      ${except.length > 0 ? sql`AND NOT (p.id = ANY(${[...except]}::bigint[]))` : empty}
    ORDER BY p.id DESC LIMIT ${limit}`,
  );
}

/** Stores vectors of ideas; ideas whose words changed since they were encoded are left out. */
export async function storeIdeaVectors(
  db: Db,
  encoded: readonly Unencoded<string>[],
  vectors: readonly Int8Array[],
): Promise<void> {
  await db.run(sql`
    INSERT INTO idea_vector ("ideaId", words, encoder, vector)
    SELECT i.id, md5(x.text), ${ENCODER_VERSION}, x.vector
    FROM unnest(${encoded.map(({ id }) => id)}::uuid[], ${encoded.map(({ text }) => text)}::text[], ${vectors.map(bytesOf)}::bytea[]) AS x (id, text, vector)
      JOIN idea i ON i.id = x.id AND ${ideaText} = x.text
    ON CONFLICT ("ideaId") DO UPDATE SET words = EXCLUDED.words, encoder = EXCLUDED.encoder, vector = EXCLUDED.vector, seq = EXCLUDED.seq`);
}

/** Stores vectors of transcript windows; deleted windows are left out. */
export async function storePassageVectors(
  db: Db,
  encoded: readonly Unencoded<number>[],
  vectors: readonly Int8Array[],
): Promise<void> {
  await db.run(sql`
    INSERT INTO passage_vector ("passageId", encoder, vector)
    SELECT p.id, ${ENCODER_VERSION}, x.vector
    FROM unnest(${encoded.map(({ id }) => id)}::bigint[], ${vectors.map(bytesOf)}::bytea[]) AS x (id, vector)
      JOIN passage p ON p.id = x.id
    ON CONFLICT ("passageId") DO UPDATE SET encoder = EXCLUDED.encoder, vector = EXCLUDED.vector, seq = EXCLUDED.seq`);
}

export type VectorKind = 'idea' | 'passage';
export type StoredVector = { readonly id: string; readonly seq: number; readonly vector: Int8Array };

const stored = {
  idea: { name: sql`idea_vector`, id: sql`"ideaId"::text`, columns: tables.ideaVector },
  passage: { name: sql`passage_vector`, id: sql`"passageId"::text`, columns: tables.passageVector },
};

/** Vectors written after `seq`, in the order of writing. */
export async function vectorsSince(
  db: Db,
  kind: VectorKind,
  seq: number,
  limit: number,
): Promise<StoredVector[]> {
  const { name, id, columns } = stored[kind];
  return asVectors(
    await db.rows(
      rowOf(columns),
      sql`SELECT ${id} AS id, seq, vector FROM ${name} WHERE seq > ${seq} AND encoder = ${ENCODER_VERSION} ORDER BY seq LIMIT ${limit}`,
    ),
  );
}

/** The `seq` after which the last `most` vectors were written. */
export async function startOfLast(db: Db, kind: VectorKind, most: number): Promise<number> {
  const { name, columns } = stored[kind];
  const row = await db.row(
    { seq: columns.seq },
    sql`SELECT seq FROM ${name} ORDER BY seq DESC OFFSET ${most} LIMIT 1`,
  );
  return row?.seq ?? 0;
}

/** Vectors of these ideas or windows, by id; those without one are left out. */
export async function vectorsOf(
  db: Db,
  kind: VectorKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Int8Array>> {
  if (ids.length === 0) return new Map();
  const { name, id, columns } = stored[kind];
  const among =
    kind === 'idea'
      ? sql`"ideaId" = ANY(${[...ids]}::uuid[])`
      : sql`"passageId" = ANY(${[...ids]}::bigint[])`;
  const rows = await db.rows(
    rowOf(columns),
    sql`SELECT ${id} AS id, seq, vector FROM ${name} WHERE ${among} AND encoder = ${ENCODER_VERSION}`,
  );
  return new Map(asVectors(rows).map((stored) => [stored.id, stored.vector]));
}

/** How many current ideas and windows there are, and how many of them have a vector. */
export async function encodedShare(db: Db): Promise<{ readonly encoded: number; readonly waiting: number }> {
  return (await db.row(
    { encoded: computed.int, waiting: computed.int },
    sql`
    SELECT (a.ideas + b.passages)::int AS encoded, (c.all - a.ideas - b.passages)::int AS waiting
    FROM (SELECT count(*) AS ideas FROM ${ideaTables} JOIN idea_vector v ON v."ideaId" = i.id AND ${isCurrent} WHERE ${currentIdea}) a,
      (SELECT count(*) AS passages FROM passage_vector WHERE encoder = ${ENCODER_VERSION}) b,
      (SELECT (SELECT count(*) FROM ${ideaTables} WHERE ${currentIdea}) + (SELECT count(*) FROM passage) AS all) c`,
  ))!;
}

function rowOf({ seq, vector }: (typeof stored)[VectorKind]['columns']) {
  return { id: computed.text, seq, vector };
}

function asVectors(rows: readonly RowOf<ReturnType<typeof rowOf>>[]): StoredVector[] {
  return rows.map(({ id, seq, vector }) => ({ id, seq, vector: new Int8Array(vector) }));
}

function bytesOf(vector: Int8Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
