import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '#server/platform/backup/contents.ts';
import { decodeParts, encodeParts, gathered } from '#server/platform/backup/parts.ts';

async function* from<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const ROWS = Buffer.from('1\tone\n2\ttwo\n');
const PARTS: Part[] = [
  { kind: 'table', value: { name: 'show', columns: ['id', 'name'] } },
  { kind: 'rows', value: ROWS },
  { kind: 'tableEnd', value: { rows: 2, sha256: 'a hash' } },
];
const whole = async () => Buffer.concat(await collect(encodeParts(from(PARTS))));
const decoded = (bytes: Buffer, chunk = bytes.length) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  );
  return collect(decodeParts('f', from(chunks)));
};

describe('the parts of a backup', () => {
  it('are read as they were written, however their bytes are cut up', async () => {
    const bytes = await whole();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (chunk) => {
        expect((await decoded(bytes, chunk)).slice(0, -1)).toEqual(PARTS);
      }),
    );
  });

  it('end with their counts', async () => {
    expect((await decoded(await whole())).at(-1)).toMatchObject({
      kind: 'trailer',
      value: { tables: 1, rows: 2 },
    });
  });

  it('are refused when any byte differs, any are missing at the end, or any follow', async () => {
    const bytes = await whole();
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= by;
        await expect(decoded(changed)).rejects.toThrow(/^The file f is /);
      }),
    );
    for (let length = 0; length < bytes.length; length++)
      await expect(decoded(bytes.subarray(0, length), 7)).rejects.toThrow(/^The file f is /);
    await expect(decoded(Buffer.concat([bytes, Buffer.from('\n')]))).rejects.toThrow('is damaged');
  });

  it('gather small chunks of rows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => Buffer.from(`${id}\ta row\n`));
    const gatheredRows = await collect(gathered(from(rows)));
    expect(gatheredRows.length).toBeLessThan(10);
    expect(Buffer.concat(gatheredRows)).toEqual(Buffer.concat(rows));
  });
});
