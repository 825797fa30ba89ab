import type { Sql } from 'sql-template-tag';
import type { AccountId } from '#server/api/access.ts';
import { limitOf, type Metered } from '#server/features/plans/rules.ts';
import { lockUsage } from '#server/features/plans/store.ts';
import { visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

export type FollowOutcome =
  | { readonly kind: 'followed' }
  | { readonly kind: 'already' }
  | { readonly kind: 'limit'; readonly limit: number; readonly used: number };

const followedShow = { ...pick(tables.show, 'id', 'slug', 'name'), followedAt: tables.showFollow.followedAt };
export type FollowedShow = RowOf<typeof followedShow>;
const followedTicker = pick(tables.tickerFollow, 'symbol', 'followedAt', 'held');
export type FollowedTicker = RowOf<typeof followedTicker>;

/** Followed shows that are still public, newest follow first. */
export function listFollowedShows(db: Db, accountId: AccountId): Promise<FollowedShow[]> {
  return db.rows(
    followedShow,
    sql`
    SELECT s.id, s.slug, s.name, f."followedAt" FROM show_follow f JOIN show s ON s.id = f."showId"
    WHERE f."accountId" = ${accountId}::uuid AND ${visibleShow} ORDER BY f."followedAt" DESC, s.id`,
  );
}

/** Followed tickers, newest follow first. */
export function listFollowedTickers(db: Db, accountId: AccountId): Promise<FollowedTicker[]> {
  return db.rows(
    followedTicker,
    sql`
    SELECT symbol, "followedAt", held FROM ticker_follow
    WHERE "accountId" = ${accountId}::uuid ORDER BY "followedAt" DESC, symbol`,
  );
}

/** Follows a show unless it is followed already or the plan's cap is reached. Safe under concurrent calls. */
export function followShow(db: Db, accountId: AccountId, showId: string, now: Date): Promise<FollowOutcome> {
  return follow(db, accountId, 'followedShows', now, {
    exists: sql`SELECT 1 FROM show_follow WHERE "accountId" = ${accountId}::uuid AND "showId" = ${showId}::uuid`,
    insert: sql`INSERT INTO show_follow ("accountId", "showId", "followedAt") VALUES (${accountId}::uuid, ${showId}::uuid, ${now})`,
  });
}

/** Follows a ticker by its canonical symbol, as `followShow`. */
export function followTicker(
  db: Db,
  accountId: AccountId,
  symbol: string,
  now: Date,
): Promise<FollowOutcome> {
  return follow(db, accountId, 'followedTickers', now, {
    exists: sql`SELECT 1 FROM ticker_follow WHERE "accountId" = ${accountId}::uuid AND symbol = ${symbol}`,
    insert: sql`INSERT INTO ticker_follow ("accountId", symbol, "followedAt") VALUES (${accountId}::uuid, ${symbol}, ${now})`,
  });
}

function follow(
  db: Db,
  accountId: AccountId,
  metric: Extract<Metered, 'followedShows' | 'followedTickers'>,
  now: Date,
  statements: { readonly exists: Sql; readonly insert: Sql },
): Promise<FollowOutcome> {
  return db.transaction(async (tx) => {
    const usage = await lockUsage(tx, accountId, now);
    if (await tx.row(statements.exists)) return { kind: 'already' };
    const limit = limitOf(metric, usage.plan);
    if (limit !== null && usage[metric] >= limit) return { kind: 'limit', limit, used: usage[metric] };
    await tx.run(statements.insert);
    return { kind: 'followed' };
  });
}

/** Unfollows a show; false when it was not followed. */
export async function unfollowShow(db: Db, accountId: AccountId, showId: string): Promise<boolean> {
  const deleted = await db.run(
    sql`DELETE FROM show_follow WHERE "accountId" = ${accountId}::uuid AND "showId" = ${showId}::uuid`,
  );
  return deleted > 0;
}

/** Unfollows a ticker by its canonical symbol; false when it was not followed. */
export async function unfollowTicker(db: Db, accountId: AccountId, symbol: string): Promise<boolean> {
  const deleted = await db.run(
    sql`DELETE FROM ticker_follow WHERE "accountId" = ${accountId}::uuid AND symbol = ${symbol}`,
  );
  return deleted > 0;
}

/** Marks a followed ticker as held, or no longer; false when it is not followed. */
export async function markHeld(
  db: Db,
  accountId: AccountId,
  symbol: string,
  held: boolean,
): Promise<boolean> {
  const updated = await db.run(
    sql`UPDATE ticker_follow SET held = ${held} WHERE "accountId" = ${accountId}::uuid AND symbol = ${symbol}`,
  );
  return updated > 0;
}
