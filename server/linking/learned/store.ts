import type { HeldBackName } from '#server/domain.ts';
import { companySlug } from '#server/linking/names.ts';
import { LEARNED_NAMES, renewUniverse } from '#server/linking/store.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { type Db, type empty, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** Setting: the slugs of names that operators refused. */
const REFUSED_NAMES = 'names.refused';

const doubtful = {
  ...pick(tables.idea, 'subjectKey', 'subjectName'),
  ideas: computed.int,
  ideaId: computed.uuid,
  show: tables.show.name,
  thesis: tables.idea.thesis,
  /** The words in which the name stands, as they were said. */
  quote: tables.idea.quote,
};
/** A company without a known symbol that ideas are about, with the newest words about it. */
export type DoubtfulName = RowOf<typeof doubtful>;

/** At most `limit` companies without a known symbol that no operator has decided about; those with most ideas first. */
export async function doubtfulNames(db: Db, limit: number): Promise<DoubtfulName[]> {
  // Companies of our own table are known to have no symbol.
  const unlisted = loadUniverse().entries.flatMap(({ symbol, slug }) => (symbol === null ? [slug] : []));
  return db.rows(
    doubtful,
    sql`
    SELECT DISTINCT ON (count(*) OVER by_name, i."subjectKey") i."subjectKey", i."subjectName", (count(*) OVER by_name)::int AS ideas,
      i.id AS "ideaId", s.name AS show, i.thesis, i.quote
    FROM idea i JOIN show s ON s.id = i."showId"
    WHERE i."subjectKind" = 'company' AND i."supersededAt" IS NULL AND NOT i.hidden AND NOT (i."subjectKey" = ANY(${unlisted}::text[]))
      AND NOT EXISTS (SELECT 1 FROM setting WHERE name = ${REFUSED_NAMES} AND value::jsonb ? i."subjectKey")
    WINDOW by_name AS (PARTITION BY i."subjectKey")
    ORDER BY count(*) OVER by_name DESC, i."subjectKey", i."publishedAt" DESC LIMIT ${limit}`,
  );
}

/** Replaces the held-back names of an episode. */
export async function replaceHeldBack(
  tx: Db,
  episodeId: string,
  names: readonly HeldBackName[],
): Promise<void> {
  await tx.run(sql`DELETE FROM held_back_name WHERE "episodeId" = ${episodeId}::uuid`);
  if (names.length === 0) return;
  const columns = [
    names.map(({ symbol }) => symbol),
    names.map(({ name }) => companySlug(name)),
    names.map(({ name }) => name),
    names.map(({ seconds }) => seconds),
  ] as const;
  await tx.run(sql`
    INSERT INTO held_back_name ("episodeId", symbol, slug, name, seconds)
    SELECT ${episodeId}::uuid, * FROM unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::int[])
    ON CONFLICT DO NOTHING`);
}

const waiting = {
  ...pick(tables.heldBackName, 'symbol', 'slug', 'name', 'seconds', 'episodeId'),
  /** The company of the symbol; null if the universe has lost it since. */
  company: tables.ticker.name.orNull(),
  episodes: computed.int,
  episode: tables.episode.title,
  show: tables.show.name,
  /** What is said there, some fifteen seconds; null if the transcript is gone. */
  words: computed.text.orNull(),
};
/** A held-back name that no operator has decided about, with the newest episode that holds it. */
export type WaitingName = RowOf<typeof waiting>;

/** What `it's` and `she'll` end in, and all that begins so. `Lowe's` is none of these. */
const CONTRACTION = String.raw`^(it|he|she|that|this|what|who|there|here|where|when|how|let)['’]s\y|['’](ll|re|ve|d|m|t)\y`;

/** At most `limit` held-back names, those of most episodes first. Words without a capital and contractions name no company. */
export async function waitingNames(db: Db, limit: number): Promise<WaitingName[]> {
  return db.rows(
    waiting,
    sql`
    SELECT h.symbol, h.slug, h.name, h.seconds, h."episodeId", k.name AS company, h.episodes, h.episode, h.show, (
      SELECT string_agg(cue ->> 3, ' ' ORDER BY place) FROM transcript t, jsonb_array_elements(t.cues) WITH ORDINALITY AS told (cue, place)
      WHERE t."episodeId" = h."episodeId" AND (cue ->> 1)::float > h.seconds - 5 AND (cue ->> 0)::float < h.seconds + 10) AS words
    FROM (
      SELECT DISTINCT ON (count(*) OVER by_name, x.slug, x.symbol) x.*, (count(*) OVER by_name)::int AS episodes, e.title AS episode, s.name AS show
      FROM held_back_name x JOIN episode e ON e.id = x."episodeId" JOIN show s ON s.id = e."showId"
      WHERE NOT EXISTS (SELECT 1 FROM setting WHERE name = ${REFUSED_NAMES} AND value::jsonb ? x.slug)
        AND x.name ~ '[[:upper:]]' AND NOT x.name ~* ${CONTRACTION}
        AND NOT EXISTS (SELECT 1 FROM setting, jsonb_object_keys(value::jsonb) AS taught
          WHERE setting.name = ${LEARNED_NAMES} AND lower(taught) = lower(x.name))
      WINDOW by_name AS (PARTITION BY x.slug, x.symbol)
      ORDER BY count(*) OVER by_name DESC, x.slug, x.symbol, e."publishedAt" DESC, e.id LIMIT ${limit}) AS h
    LEFT JOIN ticker k ON k.symbol = h.symbol ORDER BY h.episodes DESC, h.slug, h.symbol`,
  );
}

/** Teaches the linker that `text` names an instrument; false for an unknown symbol. `teachName` also queues the episodes concerned. */
export async function learnName(tx: Db, text: string, symbol: string): Promise<boolean> {
  const known = await tx.row(
    pick(tables.ticker, 'symbol'),
    sql`SELECT symbol FROM ticker WHERE symbol = ${symbol}`,
  );
  if (!known) return false;
  const learned = sql`jsonb_build_object(${text}::text, ${symbol}::text)`;
  await putInto(tx, LEARNED_NAMES, learned, sql`'{}'::jsonb`);
  await renewUniverse(tx);
  return true;
}

/** Notes that a name means no instrument, so that no operator is asked again. False if no idea is about it and it is not held back. */
export async function refuseName(db: Db, slug: string): Promise<boolean> {
  const known = await db.row(
    sql`
    SELECT 1 FROM idea WHERE "subjectKind" = 'company' AND "subjectKey" = ${slug}
    UNION ALL SELECT 1 FROM held_back_name WHERE slug = ${slug} LIMIT 1`,
  );
  if (!known) return false;
  await putInto(db, REFUSED_NAMES, sql`jsonb_build_array(${slug}::text)`, sql`'[]'::jsonb`);
  return true;
}

/** Undoes what was decided about a name; false if nothing was. */
export function forgetName(db: Db, text: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx.run(sql`
      UPDATE setting SET value = (value::jsonb - ${text.trim()}::text - ${companySlug(text.trim())}::text)::text
      WHERE name IN (${LEARNED_NAMES}, ${REFUSED_NAMES}) AND (value::jsonb ? ${text.trim()} OR value::jsonb ? ${companySlug(text.trim())})`);
    if (changed > 0) await renewUniverse(tx);
    return changed > 0;
  });
}

/** Adds to the JSON list or object of a setting, unless it holds that already. */
async function putInto(db: Db, name: string, added: typeof empty, none: typeof empty): Promise<void> {
  await db.run(sql`
    INSERT INTO setting (name, value) VALUES (${name}, (${none} || ${added})::text)
    ON CONFLICT (name) DO UPDATE SET value = CASE WHEN setting.value::jsonb @> ${added} THEN setting.value
      ELSE (setting.value::jsonb || ${added})::text END`);
}
