import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Part,
  type PartKind,
  partOf,
  type Trailer,
  unreadable,
} from '#server/platform/backup/contents.ts';

/** A backup is gzip over these bytes: this line, then parts of one letter, a length (4 bytes, big-endian) and that many bytes. */
const OPENING = Buffer.from('EARMARK BACKUP\n');
const HEAD_BYTES = 5;

const LETTERS: Readonly<Record<PartKind, string>> = {
  header: 'H',
  table: 'T',
  rows: 'R',
  tableEnd: 'E',
  trailer: 'Z',
};
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as PartKind]));

/** Longer than any part we write: a greater length means damage, and is not read. */
const MOST_PART_BYTES = 64 * 1024 * 1024;
/** Rows are collected into parts of about this size. */
const ROWS_BYTES = 256 * 1024;

/** The bytes of a backup of these parts; adds the trailer. */
export async function* encodeParts(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const sum = partsSum();
  sum.bytes(OPENING);
  yield OPENING;
  for await (const part of parts) {
    sum.part(part);
    for (const bytes of encoded(part)) {
      sum.bytes(bytes);
      yield bytes;
    }
  }
  yield* encoded({ kind: 'trailer', value: sum.end() });
}

/** Counts and hashes what a trailer vouches for. */
function partsSum() {
  const hash = createHash('sha256');
  const counts = { tables: 0, rows: 0 };
  return {
    bytes: (bytes: Buffer) => void hash.update(bytes),
    part: (part: Part) => {
      if (part.kind !== 'tableEnd') return;
      counts.tables += 1;
      counts.rows += part.value.rows;
    },
    end: (): Trailer => ({ ...counts, sha256: hash.digest('hex') }),
  };
}

function encoded({ kind, value }: Part): Buffer[] {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(LETTERS[kind], 0, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return [head, bytes];
}

/** Joins chunks into larger ones: with a part for each row, heads would outweigh rows. */
export async function* gathered(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < ROWS_BYTES) continue;
    yield* cut(Buffer.concat(held, size));
    held = [];
    size = 0;
  }
  if (size > 0) yield* cut(Buffer.concat(held, size));
}

/** Splits a row that is longer than a part may be. */
function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MOST_PART_BYTES) yield bytes.subarray(at, at + MOST_PART_BYTES);
}

/**
 * Reads the parts of a backup; the trailer comes last and is checked against all before it. Throws BackupError when the
 * bytes of `file` are not a backup, are damaged, end early or go on.
 */
export async function* decodeParts(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const bytes = new Bytes(chunks);
  const sum = partsSum();
  const opening = await bytes.take(OPENING.length);
  if (!opening?.equals(OPENING)) throw unreadable(file, 'foreign');
  sum.bytes(opening);
  for (;;) {
    const head = await bytes.take(HEAD_BYTES);
    if (!head) throw unreadable(file, 'short');
    const kind = KINDS.get(head.toString('latin1', 0, 1));
    const length = head.readUInt32BE(1);
    if (!kind || length > MOST_PART_BYTES) throw unreadable(file, 'damaged');
    const body = await bytes.take(length);
    if (!body) throw unreadable(file, 'short');
    const part = partOf(kind, body);
    if (!part) throw unreadable(file, 'damaged');
    if (part.kind === 'trailer') {
      if (!isDeepStrictEqual(part.value, sum.end()) || (await bytes.take(1)))
        throw unreadable(file, 'damaged');
      yield part;
      return;
    }
    for (const read of [head, body]) sum.bytes(read);
    sum.part(part);
    yield part;
  }
}

/** Reads a stream by numbers of bytes. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #size = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; null where fewer are left. */
  async take(count: number): Promise<Buffer | null> {
    while (this.#size < count) {
      const { done, value } = await this.#chunks.next();
      if (done) return null;
      this.#held.push(value);
      this.#size += value.length;
    }
    const all = Buffer.concat(this.#held, this.#size);
    this.#held = [all.subarray(count)];
    this.#size -= count;
    return all.subarray(0, count);
  }
}
