import type { Sql } from 'sql-template-tag';
import { beginAnew, hasTranscript } from '#server/ingest/episodes/store.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { type Former, forgetName, learnName, noteRefused } from '#server/linking/learned/store.ts';
import { companySlug } from '#server/linking/names.ts';
import { syncUniverse } from '#server/linking/store.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** Statement: the ids of episodes in which a name was read as what it was taught to stand for. */
function readAs(former: Former): Sql {
  const texts = [...former.keys()].map((text) => text.toLowerCase());
  return sql`
    SELECT "episodeId" FROM ticker_mention WHERE (symbol, lower(name)) IN (
      SELECT * FROM unnest(${[...former.values()]}::text[], ${texts}::text[]))`;
}

/** What was taught, with how many episodes are read again; or what of it is wrong: the name is blank, the universe lacks the symbol. */
export type Taught =
  | { readonly name: string; readonly symbol: string; readonly episodes: number }
  | 'blank name'
  | 'unknown symbol';

/**
 * Teaches the linker that `text` names an instrument, and queues the episodes in which a company of that name was read, the name was
 * held back, or it was read as what it was taught to stand for before.
 */
export async function teachName(db: Db, text: string, written: string): Promise<Taught> {
  const name = text.trim();
  if (name === '') return 'blank name';
  const symbol = canonicalSymbol(written) ?? written;
  const slug = companySlug(name);
  await syncUniverse(db);
  return db.transaction(async (tx) => {
    const former = await learnName(tx, name, symbol);
    if (!former) return 'unknown symbol';
    const episodes = await beginAnew(
      tx,
      sql`e.id IN (
        SELECT "episodeId" FROM idea WHERE "subjectKind" = 'company' AND "subjectKey" = ${slug} AND "supersededAt" IS NULL
        UNION SELECT "episodeId" FROM held_back_name WHERE slug = ${slug}
        UNION ${readAs(former)}) AND ${hasTranscript}`,
    );
    return { name, symbol, episodes };
  });
}

/**
 * Undoes what was decided about a name, and queues the episodes in which it was read as what it was taught to stand for. Returns how
 * many; null if nothing was decided.
 */
export function takeBackName(db: Db, text: string): Promise<number | null> {
  return db.transaction(async (tx) => {
    const former = await forgetName(tx, text);
    return former && readAnew(tx, former);
  });
}

/**
 * Notes that a name means no instrument, and queues the episodes in which it was read as what it was taught to stand for. Returns how
 * many; null if no idea is about the name and it is not held back.
 */
export function refuseName(db: Db, slug: string): Promise<number | null> {
  return db.transaction(async (tx) => {
    const former = await noteRefused(tx, slug);
    return former && readAnew(tx, former);
  });
}

function readAnew(tx: Db, former: Former): Promise<number> {
  return beginAnew(tx, sql`e.id IN (${readAs(former)}) AND ${hasTranscript}`);
}
