import { setRightsById, writeAudit } from '#server/features/owners/rights/store.ts';
import { accountActor, type Proof } from '#server/features/owners/rules.ts';
import { feedFacts } from '#server/features/owners/shows/store.ts';
import { visibleShow } from '#server/features/visibility/store.ts';
import { type Db, empty, join, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

const ownership = {
  ...pick(
    tables.showClaim,
    'id',
    'showId',
    'accountId',
    'token',
    'addressHash',
    'createdAt',
    'expiresAt',
    'verifiedAt',
  ),
  method: tables.showClaim.method.as<Proof['method']>(),
};
/** An account's ownership of a show, proved or waiting for its proof. On pages and in commands one that waits is a claim. */
export type Ownership = RowOf<typeof ownership>;
const listed = {
  ...ownership,
  ...feedFacts,
  email: tables.account.email,
  slug: tables.show.slug,
  showName: tables.show.name,
};
export type ListedOwnership = RowOf<typeof listed>;

const ownershipColumns = sql`c.id, c."showId", c."accountId", c.method, c.token, c."addressHash", c."createdAt", c."expiresAt", c."verifiedAt"`;
const listedColumns = sql`${ownershipColumns}, a.email, s.slug, s.name AS "showName", s."ownerEmail", s."feedTxt"`;
const listedTables = sql`show_claim c JOIN account a ON a.id = c."accountId" JOIN show s ON s.id = c."showId"`;

/** Every ownership, or those of one show, for operators; verified ones first. */
export function listOwnerships(db: Db, slug: string | null): Promise<ListedOwnership[]> {
  const filter = slug === null ? empty : sql`WHERE s.slug = ${slug}`;
  return db.rows(
    listed,
    sql`
    SELECT ${listedColumns} FROM ${listedTables} ${filter} ORDER BY s.name, s.id, c."verifiedAt" NULLS LAST, c."createdAt", c.id`,
  );
}

/** The ownerships that hold on a show, the oldest first. */
export function ownersOf(db: Db, showId: string): Promise<ListedOwnership[]> {
  return db.rows(
    listed,
    sql`
    SELECT ${listedColumns} FROM ${listedTables}
    WHERE c."showId" = ${showId}::uuid AND c."verifiedAt" IS NOT NULL ORDER BY c."verifiedAt", c.id`,
  );
}

/** An account's ownerships that hold or still wait, by show name; hidden shows left out. */
export function ownershipsOfAccount(db: Db, accountId: string, now: Date): Promise<ListedOwnership[]> {
  return db.rows(
    listed,
    sql`
    SELECT ${listedColumns} FROM ${listedTables}
    WHERE c."accountId" = ${accountId}::uuid AND ${visibleShow} AND (c."verifiedAt" IS NOT NULL OR c."expiresAt" > ${now})
    ORDER BY s.name, s.id, c."createdAt"`,
  );
}

export type NewOwnership = {
  readonly showId: string;
  readonly accountId: string;
  readonly token: string;
  readonly addressHash: string | null;
  readonly expiresAt: Date;
};

/** Starts an ownership to be proved by the feed, or returns the one that waits already: its token may be in the feed by now. */
export async function startFeedOwnership(db: Db, asked: NewOwnership, now: Date): Promise<Ownership> {
  await dropExpired(db, now);
  return (await db.row(
    ownership,
    sql`
    INSERT INTO show_claim AS c ("showId", "accountId", method, token, "createdAt", "expiresAt")
    VALUES (${asked.showId}::uuid, ${asked.accountId}::uuid, 'feed', ${asked.token}, ${now}, ${asked.expiresAt})
    ON CONFLICT ("showId", "accountId", method) DO UPDATE SET token = c.token RETURNING ${ownershipColumns}`,
  ))!;
}

/** Starts an ownership to be proved by mail; the link of an earlier mail stops working. `token` is the digest of the mailed one. */
export async function startMailOwnership(db: Db, ownership: NewOwnership, now: Date): Promise<void> {
  await dropExpired(db, now);
  await db.run(sql`
    INSERT INTO show_claim AS c ("showId", "accountId", method, token, "addressHash", "createdAt", "expiresAt")
    VALUES (${ownership.showId}::uuid, ${ownership.accountId}::uuid, 'mail', ${ownership.token}, ${ownership.addressHash}, ${now}, ${ownership.expiresAt})
    ON CONFLICT ("showId", "accountId", method) DO UPDATE SET token = excluded.token, "addressHash" = excluded."addressHash",
      "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt" WHERE c."verifiedAt" IS NULL`);
}

async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.run(sql`DELETE FROM show_claim WHERE "verifiedAt" IS NULL AND "expiresAt" <= ${now}`);
}

/** A mailed ownership that waits, by the digest of its token; null when unknown, used or run out. */
export async function findMailedOwnership(
  db: Db,
  tokenDigest: string,
  now: Date,
): Promise<ListedOwnership | null> {
  const row = await db.row(
    listed,
    sql`
    SELECT ${listedColumns} FROM ${listedTables}
    WHERE c.token = ${tokenDigest} AND c.method = 'mail' AND c."verifiedAt" IS NULL AND c."expiresAt" > ${now} AND ${visibleShow}`,
  );
  return row ?? null;
}

/** Feed ownerships on a show that wait for their token; none while it is hidden. */
export function waitingFeedOwnerships(db: Db, showId: string, now: Date): Promise<ListedOwnership[]> {
  return db.rows(
    listed,
    sql`
    SELECT ${listedColumns} FROM ${listedTables}
    WHERE c."showId" = ${showId}::uuid AND c.method = 'feed' AND c."verifiedAt" IS NULL AND c."expiresAt" > ${now} AND ${visibleShow}`,
  );
}

/**
 * Verifies waiting ownerships, each once, with an audit entry, and deletes other attempts of the same account on the
 * show. Returns the accounts that became owners.
 */
export function verifyOwnerships(
  db: Db,
  showId: string,
  ownershipIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ownershipIds.length === 0) return Promise.resolve([]);
  const ids = join(ownershipIds.map((id) => sql`${id}::uuid`));
  return db.transaction(async (tx) => {
    const rows = await tx.rows(
      pick(tables.showClaim, 'accountId'),
      sql`
      UPDATE show_claim SET "verifiedAt" = ${now}
      WHERE "showId" = ${showId}::uuid AND id IN (${ids}) AND "verifiedAt" IS NULL AND "expiresAt" > ${now} RETURNING "accountId"`,
    );
    for (const { accountId } of rows) {
      await tx.run(sql`
        DELETE FROM show_claim WHERE "showId" = ${showId}::uuid AND "accountId" = ${accountId}::uuid AND "verifiedAt" IS NULL`);
      const actor = accountActor(accountId);
      await writeAudit(tx, showId, actor, { owner: { from: null, to: actor } }, now);
    }
    return rows.map((row) => row.accountId);
  });
}

/**
 * Ends an account's ownerships of a show, waiting ones too. When the last owner goes, embeds are switched off: nobody
 * answers for them any more. Returns whether there was one.
 */
export function endOwnership(
  db: Db,
  showId: string,
  accountId: string,
  actor: string,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locked per show, so that two owners who leave at once do not each see the other stay.
    await tx.row(sql`SELECT 1 FROM show WHERE id = ${showId}::uuid FOR UPDATE`);
    const ended = await tx.rows(
      pick(tables.showClaim, 'verifiedAt'),
      sql`
      DELETE FROM show_claim WHERE "showId" = ${showId}::uuid AND "accountId" = ${accountId}::uuid RETURNING "verifiedAt"`,
    );
    if (!ended.some((ownership) => ownership.verifiedAt !== null)) return ended.length > 0;
    await writeAudit(tx, showId, actor, { owner: { from: accountActor(accountId), to: null } }, now);
    const left = await tx.row(sql`
      SELECT 1 FROM show_claim WHERE "showId" = ${showId}::uuid AND "verifiedAt" IS NOT NULL LIMIT 1`);
    if (!left) await setRightsById(tx, showId, { embedEnabled: false }, actor, now);
    return true;
  });
}

/** Ends every ownership of an account that is about to be erased. */
export async function endOwnershipsOfAccount(tx: Db, accountId: string, now: Date): Promise<void> {
  const shows = await tx.rows(
    pick(tables.showClaim, 'showId'),
    sql`
    SELECT DISTINCT "showId" FROM show_claim WHERE "accountId" = ${accountId}::uuid ORDER BY "showId"`,
  );
  for (const { showId } of shows) await endOwnership(tx, showId, accountId, accountActor(accountId), now);
}
