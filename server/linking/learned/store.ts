import type { HeldBackName } from '#server/domain.ts';
import { companySlug } from '#server/linking/names.ts';
import { LEARNED_NAMES, renewUniverse } from '#server/linking/store.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { type Db, sql } from '#server/platform/db.ts';
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
  // Companies of our own table are known to have no symbol, or to have had none before their listing.
  const unlisted = loadUniverse().entries.flatMap(({ symbol, slug, listedSince }) =>
    symbol === null || listedSince !== null ? [slug] : [],
  );
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
  const taught = [...(await decided(db)).taught.keys()].map(nameKey);
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
        AND NOT (x.slug = ANY(${taught}::text[]) OR lower(x.name) = ANY(${taught}::text[]))
      WINDOW by_name AS (PARTITION BY x.slug, x.symbol)
      ORDER BY count(*) OVER by_name DESC, x.slug, x.symbol, e."publishedAt" DESC, e.id LIMIT ${limit}) AS h
    LEFT JOIN ticker k ON k.symbol = h.symbol ORDER BY h.episodes DESC, h.slug, h.symbol`,
  );
}

/** What operators decided about names: the symbols of taught ones, by their text, and the slugs of refused ones. */
type Decided = { readonly taught: ReadonlyMap<string, string>; readonly refused: ReadonlySet<string> };

async function decided(db: Db): Promise<Decided> {
  const rows = await db.rows(
    pick(tables.setting, 'name', 'value'),
    sql`SELECT name, value FROM setting WHERE name IN (${LEARNED_NAMES}, ${REFUSED_NAMES})`,
  );
  const held = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  return {
    taught: new Map(Object.entries((held.get(LEARNED_NAMES) ?? {}) as Record<string, string>)),
    refused: new Set((held.get(REFUSED_NAMES) ?? []) as string[]),
  };
}

/** `decided` for a transaction that changes it: nobody else does until it ends. */
async function changeDecided(tx: Db): Promise<Decided> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext(${LEARNED_NAMES}))`);
  return decided(tx);
}

async function keepDecided(tx: Db, { taught, refused }: Decided): Promise<void> {
  const values = {
    [LEARNED_NAMES]: JSON.stringify(Object.fromEntries(taught)),
    [REFUSED_NAMES]: JSON.stringify([...refused]),
  };
  for (const [name, value] of Object.entries(values))
    await tx.run(sql`
      INSERT INTO setting (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/** Names of one key are one name, in whatever case they are written: its slug, which it lacks without ASCII letters. */
function nameKey(text: string): string {
  return companySlug(text.trim()) || text.trim().toLowerCase();
}

/** The taught names of a key, and all others. One name was stored once for each spelling before. */
function withKey(taught: Decided['taught'], key: string) {
  const isOwn = (text: string) => nameKey(text) === key;
  return {
    own: new Map([...taught].filter(([text]) => isOwn(text))),
    others: new Map([...taught].filter(([text]) => !isOwn(text))),
  };
}

/** What a name was taught to stand for before that changed, by its text. */
export type Former = ReadonlyMap<string, string>;

/**
 * Teaches the linker that `text` names an instrument, whatever was decided about the name before. Null for an unknown symbol.
 * `teachName` also queues the episodes concerned.
 */
export async function learnName(tx: Db, text: string, symbol: string): Promise<Former | null> {
  const known = await tx.row(
    pick(tables.ticker, 'symbol'),
    sql`SELECT symbol FROM ticker WHERE symbol = ${symbol}`,
  );
  if (!known) return null;
  const { taught, refused } = await changeDecided(tx);
  const key = nameKey(text);
  const { own, others } = withKey(taught, key);
  const admitted = new Set(refused);
  admitted.delete(key);
  await keepDecided(tx, { taught: others.set(text.trim(), symbol), refused: admitted });
  await renewUniverse(tx);
  return new Map([...own].filter(([, former]) => former !== symbol));
}

/**
 * Notes that a name means no instrument, whatever it was taught to mean, so that no operator is asked again. Null if no idea is about
 * it and it is not held back. `refuseName` also queues the episodes concerned.
 */
export async function noteRefused(tx: Db, slug: string): Promise<Former | null> {
  const known = await tx.row(
    sql`
    SELECT 1 FROM idea WHERE "subjectKind" = 'company' AND "subjectKey" = ${slug}
    UNION ALL SELECT 1 FROM held_back_name WHERE slug = ${slug} LIMIT 1`,
  );
  if (!known) return null;
  const { taught, refused } = await changeDecided(tx);
  const { own, others } = withKey(taught, slug);
  await keepDecided(tx, { taught: others, refused: new Set([...refused, slug]) });
  if (own.size > 0) await renewUniverse(tx);
  return own;
}

/** Undoes what was decided about a name; null if nothing was. `takeBackName` also queues the episodes concerned. */
export function forgetName(db: Db, text: string): Promise<Former | null> {
  return db.transaction(async (tx) => {
    const { taught, refused } = await changeDecided(tx);
    const key = nameKey(text);
    const { own, others } = withKey(taught, key);
    const admitted = new Set(refused);
    if (!admitted.delete(key) && own.size === 0) return null;
    await keepDecided(tx, { taught: others, refused: admitted });
    await renewUniverse(tx);
    return own;
  });
}
