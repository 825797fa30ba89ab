import type { Sql } from 'sql-template-tag';
import { conversationTitle } from '#server/features/ask/rules.ts';
import type { AskAnswer } from '#server/features/ask/schema.ts';
import { isAskOf, lockAccount } from '#server/features/plans/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

type SlotRequest = {
  readonly accountId: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  /** Questions a UTC day; null when unlimited. */
  readonly limit: number | null;
};
/** `used` counts the day's questions, this one included when a slot was taken. */
type SlotOutcome =
  | { readonly taken: true; readonly slotId: string; readonly used: number }
  | { readonly taken: false; readonly used: number };

/**
 * Takes one of the day's questions. It locks the account's row, so that parallel calls are decided one after the other. A
 * slot counts once it is answered and while its lease runs: a crash leaves nothing that stays counted.
 */
export function takeSlot(db: Db, request: SlotRequest): Promise<SlotOutcome> {
  const { accountId, now, leaseEndsAt, limit } = request;
  const day = utcDay(now);
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const used = await usedOn(tx, accountId, day, now);
    if (limit !== null && used >= limit) return { taken: false, used };
    const slot = (await tx.row(
      pick(tables.askSlot, 'id'),
      sql`
      INSERT INTO ask_slot ("accountId", day, "takenAt", "leaseEndsAt") VALUES (${accountId}::uuid, ${day}::date, ${now}, ${leaseEndsAt}) RETURNING id`,
    ))!;
    return { taken: true, slotId: slot.id, used: used + 1 };
  });
}

/** How many of the day's questions are used as of `now`. */
async function usedOn(db: Db, accountId: string, day: string, now: Date): Promise<number> {
  const row = await db.row({ used: computed.int }, usedCount(accountId, day, now));
  return row!.used;
}

function usedCount(accountId: string, day: string, now: Date): Sql {
  return sql`
    SELECT count(*)::int AS used FROM ask_slot WHERE "accountId" = ${accountId}::uuid AND ${isAskOf(day, now)}`;
}

/** Refunds an unanswered slot. */
export async function refundSlot(db: Db, slotId: string): Promise<void> {
  await db.run(sql`DELETE FROM ask_slot WHERE id = ${slotId}::uuid AND "answeredAt" IS NULL`);
}

export type Exchange = {
  readonly accountId: string;
  /** Null starts a conversation. */
  readonly conversationId: string | null;
  readonly question: string;
  readonly ideaId: string | null;
  readonly now: Date;
};

/** What a question costs: an answer its slot, a refusal nothing. `remaining` and `limit` count the day's questions; null is unlimited. */
export type Cost =
  | { readonly slotId: string; readonly remaining: number | null }
  | { readonly slotId: null; readonly limit: number | null };

const stored = {
  spent: computed.bool,
  conversationId: tables.conversation.id.orNull(),
  remainingToday: computed.int.orNull(),
};

/**
 * Stores a question with its answer and spends its slot, if it took one, in one statement. When a slot is spent, `db` must be
 * a transaction, so that a call that ends meanwhile spends nothing. Returns the answer with its conversation and what is left
 * of the day. The conversation is null when it was erased meanwhile: nothing is stored then, but the slot is spent.
 */
export async function storeExchange(
  db: Db,
  exchange: Exchange,
  cost: Cost,
  answer: AskAnswer,
): Promise<AskAnswer> {
  const { question, ideaId, now } = exchange;
  const row = await db.row(
    stored,
    sql`
    WITH spent AS (${spending(exchange, cost)}), remains AS (SELECT ${remaining(exchange, cost)} AS remaining),
    kept AS (${conversationOf(exchange)}),
    told AS (
      INSERT INTO message ("conversationId", kind, text, answer, "ideaId", "createdAt")
      SELECT kept.id, m.kind, m.text, m.answer, ${ideaId}::uuid, m.at FROM kept, remains, LATERAL (VALUES
        ('question', ${question}, NULL, ${now}::timestamptz),
        ('answer', ${answer.answer ?? answer.message ?? ''},
          ${JSON.stringify(answer)}::jsonb || jsonb_build_object('conversationId', kept.id, 'remainingToday', remaining),
          ${now}::timestamptz + interval '1 millisecond')) AS m (kind, text, answer, at))
    SELECT EXISTS (SELECT FROM spent) AS spent, kept.id AS "conversationId", remaining AS "remainingToday"
    FROM remains LEFT JOIN kept ON true`,
  );
  const { spent, conversationId, remainingToday } = row!;
  if (!spent) throw new Error('The slot of this question is gone.');
  return { ...answer, conversationId, remainingToday };
}

/**
 * Returns a row when the slot was spent or none had to be; without that row nothing else is written. It locks the account
 * before the slot, in the order in which a deletion does: otherwise the two would deadlock.
 */
function spending({ accountId, now }: Exchange, { slotId }: Cost): Sql {
  if (slotId === null) return sql`SELECT 1`;
  return sql`
    UPDATE ask_slot k SET "answeredAt" = ${now} FROM (SELECT id FROM account WHERE id = ${accountId}::uuid FOR KEY SHARE) a
    WHERE k.id = ${slotId}::uuid AND k."accountId" = a.id AND k."answeredAt" IS NULL RETURNING 1`;
}

function remaining({ accountId, now }: Exchange, cost: Cost): Sql {
  if (cost.slotId !== null) return sql`${cost.remaining}::int`;
  if (cost.limit === null) return sql`NULL::int`;
  return sql`GREATEST(0, ${cost.limit}::int - (${usedCount(accountId, utcDay(now), now)}))`;
}

/** The conversation to store into: the one continued, or a new one. No row when it was erased meanwhile. */
function conversationOf({ accountId, conversationId, question, now }: Exchange): Sql {
  if (conversationId !== null)
    return sql`
      UPDATE conversation SET "updatedAt" = ${now} FROM spent WHERE id = ${conversationId}::uuid AND "accountId" = ${accountId}::uuid RETURNING id`;
  return sql`
    INSERT INTO conversation ("accountId", title, "createdAt", "updatedAt")
    SELECT ${accountId}::uuid, ${conversationTitle(question)}, ${now}::timestamptz, ${now}::timestamptz FROM spent RETURNING id`;
}

/**
 * The last `limit` questions of an account's conversation with the ideas they were bound to, oldest first. Null when the
 * account has no such conversation.
 */
export async function questionsOf(
  db: Db,
  accountId: string,
  conversationId: string,
  limit: number,
): Promise<{ question: string; ideaId: string | null }[] | null> {
  const own = await db.row(sql`
    SELECT 1 FROM conversation WHERE id = ${conversationId}::uuid AND "accountId" = ${accountId}::uuid`);
  if (!own) return null;
  const rows = await db.rows(
    pick(tables.message, 'text', 'ideaId'),
    sql`
    SELECT text, "ideaId" FROM message WHERE "conversationId" = ${conversationId}::uuid AND kind = 'question' ORDER BY "createdAt" DESC, id LIMIT ${limit}`,
  );
  return rows.map(({ text, ideaId }) => ({ question: text, ideaId })).reverse();
}

export type Erased = { readonly conversations: number; readonly messages: number };

/** Erases every conversation and message of an account and counts them. Spent questions stay spent (docs/contract.md, Ask 7 to 9). */
export function eraseHistory(db: Db, accountId: string): Promise<Erased> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    // Waits for an answer that is being stored. Its messages would otherwise be deleted with the conversation, uncounted.
    await tx.rows(sql`SELECT 1 FROM conversation WHERE "accountId" = ${accountId}::uuid FOR UPDATE`);
    const messages = await tx.run(sql`
      DELETE FROM message m USING conversation c WHERE c.id = m."conversationId" AND c."accountId" = ${accountId}::uuid`);
    const conversations = await tx.run(sql`DELETE FROM conversation WHERE "accountId" = ${accountId}::uuid`);
    return { conversations, messages };
  });
}

const listed = {
  ...pick(tables.conversation, 'id', 'title', 'createdAt', 'updatedAt'),
  questions: computed.int,
};
type ConversationRow = RowOf<typeof listed>;

/** An account's conversations, the most recent one first. */
export function listConversations(db: Db, accountId: string, limit: number): Promise<ConversationRow[]> {
  return db.rows(
    listed,
    sql`
    SELECT c.id, c.title, c."createdAt", c."updatedAt",
      (SELECT count(*)::int FROM message m WHERE m."conversationId" = c.id AND m.kind = 'question') AS questions
    FROM conversation c WHERE c."accountId" = ${accountId}::uuid ORDER BY c."updatedAt" DESC, c.id LIMIT ${limit}`,
  );
}
