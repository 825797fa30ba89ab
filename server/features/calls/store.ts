import type { CallCount, CallMark, ShownCall } from '#server/features/calls/rules.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const callCount = {
  ...pick(tables.apiCall, 'credentialId', 'status'),
  day: computed.day,
  calls: computed.int,
};

/** How often each credential of an account called since `since`, by UTC day and status; only of `credentialId` where given. */
export function countCalls(
  db: Db,
  accountId: string,
  { since, credentialId }: { readonly since: Date; readonly credentialId?: string },
): Promise<CallCount[]> {
  const ofOne = credentialId === undefined ? empty : sql`AND "credentialId" = ${credentialId}::uuid`;
  return db.rows(
    callCount,
    sql`
    SELECT "credentialId", status, (at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS calls FROM api_call
    WHERE "accountId" = ${accountId}::uuid AND at >= ${since} ${ofOne} GROUP BY 1, 2, 3`,
  );
}

const shownCall = pick(tables.apiCall, 'at', 'requestId', 'part', 'via', 'route', 'status', 'ms');

export type CallFilter = {
  readonly credentialId: string;
  readonly since: Date;
  readonly status?: number | undefined;
  readonly after?: CallMark | undefined;
};

/** Calls of a credential, newest first, at most `limit`. */
export function listCalls(
  db: Db,
  accountId: string,
  filter: CallFilter,
  limit: number,
): Promise<ShownCall[]> {
  const { credentialId, since, status, after } = filter;
  const answered = status === undefined ? empty : sql`AND status = ${status}`;
  const later = after
    ? sql`AND (at, "requestId", part) < (${after.at}::timestamptz, ${after.requestId}::uuid, ${after.part}::int)`
    : empty;
  return db.rows(
    shownCall,
    sql`
    SELECT at, "requestId", part, via, route, status, ms FROM api_call
    WHERE "accountId" = ${accountId}::uuid AND "credentialId" = ${credentialId}::uuid AND at >= ${since} ${answered} ${later}
    ORDER BY at DESC, "requestId" DESC, part DESC LIMIT ${limit}`,
  );
}

/** Whether a connector key or a connection of this id is the account's, in force or not. */
export async function isCredentialOf(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db.row(sql`
    SELECT 1 FROM connector_key WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid
    UNION ALL SELECT 1 FROM oauth_grant WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`);
  return row !== undefined;
}
