import type { Sql } from 'sql-template-tag';
import { NO_LONGER_SHOWN, withheldAnswer } from '#server/features/ask/kept/rules.ts';
import type { AskAnswer } from '#server/features/ask/schema.ts';
import { allowsLessThanAt } from '#server/features/owners/rights/store.ts';
import { ideaTables, visibleEpisode, visibleIdea, visibleShow } from '#server/features/visibility/store.ts';
import { type Db, type Reading, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const conversation = pick(tables.conversation, 'id', 'title', 'createdAt', 'updatedAt');
const message = {
  ...pick(tables.message, 'id', 'conversationId', 'text', 'ideaId', 'createdAt'),
  kind: tables.message.kind.as<'question' | 'answer'>(),
  answer: tables.message.answer.as<AskAnswer>().orNull(),
  /** Markers of citations whose idea was corrected after the answer was given. */
  correctedSince: computed.json.as<number[]>(),
};
const kept = { ...message, withheld: computed.bool, suggestsHidden: computed.bool };

/** A message as it may be shown now: without the words of an answer that rests on what is hidden, or quotes what may no longer be. */
type KeptMessage = Omit<RowOf<typeof message>, 'conversationId'>;
type KeptConversation = RowOf<typeof conversation> & { readonly messages: readonly KeptMessage[] };

/** One conversation of an account with its messages in order; null when it has no such conversation. */
export async function findConversation(
  db: Db,
  accountId: string,
  conversationId: string,
): Promise<KeptConversation | null> {
  const found = await conversationsWhere(
    db,
    sql`c.id = ${conversationId}::uuid AND c."accountId" = ${accountId}::uuid`,
  );
  return found[0] ?? null;
}

/** All conversations of an account, oldest first, with their messages in order. */
export function conversationsOf(db: Reading, accountId: string): Promise<KeptConversation[]> {
  return conversationsWhere(db, sql`c."accountId" = ${accountId}::uuid`);
}

async function conversationsWhere(db: Reading, which: Sql): Promise<KeptConversation[]> {
  const conversations = await db.rows(
    conversation,
    sql`SELECT c.id, c.title, c."createdAt", c."updatedAt" FROM conversation c WHERE ${which} ORDER BY c."createdAt", c.id`,
  );
  const messages = await db.rows(
    kept,
    sql`
    SELECT m.id, m."conversationId", m.kind, m.text, m.answer, m."ideaId", m."createdAt", ${correctedSince} AS "correctedSince", ${withheld} AS withheld, ${suggestsHidden} AS "suggestsHidden"
    FROM message m JOIN conversation c ON c.id = m."conversationId" WHERE ${which} ORDER BY m."createdAt", m.kind DESC, m.id`,
  );
  const byConversation = Map.groupBy(messages, ({ conversationId }) => conversationId);
  return conversations.map((one) => ({ ...one, messages: (byConversation.get(one.id) ?? []).map(asShown) }));
}

function asShown({ conversationId: _, withheld, suggestsHidden, ...row }: RowOf<typeof kept>): KeptMessage {
  const answer = row.answer && suggestsHidden ? { ...row.answer, suggestions: [] } : row.answer;
  if (!withheld) return { ...row, answer };
  return { ...row, text: NO_LONGER_SHOWN, answer: answer && withheldAnswer(answer), correctedSince: [] };
}

const citations = sql`jsonb_array_elements(m.answer -> 'citations') AS cited`;
const ideaIsHidden = (id: Sql) =>
  sql`NOT EXISTS (SELECT 1 FROM ${ideaTables} WHERE i.id = ${id} AND ${visibleIdea})`;

/** Message row `m` is bound to, or cites, an idea or episode that callers may not know of. */
const tellsHidden = sql`(
  (m."ideaId" IS NOT NULL AND ${ideaIsHidden(sql`m."ideaId"`)})
  OR EXISTS (SELECT 1 FROM ${citations} WHERE CASE WHEN cited ->> 'ideaId' IS NOT NULL
    THEN ${ideaIsHidden(sql`(cited ->> 'ideaId')::uuid`)}
    ELSE NOT EXISTS (SELECT 1 FROM episode e JOIN show s ON s.id = e."showId" WHERE e.id = (cited ->> 'episodeId')::uuid AND ${visibleEpisode}) END))`;

/** Message row `m` is an answer that callers may no longer read: what it tells of is hidden, or its show lets less be quoted. */
const withheld = sql`(m.kind = 'answer' AND (${tellsHidden} OR EXISTS (
  SELECT 1 FROM ${citations} JOIN episode e ON e.id = (cited ->> 'episodeId')::uuid JOIN show s ON s.id = e."showId" WHERE ${allowsLessThanAt(sql`m."createdAt"`)})))`;

/** Message row `m` is an answer that offers a question on a hidden show, whose name is in it. */
const suggestsHidden = sql`EXISTS (
  SELECT 1 FROM jsonb_array_elements_text(m.answer -> 'suggestions') AS offered JOIN show s ON NOT (${visibleShow}) AND strpos(offered, s.name) > 0)`;

const correctedSince = sql`COALESCE((
  SELECT json_agg((cited ->> 'marker')::int ORDER BY (cited ->> 'marker')::int) FROM ${citations}
  WHERE EXISTS (SELECT 1 FROM idea_version v WHERE v."ideaId" = (cited ->> 'ideaId')::uuid AND v.at > m."createdAt")), '[]'::json)`;
