import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  BackupError,
  type BackupReport,
  type Header,
  type Part,
  type Table,
  type TableEnd,
  type TableReport,
  unreadable,
} from '#server/platform/backup/contents.ts';
import { decodeParts } from '#server/platform/backup/parts.ts';

/** Receives a backup while it is read. `table` must consume all rows: `COPY` text that is verified only at the end. */
export type BackupTaker = {
  readonly header: (header: Header) => Promise<void>;
  readonly table: (table: Table, rows: AsyncIterable<Buffer>) => Promise<void>;
};

/** Ignores everything: for reading a backup to its end. */
const nobody: BackupTaker = {
  header: async () => undefined,
  table: async (_table, rows) => {
    for await (const _chunk of rows);
  },
};

/**
 * Reads a backup to its end, checks every count and hash, and says what it holds. Throws BackupError where the file cannot
 * be read, is no backup, is damaged or not whole, and the signal's own error once it aborts; what `taker` was given until
 * then must be thrown away.
 */
export async function readBackup(
  file: string,
  taker: BackupTaker = nobody,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const bytes = await sizeOf(file);
  const parts = decodeParts(file, unpacked(file, signal));
  const first = await nextPart(file, parts);
  if (first.kind !== 'header') throw unreadable(file, 'damaged');
  await taker.header(first.value);
  const tables: TableReport[] = [];
  for (;;) {
    const part = await nextPart(file, parts);
    if (part.kind === 'table') tables.push(await readTable(file, part.value, parts, taker));
    else if (part.kind === 'trailer') {
      const expected = first.value.tables.map(({ name }) => name).join();
      if (tables.map(({ name }) => name).join() !== expected) throw unreadable(file, 'damaged');
      return { file, bytes, header: first.value, tables, rows: part.value.rows };
    } else throw unreadable(file, 'damaged');
  }
}

async function readTable(
  file: string,
  table: Table,
  parts: AsyncGenerator<Part>,
  taker: BackupTaker,
): Promise<TableReport> {
  let end: TableEnd | undefined;
  const rows = async function* () {
    const sum = tableSum();
    for (;;) {
      const part = await nextPart(file, parts);
      if (part.kind === 'rows') {
        sum.add(part.value);
        yield part.value;
        continue;
      }
      end = sum.end();
      const isAsWritten =
        part.kind === 'tableEnd' && part.value.rows === end.rows && part.value.sha256 === end.sha256;
      if (!isAsWritten) throw unreadable(file, 'damaged');
      return;
    }
  };
  await taker.table(table, rows());
  if (!end) throw unreadable(file, 'damaged');
  return { name: table.name, ...end };
}

const NEWLINE = 0x0a;

/** Counts and hashes the `COPY` text of a table. Each line is a row, since `COPY` writes newlines in values as `\n`. */
export function tableSum(): { add(chunk: Buffer): void; end(): TableEnd } {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (chunk) => {
      hash.update(chunk);
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

async function nextPart(file: string, parts: AsyncGenerator<Part>): Promise<Part> {
  const { done, value } = await parts.next();
  if (done) throw unreadable(file, 'short');
  return value;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw unopened(file, error);
  }
}

function unopened(file: string, error: unknown): BackupError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : 'reading fails';
  return new BackupError(`The file ${file} cannot be read: ${why} (${code}).`);
}

async function* unpacked(file: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let any = false;
  try {
    const gunzip = pipeline(createReadStream(file, { signal }), createGunzip(), () => undefined);
    for await (const chunk of gunzip) {
      any = true;
      yield chunk;
    }
  } catch (error) {
    signal?.throwIfAborted();
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw unreadable(file, 'short');
    if (code.startsWith('Z_')) throw unreadable(file, any ? 'damaged' : 'foreign');
    throw error instanceof BackupError ? error : unopened(file, error);
  }
}
