import { gunzipSync } from 'node:zlib';

/** How a document's bytes became text, or one sentence saying why they could not. */
export type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: string }
  | { readonly ok: false; readonly reason: string };

const UTF8 = 'utf-8';

/**
 * Decodes a feed or transcript.
 *
 * The order of belief: a byte order mark; then UTF-8 whenever anything names it (or nothing names anything)
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
    return { ok: true, text: new TextDecoder(label).decode(bytes), encoding: label };
  } catch {
    return { ok: false, reason: `The text encoding "${label}" is not one we can read.` };
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return UTF8;
  // UTF-32 marks begin like UTF-16 ones; no platform decoder reads UTF-32, so its name makes a clear refusal.
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** `<?` or `<r` in 16-bit units, when a publisher forgot the byte order mark. */
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

/** A UTF-8 document with a few stray bytes stays UTF-8; one whose every accent is broken is windows-1252. */
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
 * A document that some hosts serve as it lies there, compressed, without saying so in a header; others as they are. Null when
 * it is broken.
 */
export function gunzipped(bytes: Uint8Array, maxBytes: number): Uint8Array | 'too large' | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : null;
  }
}
