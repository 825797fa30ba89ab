import { z } from 'zod';
import { DIRECTION_MARKS } from '#server/platform/pattern.ts';

/** A whole number in a query, in digits only: `1e1`, `0x1` and `1.0` are refused rather than guessed. */
export function queryInteger(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

/** `true` or `false` in a query; nothing else is coerced. */
export const queryBoolean = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/** A day that exists, as `YYYY-MM-DD`, UTC. */
export const utcDate = z.iso.date();

/** Whether PostgreSQL can hold a text: it has no NUL and no lone surrogates. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Free text of `min` to `max` characters that the database can hold. */
export function freeText(max: number, min = 0) {
  return z.string().min(min).max(max).refine(isText, { error: 'it holds a character that is not text' });
}

/** Marks that would turn the direction of the text beside them. */
const TURNS_TEXT = new RegExp(`[${DIRECTION_MARKS}]`, 'g');

/** The same for text that is shown to other persons: without marks that turn the text beside it. */
export function shownText(max: number, min = 0) {
  const written = z.string().max(max);
  return written.transform((text) => text.replace(TURNS_TEXT, '')).pipe(freeText(max, min));
}

/** The slug of a theme, in any case. */
export const themeSlug = freeText(100).toLowerCase();

/** The slug of a company, in any case. */
export const companySlug = freeText(200).toLowerCase();

/** The parameter `limit` of a page (docs/contract.md, Limits 16). */
export const pageLimit = queryInteger(1, 50).default(20).describe('Entries to serve at most.');
/** The parameter `cursor`, which `openCursor` reads. */
export const cursorText = z
  .string()
  .max(512)
  .describe('The nextCursor of the answer before, under the same filters.');
/** The most bytes that a body over REST may have. */
export const MAX_BODY_BYTES = 64 * 1024;
/** The most bytes that a message to MCP may have. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
/** The most bytes that an event of the payment provider may have, several times the largest that is sent. No other body may be larger. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** The most characters of the header `Idempotency-Key` (docs/contract.md, Saves 12). */
export const MAX_IDEMPOTENCY_KEY = 128;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** The text as an id, or null when it has another form. Comparing with null finds no row, and an id can use the index. */
export function idOrNull(text: string): string | null {
  return isId(text) ? text : null;
}

/** An id in a path. A text that is no id names nothing: the procedure checks `isId` and answers 404, as for an unknown id. */
export const pathId = z.string().meta({ format: 'uuid' });
