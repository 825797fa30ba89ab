import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MAX_FORM_BYTES } from '#server/edges/pages/form.ts';
import { sentFrom } from '#server/edges/pages/site.ts';

/** The types of body that a page of any site can send without a preflight. */
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded|text\/plain)\b/i;

/**
 * Why a form to a page is refused before any page reads it: 403 when a browser says that another site sent it, 413 when it
 * is larger than any of ours; null lets it in. Programs name no site and are let in: they hold no account's cookie to abuse.
 */
export function refusalOfForm({ method, headers }: Head): 403 | 413 | null {
  if (!isForm({ method, headers })) return null;
  if (isForeign(headers)) return 403;
  return Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES ? 413 : null;
}

type Head = Pick<IncomingMessage, 'method' | 'headers'>;

function isForm({ method, headers }: Head): boolean {
  if (method !== 'POST') return false;
  return 'next-action' in headers || FORM_TYPE.test(headers['content-type'] ?? '');
}

/** Whether a form comes in chunks, so that its length is known only after reading it. */
export function hidesLength(head: Head): boolean {
  return isForm(head) && 'transfer-encoding' in head.headers;
}

/**
 * A form of unknown length, read whole, as a request with `Content-Length`; null when it is larger than any of ours, of
 * which no more is read then. Throws when the sender hangs up.
 */
export async function readWhole(req: IncomingMessage): Promise<IncomingMessage | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Destroying the rest would end the connection before the answer.
  for await (const part of req.iterator({ destroyOnReturn: false })) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_FORM_BYTES) return null;
  }
  const { 'transfer-encoding': _parts, ...headers } = req.headers;
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = req;
  const whole = Object.assign(new IncomingMessage(req.socket), {
    ...{ method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, complete: true },
    headers: { ...headers, 'content-length': String(bytes) },
  });
  whole.push(Buffer.concat(parts));
  whole.push(null);
  return whole;
}

/** Call only after `x-forwarded-host` was dropped where no proxy is trusted. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const host = headers['x-forwarded-host']?.toString() ?? headers.host;
  const site = headers['sec-fetch-site']?.toString();
  return sentFrom({ site, origin: headers.origin, host }) === 'foreign';
}
