import { z } from 'zod';

/** A query's whole number: digits only, so that `1e1`, `0x1` and `1.0` are refused rather than guessed. */
export function queryInteger(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

/** A query's `true` or `false`; nothing else is coerced. */
export const queryBoolean = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/** What a body may leave out; null, which answers have where there is none, leaves it out, too. */
export function leftOut<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => value ?? undefined, schema.optional()).optional();
}

/** `YYYY-MM-DD`, a day that exists, UTC. */
export const utcDate = z.iso.date();

/** Free text without NUL, which PostgreSQL cannot hold, and without lone surrogates, which are no text. */
export function freeText(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), {
      error: 'it holds a character that is not text',
    });
}

export const pageLimit = queryInteger(1, 50).default(20).describe('Entries to serve at most.');
export const cursorText = z
  .string()
  .max(512)
  .describe('The nextCursor of the answer before, under the same filters.');
/** Bytes that a body over REST may have. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Header `Idempotency-Key`: accepted and echoed (docs/contract.md, Saves). */
export const MAX_IDEMPOTENCY_KEY = 128;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for what can be an id. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** The id that a text is; null for one that is none, which no row has: compared as an id, an index finds it. */
export function idOrNull(text: string): string | null {
  return isId(text) ? text : null;
}

/** An id in a path. Text that is no id names nothing: the procedure answers 404 with `isId`, as for an unknown one. */
export const pathId = z.string().meta({ format: 'uuid' });
