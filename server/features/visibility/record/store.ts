import { sql } from '#server/platform/db.ts';

/**
 * What names the present state of the record, as a value of a statement: as long as it is the same, so is every row that
 * lists, timelines, histories and widgets are made of (trigger `mark_record`). Empty where nothing was ever written.
 */
export const recordMark = sql`COALESCE((SELECT string_agg(m.mark::text, ' ' ORDER BY m.slot) FROM record_mark m), '')`;

/** The same by itself. */
export const readRecordMark = sql`SELECT ${recordMark} AS mark`;
