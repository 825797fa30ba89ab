import type { Sql } from 'sql-template-tag';
import { holdEvents } from '#server/features/alerts/events/store.ts';
import { firstOfTalk } from '#server/features/visibility/repeats/store.ts';
import { currentIdea, ideaTables } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** The account of event row `ev` follows the show or a ticker of idea row `i`, or a search of it that alerts found `i`. */
const asksFor = sql`(EXISTS (SELECT 1 FROM show_follow f WHERE f."accountId" = ev."accountId" AND f."showId" = i."showId")
  OR EXISTS (SELECT 1 FROM ticker_follow t WHERE t."accountId" = ev."accountId" AND t.symbol = ANY (i.tickers))
  OR EXISTS (SELECT 1 FROM saved_search q JOIN saved_search_match m ON m."searchId" = q.id
    WHERE q."accountId" = ev."accountId" AND q.alerts AND m."ideaId" = i.id))`;

/**
 * Moves events of these ideas to the idea of the talk that is listed now, however long ago it was read. One stays where its account
 * does not ask for that. Call it last after the firsts of talks were chosen anew, in the same transaction. A change of
 * stance is told in other words of another show: `collectEvents` moves it.
 */
export async function moveEvents(tx: Db, ideaIds: readonly string[]): Promise<void> {
  if (!(await haveRepeats(tx, ideaIds))) return;
  await holdEvents(tx);
  await move(
    tx,
    sql`
    SELECT ev.id, i.id AS "ideaId" FROM idea own JOIN alert_event ev ON ev."ideaId" = own.id JOIN (${ideaTables}) ON i.id = own."repeatOf"
    WHERE own.id = ANY(${[...ideaIds]}::uuid[]) AND ev.kind = 'new_idea' AND ${currentIdea} AND ${asksFor}`,
  );
}

async function haveRepeats(tx: Db, ideaIds: readonly string[]): Promise<boolean> {
  const row = await tx.row(
    sql`SELECT 1 FROM idea WHERE id = ANY(${[...ideaIds]}::uuid[]) AND "repeatOf" IS NOT NULL LIMIT 1`,
  );
  return row !== undefined;
}

/**
 * Moves what events a show still has to the same talks of other shows, listed or not, so that nothing of them is news again. Call it
 * before a show is deleted, after `moveEvents`.
 */
export async function bequeathEvents(tx: Db, showId: string): Promise<void> {
  await holdEvents(tx);
  await move(
    tx,
    sql`
    SELECT ev.id, heir.id AS "ideaId" FROM idea own JOIN alert_event ev ON ev."ideaId" = own.id CROSS JOIN LATERAL (
      SELECT i.id FROM ${ideaTables} WHERE i."showId" <> own."showId"
        AND (i.id = own."repeatOf" OR i."repeatOf" = own.id OR i."repeatOf" = own."repeatOf")
      ORDER BY ${firstOfTalk} LIMIT 1) heir
    WHERE own."showId" = ${showId}::uuid`,
  );
}

/** Events `a` and `b` of one account would tell the same of one idea. */
const tellTheSame = sql`b."accountId" = a."accountId" AND b.kind = a.kind AND b.payload ->> 'symbol' IS NOT DISTINCT FROM a.payload ->> 'symbol'`;

/** Moves events (id, ideaId) to ideas of which their account has no such event yet, one to each. */
async function move(tx: Db, moves: Sql): Promise<void> {
  await tx.run(sql`
    UPDATE alert_event ev SET "ideaId" = m."ideaId" FROM (
      SELECT DISTINCT ON (a."accountId", a.kind, a.payload ->> 'symbol', t."ideaId") a.id, t."ideaId"
      FROM (${moves}) t JOIN alert_event a ON a.id = t.id
      WHERE NOT EXISTS (SELECT 1 FROM alert_event b WHERE b."ideaId" = t."ideaId" AND ${tellTheSame})
      ORDER BY a."accountId", a.kind, a.payload ->> 'symbol', t."ideaId", a."createdAt", a.id) m
    WHERE ev.id = m.id`);
}
