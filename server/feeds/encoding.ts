import { gunzipSync } from 'node:zlib';

/** The decoded text of a document, or one sentence why it cannot be decoded. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const UTF8 = 'utf-8';

/**
 * Decodes a feed or transcript.
 *
 * Precedence: a byte order mark; then UTF-8 whenever anything names it (or nothing names anything)
 * and the bytes are valid UTF-8, because other encodings are hardly ever valid UTF-8 by accident; then the
 * HTTP charset; then the XML declaration; then whichever of UTF-8 and windows-1252 loses fewer characters.
 */
export function decodeBytes(bytes: Uint8Array, contentType: string | null): Decoded {
  const marked = byteOrderMark(bytes) ?? wideWithoutMark(bytes);
  if (marked) return decodeAs(bytes, marked);

  const named = [charsetOf(contentType), declaredEncoding(bytes)].filter((label) => label !== null);
  const known = named.map(canonicalLabel).filter((label) => label !== null);
  const mayBeUtf8 = known.length === 0 || known.includes(UTF8);
  if (mayBeUtf8 && isUtf8(bytes)) return decodeAs(bytes, UTF8);

  const other = known.find((label) => label !== UTF8 && !label.startsWith('utf-16'));
  if (other) return decodeAs(bytes, other);
  const unknown = named.find((label) => canonicalLabel(label) === null);
  if (unknown !== undefined && !isUtf8(bytes)) {
    return { ok: false, reason: `The text encoding "${unknown.slice(0, 40)}" is not one we can read.` };
  }
  return decodeAs(bytes, lessLossy(bytes));
}

function decodeAs(bytes: Uint8Array, label: string): Decoded {
  try {
    return { ok: true, text: new TextDecoder(label).decode(bytes) };
  } catch {
    return { ok: false, reason: `The text encoding "${label}" is not one we can read.` };
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return UTF8;
  // A UTF-32 mark begins like a UTF-16 one. Nothing decodes UTF-32, so its name leads to a clear refusal.
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** The encoding of UTF-16 without a byte order mark, known by `<?` or `<r` in 16-bit units. */
function wideWithoutMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) return 'utf-16be';
  if (a === 0x3c && b === 0 && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0 && d === 0x3c) return 'utf-32be';
  return null;
}

function charsetOf(contentType: string | null): string | null {
  return contentType?.match(/charset\s*=\s*["']?([^"';\s]+)/i)?.[1] ?? null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  return head.match(/<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']{1,80})["']/i)?.[1]?.trim() ?? null;
}

function canonicalLabel(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder(UTF8, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 if only a few bytes are invalid in it; windows-1252 if every accent is. */
function lessLossy(bytes: Uint8Array): string {
  const text = new TextDecoder(UTF8).decode(bytes);
  let lost = 0;
  let kept = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) lost++;
    else if (code > 0x7f) kept++;
  }
  return lost > kept ? 'windows-1252' : UTF8;
}

/**
 * Decompresses a document if it is gzip, since some hosts serve a compressed file without the header. Null when it is damaged.
 */
export function gunzipped(bytes: Uint8Array, maxBytes: number): Uint8Array | 'too large' | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : null;
  }
}
