import { cardColumns, cardRow, type IdeaRow } from '#server/features/ideas/store.ts';
import { countedRanges } from '#server/features/visibility/counts/rules.ts';
import { countOnSymbol } from '#server/features/visibility/counts/store.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** `listed` is false for a symbol outside the universe; its name is then unknown. */
export type NamedSymbol = {
  readonly symbol: string;
  readonly name: string | null;
  readonly listed: boolean;
};

/**
 * The canonical symbol that a caller's text means, with its name in the universe: the `ticker` table, then the table
 * that ships with the product. A former symbol is read as the present one, unless the `ticker` table says that somebody
 * trades under it today. Null when the text cannot be a symbol.
 */
export async function findSymbol(db: Db, text: string): Promise<NamedSymbol | null> {
  const written = canonicalSymbol(text);
  return written === null ? null : (await nameSymbols(db, [written]))[0]!;
}

/** What `findSymbol` says of each of these canonical symbols, in their order. */
export async function nameSymbols(db: Db, symbols: readonly string[]): Promise<NamedSymbol[]> {
  const asked = symbols.map((written) => {
    const known = loadUniverse().bySymbol(written);
    return { written, known, present: known?.symbol ?? written };
  });
  const wanted = asked.flatMap(({ written, present }) => [written, present]);
  const rows = await db.rows(
    pick(tables.ticker, 'symbol', 'name'),
    sql`SELECT symbol, name FROM ticker WHERE symbol = ANY(${wanted}::text[])`,
  );
  const listed = new Map(rows.map((row) => [row.symbol, row]));
  return asked.map(({ written, known, present }) => {
    const row = listed.get(written) ?? listed.get(present);
    if (row) return { ...row, listed: true };
    return { symbol: present, name: known?.name ?? null, listed: known !== undefined };
  });
}

/** The symbol that a caller's text means, as `findSymbol`; null also when neither the universe nor a listed idea knows it. */
export async function findKnownSymbol(db: Db, text: string): Promise<NamedSymbol | null> {
  const named = await findSymbol(db, text);
  return named && (named.listed || (await hasIdeas(db, named.symbol))) ? named : null;
}

/** Ideas on a symbol of at least this depth; moments bound the air date, `from` inclusive, `until` exclusive. */
export type MentionWindow = {
  readonly symbol: string;
  readonly minDepth: number;
  readonly from: Date | null;
  readonly until: Date | null;
};
export type MentionPosition = { readonly publishedAt: Date; readonly id: string };

/** Whether any listed idea is about the symbol. */
export async function hasIdeas(db: Db, symbol: string): Promise<boolean> {
  const row = await db.row(sql`
    SELECT 1 FROM idea_ticker k JOIN ${ideaTables} ON i.id = k."ideaId" WHERE k.symbol = ${symbol} AND ${listedIdea} LIMIT 1`);
  return row !== undefined;
}

/** Listed ideas of a window, newest air date first, after a position. */
export function listMentions(
  db: Db,
  window: MentionWindow,
  after: MentionPosition | null,
  limit: number,
): Promise<IdeaRow[]> {
  return db.rows(
    cardRow,
    sql`
    SELECT ${cardColumns} FROM idea_ticker k JOIN ${ideaTables} ON i.id = k."ideaId"
    WHERE ${inWindow(window)} AND ${listedIdea}
      ${after ? sql`AND (k."publishedAt", k."ideaId") < (${after.publishedAt}::timestamptz, ${after.id}::uuid)` : empty}
    ORDER BY k."publishedAt" DESC, k."ideaId" DESC LIMIT ${limit}`,
  );
}

/** How many listed ideas a window of whole UTC days holds. */
export async function countMentions(db: Db, window: MentionWindow): Promise<number> {
  const { symbol, minDepth, from, until } = window;
  const ranges = countedRanges(from, until);
  return ranges.length === 0 ? 0 : countOnSymbol(db, symbol, minDepth, ranges);
}

function inWindow({ symbol, minDepth, from, until }: MentionWindow) {
  return sql`k.symbol = ${symbol} ${minDepth > 1 ? sql`AND k."discussionDepth" >= ${minDepth}` : empty}
    ${from ? sql`AND k."publishedAt" >= ${from}` : empty} ${until ? sql`AND k."publishedAt" < ${until}` : empty}`;
}
