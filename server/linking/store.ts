import { createHash } from 'node:crypto';
import { EVERYDAY } from '#server/linking/link/words.ts';
import { THEMES } from '#server/linking/themes/table.ts';
import {
  type Alias,
  type Entry,
  type InstrumentKind,
  importedEntry,
  loadUniverse,
  parseAlias,
  writtenAlias,
} from '#server/linking/universe.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const BUILTIN = 'builtin';
const MARK = 'universe.builtin';
const IMPORT_MARK = 'universe.imported';
/** Setting: the names that operators taught the linker, each with its symbol. */
export const LEARNED_NAMES = 'names.learned';

/**
 * Updates the tables `ticker` and `theme` to the built-in ones; one query if they are up to date. A built-in ticker that is no more is
 * deleted, a theme stays: ideas may be about it.
 */
export async function syncUniverse(db: Db): Promise<void> {
  const listed = loadUniverse().entries.filter((entry) => entry.symbol !== null);
  const mark = createHash('sha256')
    .update(JSON.stringify([listed, THEMES]))
    .digest('hex');
  if (await db.row(sql`SELECT 1 FROM setting WHERE name = ${MARK} AND value = ${mark}`)) return;
  await db.transaction(async (tx) => {
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext(${MARK}))`);
    await tx.run(
      sql`DELETE FROM ticker WHERE source = ${BUILTIN} AND NOT symbol = ANY(${listed.map((entry) => entry.symbol)}::text[])`,
    );
    await writeEntries(tx, listed, BUILTIN);
    await tx.run(sql`
      INSERT INTO theme (slug, name, "participationEtfs", tickers)
      SELECT t->>'slug', t->>'name', t->'etfs', ARRAY(SELECT jsonb_array_elements_text(t->'tickers')) FROM jsonb_array_elements(${JSON.stringify(THEMES)}::jsonb) AS t
      ON CONFLICT (slug) DO UPDATE SET name = excluded.name, "participationEtfs" = excluded."participationEtfs", tickers = excluded.tickers`);
    await tx.run(
      sql`INSERT INTO setting (name, value) VALUES (${MARK}, ${mark}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
  });
}

/** Adds or updates imported instruments, but none with a built-in symbol. Returns how many rows were written. */
export async function importEntries(db: Db, entries: readonly Entry[], source: string): Promise<number> {
  return db.transaction(async (tx) => {
    const written = await writeEntries(
      tx,
      entries.filter((entry) => entry.symbol !== null),
      source,
    );
    await renewUniverse(tx);
    return written;
  });
}

/** Tells running workers that the universe has changed. */
export async function renewUniverse(tx: Db): Promise<void> {
  await tx.run(sql`
    INSERT INTO setting (name, value) VALUES (${IMPORT_MARK}, gen_random_uuid()::text)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/** A text that changes with every import and every learned name; null before the first. */
export async function importMark(db: Db): Promise<string | null> {
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`SELECT value FROM setting WHERE name = ${IMPORT_MARK}`,
  );
  return row?.value ?? null;
}

function writeEntries(tx: Db, entries: readonly Entry[], source: string): Promise<number> {
  const rows = entries.map((entry) => ({
    symbol: entry.symbol,
    name: entry.name,
    kind: entry.kind,
    aliases: entry.aliases.map(writtenAlias),
  }));
  return tx.run(sql`
    INSERT INTO ticker (symbol, name, kind, aliases, source)
    SELECT r->>'symbol', r->>'name', r->>'kind', ARRAY(SELECT jsonb_array_elements_text(r->'aliases')), ${source}
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS r
    ON CONFLICT (symbol) DO UPDATE SET name = excluded.name, kind = excluded.kind, aliases = excluded.aliases, source = excluded.source
    WHERE ticker.source <> ${BUILTIN} OR excluded.source = ${BUILTIN}`);
}

/** Imported instruments, and an entry for each learned name (`learned`). */
export async function importedEntries(db: Db): Promise<Entry[]> {
  return [...(await entriesOfFiles(db)), ...(await learnedEntries(db))];
}

/** An entry for each name that an operator taught. */
async function learnedEntries(db: Db): Promise<Entry[]> {
  const rows = await db.rows(
    {
      ...pick(tables.ticker, 'symbol', 'name'),
      kind: tables.ticker.kind.as<InstrumentKind>(),
      text: computed.text,
    },
    sql`
    SELECT t.symbol, t.name, t.kind, learned.key AS text
    FROM setting, jsonb_each_text(setting.value::jsonb) AS learned JOIN ticker t ON t.symbol = learned.value
    WHERE setting.name = ${LEARNED_NAMES} ORDER BY learned.key`,
  );
  return rows.map(({ text, ...listed }) => ({
    ...importedEntry(listed, [taughtAlias(text)]),
    learned: true,
  }));
}

/** A taught name that is also an everyday word counts with a capital only (`Strategy`). */
function taughtAlias(text: string): Alias {
  const alias = { ...parseAlias(text), taught: true };
  return EVERYDAY.has(alias.text.toLowerCase()) ? { ...alias, ambiguity: 'word' } : alias;
}

async function entriesOfFiles(db: Db): Promise<Entry[]> {
  const rows = await db.rows(
    { ...pick(tables.ticker, 'symbol', 'name', 'aliases'), kind: tables.ticker.kind.as<InstrumentKind>() },
    sql`
    SELECT symbol, name, kind, aliases FROM ticker WHERE source <> ${BUILTIN} ORDER BY symbol`,
  );
  return rows.map(({ aliases, ...listed }) => importedEntry(listed, aliases.map(parseAlias)));
}
