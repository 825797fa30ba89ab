import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';

/** What a cursor belongs to: the operation and the filters of the list. */
export type CursorQuery = readonly [operation: string, ...filters: (string | number | boolean | null)[]];
/** The sort key of the last row served. */
export type CursorPosition = readonly (string | number)[];

const SIGNATURE_BYTES = 12;

/** An opaque, signed cursor for the rows after `position`, valid for this query alone (docs/contract.md, Added: Cursors). */
export function sealCursor(secret: string, query: CursorQuery, position: CursorPosition): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([signature(secret, query, payload), payload]).toString('base64url');
}

/**
 * The position inside a cursor that `sealCursor` made for the same query; null without one, as for the start of a list.
 * Throws 422 `invalid_request` naming `cursor` for any other text: damaged, made up, of another list or other filters.
 */
export function openCursor<Position>(
  secrets: readonly string[],
  query: CursorQuery,
  position: z.ZodType<Position>,
  cursor: string | undefined,
): Position | null {
  if (cursor === undefined) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const given = bytes.subarray(0, SIGNATURE_BYTES);
  // Decoding ignores foreign characters, so the text must equal its own encoding.
  const exact = bytes.toString('base64url') === cursor && given.length === SIGNATURE_BYTES;
  const isOurs = (secret: string) => timingSafeEqual(given, signature(secret, query, payload));
  if (!exact || !secrets.some(isOurs)) throw foreignCursor();
  const parsed = position.safeParse(JSON.parse(payload.toString()));
  if (!parsed.success) throw foreignCursor();
  return parsed.data;
}

/** A page of at most `limit` of what was found when one more was asked for; `last` is the row to go on after, null at the end. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly last: Row | null } {
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? (rows.at(-1) ?? null) : null };
}

function signature(secret: string, query: CursorQuery, payload: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`cursor\0${JSON.stringify(query)}\0`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

function foreignCursor(): Refusal {
  return new Refusal('invalid_request', {
    field: 'cursor',
    message: 'Parameter cursor does not belong to this list and these filters: start again without it.',
  });
}
