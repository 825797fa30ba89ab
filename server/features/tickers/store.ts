import { canonicalSymbol } from '#server/features/tickers/rules.ts';
import { loadUniverse } from '#server/features/tickers/universe.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** `listed` is false for a symbol outside the universe; its name is then unknown. */
export type NamedSymbol = {
  readonly symbol: string;
  readonly name: string | null;
  readonly listed: boolean;
};

/**
 * The canonical symbol that a caller's text means, a former symbol read as the present one, with its name in the
 * universe (the built-in table, then what an operator imported). Null when the text cannot be a symbol.
 */
export async function findSymbol(db: Db, text: string): Promise<NamedSymbol | null> {
  const symbol = canonicalSymbol(text);
  if (symbol === null) return null;
  const known = loadUniverse().bySymbol(symbol);
  if (known) return { symbol: known.symbol ?? symbol, name: known.name, listed: true };
  const row = await db.row<{ name: string }>(sql`SELECT name FROM ticker WHERE symbol = ${symbol}`);
  return { symbol, name: row?.name ?? null, listed: row !== undefined };
}
