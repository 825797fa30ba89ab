import { createHash } from 'node:crypto';
import { cut } from '#server/language/phrasing.ts';

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
 * Whether authorization codes may be sent to this address (OAuth 2.1, section 2.3.1): https to one host, http on this computer,
 * or an application's own scheme (RFC 8252, section 7.1). Known clients have schemes of one word (`cursor://`), too.
 */
export function isSafeRedirect(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (!isOfWeb(url)) return isOwnScheme(url.protocol, address);
  // `https:a.example` would be completed to an address that the client did not write.
  if (!/^https?:\/\/[^/\\]/i.test(address)) return false;
  return url.protocol === 'https:' ? !url.hostname.includes('*') : isLoopback(url.hostname);
}

/** Whether an address is answered on the reader's own computer: by a program there, or an application with its own scheme. */
export function staysOnComputer(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (!isOfWeb(url) || isLoopback(url.hostname));
}

function isOfWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** Whether a scheme is an application's own; one without a dot, which nobody owns, must at least be written as an address. */
function isOwnScheme(protocol: string, address: string): boolean {
  if (TAKEN_SCHEMES.has(protocol.slice(0, -1)) || TAKEN_FAMILIES.test(protocol)) return false;
  return protocol.includes('.') || address.slice(protocol.length).startsWith('//');
}

/** Schemes that browsers and systems handle themselves, or pass on to programs that expect no code. */
const TAKEN_SCHEMES = new Set(
  [
    'about blob chrome content data edge filesystem intent jar javascript resource vbscript view-source ws wss',
    'afp callto cid cifs dav davs dict facetime facetime-audio file finger ftp ftps geo gopher imap imaps irc ircs',
    'ldap ldaps magnet mailto market mid mms news nfs nntp pop pops rdp rlogin rtsp scp search search-ms sftp shell',
    'sip sips skype smb sms snews ssh svn tel telnet tftp urn vnc webcal xmpp',
  ].flatMap((line) => line.split(' ')),
);
const TAKEN_FAMILIES = /^(?:ms-|itms|x-apple|android-|[a-z-]+-extension:)/;

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
  return cut(words, NAME_LENGTH) || null;
}

/** A redirect address as shown to a person: its host, this computer, or an application's own scheme. */
export function redirectHost(address: string): string {
  const url = new URL(address);
  if (!isOfWeb(url)) return url.protocol;
  return isLoopback(url.hostname) ? 'an application on this computer' : url.hostname;
}
