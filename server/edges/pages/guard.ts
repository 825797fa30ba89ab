import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MAX_FORM_BYTES } from '#server/edges/pages/form.ts';

/** The types of body that a page of any site can send, beside those that need our consent first. */
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded|text\/plain)\b/i;

/**
 * Why a form to a page is refused before any page reads it: 403 where a browser says that another site sent it, 413 where it
 * is larger than any of ours; null lets it in. Programs say nothing of a site: what they send without an account's
 * cookie has nothing to abuse.
 */
export function refusalOfForm({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): 403 | 413 | null {
  if (method !== 'POST') return null;
  const isForm = 'next-action' in headers || FORM_TYPE.test(headers['content-type'] ?? '');
  if (!isForm) return null;
  if (isForeign(headers)) return 403;
  return Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES ? 413 : null;
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
