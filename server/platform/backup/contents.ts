import { z } from 'zod';
import { SettingError } from '#server/platform/env.ts';

/** A backup that cannot be made, read or restored; the message is the one sentence that says why. */
export class BackupError extends SettingError {}

const FLAWS = {
  foreign: 'is no backup of Earmark',
  short: 'is not whole: it ends before its end',
  damaged: 'is damaged: it does not hold what was written',
};

/** The error of a file that cannot be read as a backup. */
export function unreadable(file: string, flaw: keyof typeof FLAWS): BackupError {
  return new BackupError(`The file ${file} ${FLAWS[flaw]}.`);
}

/** The version of the file format. Raise it when older code could no longer read new files. */
export const FORMAT = 1;

const table = z.object({ name: z.string(), columns: z.array(z.string()) });
const header = z.object({
  format: z.number(),
  /** Version of the service that wrote it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations of the database in the order they were applied, with the SHA-256 of each text. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  dataVersion: z.number(),
  /** How many episodes each engine analysed last, by engine version. */
  engines: z.record(z.string(), z.number()),
  /** The tables that follow, each after the tables its rows refer to. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
const tableEnd = z.object({ rows: z.number(), sha256: z.string() });
const trailer = z.object({ tables: z.number(), rows: z.number(), sha256: z.string() });

/** What a backup says of itself before its rows. */
export type Header = z.infer<typeof header>;
/** A table of a backup, without its generated columns. */
export type Table = z.infer<typeof table>;
/** What follows the rows of a table: their count, and the SHA-256 of their text as `COPY` wrote it. */
export type TableEnd = z.infer<typeof tableEnd>;
/** The end of a whole backup: counts, and the SHA-256 of everything before it. */
export type Trailer = z.infer<typeof trailer>;

/** A table as it was written or read. */
export type TableReport = { readonly name: string } & TableEnd;

/** A backup as it was written or read to its end. */
export type BackupReport = {
  readonly file: string;
  readonly bytes: number;
  readonly header: Header;
  readonly tables: readonly TableReport[];
  readonly rows: number;
};

/** A part of a backup: what it is, and how many bytes of it follow. `COPY` text comes in many parts of `rows`. */
export type Part =
  | { readonly kind: 'header'; readonly value: Header }
  | { readonly kind: 'table'; readonly value: Table }
  | { readonly kind: 'rows'; readonly value: Buffer }
  | { readonly kind: 'tableEnd'; readonly value: TableEnd }
  | { readonly kind: 'trailer'; readonly value: Trailer };
export type PartKind = Part['kind'];

const schemas = { header, table, tableEnd, trailer };

/** Parses the bytes of a part; null if they are not of its kind. */
export function partOf(kind: PartKind, bytes: Buffer): Part | null {
  if (kind === 'rows') return { kind, value: bytes };
  const read = schemas[kind].safeParse(jsonOf(bytes));
  return read.success ? ({ kind, value: read.data } as Part) : null;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
