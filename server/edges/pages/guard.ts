import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MAX_FORM_BYTES } from '#server/edges/pages/form.ts';

/** The types of body that a page of any site can send, beside those that need our consent first. */
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded|text\/plain)\b/i;

/**
 * Why a form to a page is refused before any page reads it: 403 where a browser says that another site sent it, 413 where it
 * is larger than any of ours; null lets it in. Programs say nothing of a site: what they send without an account's
 * cookie has nothing to abuse.
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

/** Whether a form comes in parts without telling its length: it must be read to know. */
export function hidesLength(head: Head): boolean {
  return isForm(head) && 'transfer-encoding' in head.headers;
}

/**
 * A form whose length was not told, read whole, as a request that tells it; null where it is larger than any of ours, and then
 * no more of it is read. Throws when the sender hangs up.
 */
export async function readWhole(req: IncomingMessage): Promise<IncomingMessage | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // To destroy what is left would end the connection before the answer.
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

/** Call once a forwarded host that nobody vouches for is gone. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  // A page that tells no referrer sends its own forms with this origin; only a browser can say that they are its own.
  if (origin === 'null') return site !== 'same-origin';
  const ours = String(headers['x-forwarded-host'] ?? headers.host ?? '');
  return !URL.canParse(origin) || new URL(origin).host !== ours;
}
