import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer, Asked } from '#server/edges/http.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const COMPRESS_FROM_BYTES = 1024;

type Head = Pick<Answer, 'status' | 'headers'>;

/** An answer of `text` (null for none), compressed with what the caller accepts when that is worth it. */
export function textAnswer(request: Asked, text: string | null, head: Head): Promise<Answer> | Answer {
  if (text === null) return { status: head.status, headers: varying(head.headers), body: null };
  const size = Buffer.byteLength(text);
  const plain = encodingFor(size, acceptOf(request)) === null;
  return plain ? whole(request, text, size, head) : packed(request, keptText(text), head);
}

/** A text with the compressed forms that were made of it so far, for whoever serves one text often. */
export type KeptText = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly forms: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
};
type Encoding = 'br' | 'gzip';

/** A text of which no compressed form was made yet. */
export function keptText(text: string | Uint8Array<ArrayBuffer>): KeptText {
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return { bytes, forms: new Map() };
}

/** An answer of a kept text, compressed with what the caller accepts when that is worth it. */
export async function packed(request: Asked, text: KeptText, head: Head): Promise<Answer> {
  const { bytes } = text;
  const encoding = encodingFor(bytes.length, acceptOf(request));
  if (encoding === null) return whole(request, bytes, bytes.length, head);
  const body = await formOf(text, encoding);
  const headers = { ...head.headers, 'Content-Encoding': encoding };
  return whole(request, body, body.length, { ...head, headers });
}

function whole(
  { method }: Asked,
  body: NonNullable<Answer['body']>,
  size: number,
  { status, headers }: Head,
): Answer {
  return {
    status,
    headers: { ...varying(headers), 'Content-Length': String(size) },
    body: method === 'HEAD' ? null : body,
  };
}

/** Says that the encoding depends on the caller, in a 304 too (RFC 9110, 15.4.5). */
function varying({ Vary, ...named }: Answer['headers']): Answer['headers'] {
  return { ...named, Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' };
}

function formOf({ bytes, forms }: KeptText, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = forms.get(encoding);
  if (known) return known;
  const made = inForm(bytes, encoding);
  forms.set(encoding, made);
  // A failure is not kept: the next caller tries again.
  made.catch(() => forms.delete(encoding));
  return made;
}

/** Bytes compressed, off the main thread. */
export function inForm(bytes: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return compressGzip(bytes);
  return compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** The encoding for a body of `size` bytes to a caller with this `Accept-Encoding`; null to send it as it is. */
export function encodingFor(size: number, accepted: string | null): Encoding | null {
  return size < COMPRESS_FROM_BYTES ? null : acceptedEncoding(accepted);
}

function acceptOf({ headers }: Asked): string | null {
  return headers.get('accept-encoding');
}

/** The best of our encodings that an `Accept-Encoding` names; null for none. */
export function acceptedEncoding(header: string | null): Encoding | null {
  if (header === null) return null;
  const offered = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  );
  return offered.has('br') ? 'br' : offered.has('gzip') ? 'gzip' : null;
}
