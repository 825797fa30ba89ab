import { createHash } from 'node:crypto';

/** Days until the holder of a connection by OAuth must consent again: as long as a connector key lives. */
export const GRANT_DAYS = 365;
/** Days without a renewal after which a connection ends. */
export const REFRESH_DAYS = 90;
/** Life of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;
/** A refresh token may be used again within these seconds after its first use, for clients that refresh twice at once. */
export const REUSE_SECONDS = 30;

/** The state of a connection as of `now`. */
export function grantState(
  grant: { readonly revokedAt: Date | null; readonly expiresAt: Date },
  now: Date,
): 'active' | 'revoked' | 'expired' {
  if (grant.revokedAt) return 'revoked';
  return grant.expiresAt > now ? 'active' : 'expired';
}

/** Whether a text has the form of an access token: 256 random bits in base64url. Needs no database. */
export function isAccessTokenText(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Kinds of records whose id is a secret, so that only its hash is stored. */
const OPENING = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

/** The id of the grant for one decision, a UUID of version 8 (RFC 9562, 5.8): deciding the same request twice makes one grant. */
export function grantIdOf(requestUid: string, accountId: string): string {
  const hex = createHash('sha256').update(`${requestUid}\0${accountId}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The id under which a record of the authorization server is stored. */
export function recordId(kind: string, id: string): string {
  return OPENING.has(kind) ? createHash('sha256').update(id).digest('hex') : id;
}

/**
 * Whether authorization codes may be sent to this address (OAuth 2.1, section 2.3.1): https, http on this computer, or
 * an application's own scheme, which is any that a browser does not handle itself (RFC 8252, section 7.1).
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
 * The name that a client gives itself, as shown to a person: one line, at most 80 characters, without invisible
 * characters and those that reverse the text direction; null for none.
 */
export function shownName(given: string | undefined): string | null {
  const words = (given ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return [...words].slice(0, NAME_LENGTH).join('') || null;
}

/** A redirect address as shown to a person: its host, this computer, or an application's own scheme. */
export function redirectHost(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol;
  return isLoopback(url.hostname) ? 'an application on this computer' : url.hostname;
}
