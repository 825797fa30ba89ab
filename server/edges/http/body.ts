import { bodyEncoded, bodyTooLarge, notSentAsJson, notSentAsUtf8 } from '#server/api/errors.ts';
import { type Asked, partsOf } from '#server/edges/http.ts';

/** A body that was read, or why it was not: 413 too large, 400 broken off or not UTF-8. */
export type BodyRead =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly status: 413 | 400 };

/** The body as UTF-8 text, at most `maxBytes`; stops reading past that. */
export async function readBody(request: Asked, maxBytes: number): Promise<BodyRead> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { ok: false, status: 413 };
  if (!request.body) return { ok: true, text: '' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of partsOf(request.body)) {
      size += chunk.byteLength;
      if (size > maxBytes) return { ok: false, status: 413 };
      chunks.push(chunk);
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, status: 400 };
  }
}

/** The value of a JSON body; undefined for a body that is no JSON. Throws 413 past `maxBytes`, 415 for a body not sent as plain JSON. */
export async function readJson(request: Asked, maxBytes: number): Promise<unknown> {
  const [type, ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type!.trim() !== 'application/json') throw notSentAsJson();
  if (parameters.some(namesOtherCharset)) throw notSentAsUtf8();
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') throw bodyEncoded(coding);
  const read = await readBody(request, maxBytes);
  if (!read.ok && read.status === 413) throw bodyTooLarge(maxBytes);
  return read.ok ? parsed(read.text) : undefined;
}

function namesOtherCharset(parameter: string): boolean {
  const charset = /^\s*charset\s*=\s*["']?([^"'\s]*)/.exec(parameter)?.[1];
  return charset !== undefined && !/^(?:utf-?8)?$/.test(charset);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
