import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FetchFailure } from '#server/platform/fetch/failure.ts';

export type BodyLimits = { readonly maxWireBytes: number; readonly maxBytes: number };

/** Reads and decompresses a body; throws `FetchFailure` at the first byte past either limit. */
export async function readBody(
  answer: Dispatcher.ResponseData,
  limits: BodyLimits,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const announced = Number(headerOf(answer, 'content-length') ?? 0);
  if (announced > limits.maxWireBytes) {
    answer.body.on('error', () => undefined).destroy();
    throw tooLarge(limits.maxWireBytes);
  }
  const parts: Buffer[] = [];
  let size = 0;
  const collect = new Writable({
    write(part: Buffer, _encoding, done) {
      size += part.length;
      parts.push(part);
      done(size > limits.maxBytes ? tooLarge(limits.maxBytes) : null);
    },
  });
  const metered = Readable.from(meter(answer.body, limits.maxWireBytes), { objectMode: false });
  await pipeline([metered, ...decodersFor(headerOf(answer, 'content-encoding')), collect], { signal });
  return Buffer.concat(parts, size);
}

async function* meter(body: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > limit) throw tooLarge(limit);
    yield part;
  }
}

function tooLarge(limit: number): FetchFailure {
  return new FetchFailure(
    'too-large',
    `The document is larger than ${Math.max(1, Math.round(limit / 1024))} KB.`,
  );
}

function decodersFor(encoding: string | null): Transform[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return names
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
    .slice(0, 3)
    .map((name) => {
      if (name === 'gzip' || name === 'x-gzip') return createGunzip();
      if (name === 'br') return createBrotliDecompress();
      if (name === 'deflate') return createInflate();
      throw new FetchFailure(
        'encoding',
        `The server used a compression nobody asked for (${name.slice(0, 20)}).`,
      );
    });
}

/** A header's (first) value, null when absent. */
export function headerOf(answer: Dispatcher.ResponseData, name: string): string | null {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
