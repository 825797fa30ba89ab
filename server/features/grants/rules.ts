import { createHash } from 'node:crypto';

/** How long a connection by OAuth lasts before its holder is asked again: as long as a connector key. */
export const GRANT_DAYS = 365;
/** A connection ends when it was not renewed for this long. */
export const REFRESH_DAYS = 90;
export const ACCESS_TOKEN_SECONDS = 3600;
/** A refresh token may be used again within these seconds after its first use, for clients that refresh twice at once. */
export const REUSE_SECONDS = 30;

/** Where a connection stands as of `now`. */
export function grantState(
  grant: { readonly revokedAt: Date | null; readonly expiresAt: Date },
  now: Date,
): 'active' | 'revoked' | 'expired' {
  if (grant.revokedAt) return 'revoked';
  return grant.expiresAt > now ? 'active' : 'expired';
}

/** Whether a text has the form of an access token: 256 random bits in base64url. No database is asked. */
export function isAccessTokenText(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Kinds of records whose name opens something, so that only its hash is kept. */
const OPENING = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

/** The id of the grant for one decision: deciding the same request twice makes one grant. */
export function grantIdOf(requestUid: string, accountId: string): string {
  const hex = createHash('sha256').update(`${requestUid}\0${accountId}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The name under which a record of the authorization server is kept. */
export function recordId(kind: string, id: string): string {
  return OPENING.has(kind) ? createHash('sha256').update(id).digest('hex') : id;
}

/**
 * Whether codes may be sent to this address (OAuth 2.1, section 2.3.1): https, this very computer, or a scheme of an
 * application's own, which holds a dot (RFC 8252, section 7.1) or is at least no scheme that a browser runs.
 */
export function isSafeRedirect(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url.hostname);
  return !RUN_BY_BROWSERS.has(url.protocol);
}

const RUN_BY_BROWSERS = new Set([
  'about:',
  'android-app:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'sms:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

const NAME_LENGTH = 80;

/** What a connection is called whose client gave no name. */
export const UNNAMED_CLIENT = 'An application without a name';

/**
 * The name that a client gives itself, as one line without invisible characters, which could reverse the words around it;
 * null for none.
 */
export function shownName(given: string | undefined): string | null {
  const words = (given ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return [...words].slice(0, NAME_LENGTH).join('') || null;
}

/** Where a client is sent back to, in a word for a person: a host, this computer, or an application's own scheme. */
export function redirectHost(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol;
  return isLoopback(url.hostname) ? 'an application on this computer' : url.hostname;
}
