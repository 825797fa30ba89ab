import { type ConnectorPrincipal, connectorPrincipal, type Principal } from '#server/api/access.ts';
import { Refusal } from '#server/api/errors.ts';
import { type Asked, addressBehind, clientIp, type Peer } from '#server/edges/http.ts';
import { isAccessTokenText } from '#server/features/grants/rules.ts';
import { findTokenHolder } from '#server/features/grants/store.ts';
import { checkKeyText } from '#server/features/keys/rules.ts';
import { findConnectorKey, findCorpusKey } from '#server/features/keys/store.ts';
import { withinTime } from '#server/platform/abort.ts';
import type { BucketState, Buckets } from '#server/platform/buckets.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

/** What of a request decides who calls. Both addresses are already resolved through the trusted proxies. */
export type Caller = {
  /** That limits count by: of an IPv6 address its /64. */
  readonly ip: string;
  /** Whole, for keys that are taken from some addresses alone. */
  readonly address: string;
  readonly authorization: string | null;
  readonly apiKeyHeader: string | null;
};

/** Who a request says it is from. */
export function callerOf(request: Asked, services: Services, peer: Peer): Caller {
  const { EARMARK_TRUSTED_PROXIES } = services.env;
  return {
    ip: clientIp(request, peer, EARMARK_TRUSTED_PROXIES),
    address: addressBehind(peer, request.headers.get('x-forwarded-for'), EARMARK_TRUSTED_PROXIES),
    authorization: request.headers.get('authorization'),
    apiKeyHeader: request.headers.get('x-service-api-key'),
  };
}

export type Entry = { readonly principal: Principal; readonly buckets: readonly BucketState[] };

/** Hears whose a call is as soon as that is known, so that its holder sees also what was refused. */
export type Knows = (whose: Whose) => void;
export type Whose = { readonly accountId: string; readonly credentialId: string };

/**
 * Resolves the caller and takes one request from its buckets (docs/contract.md, Limits).
 * Throws 401 for a key that is unknown, revoked, expired or not taken from there, 429 when a bucket is empty.
 */
export async function enter(
  services: Services,
  caller: Caller,
  now: Date,
  knows: Knows = () => undefined,
): Promise<Entry> {
  const text = keyText(caller);
  if (text === null) {
    return {
      principal: { kind: 'anonymous' },
      buckets: [await take(services.buckets, 'keyless', caller.ip)],
    };
  }
  const kind = checkKeyText(text, services.env.EARMARK_ENV);
  if (kind === 'corpus') return enterCorpusKey(services, caller, text, now);
  if (kind === 'connector') return enterConnectorKey(services, caller, text, now, knows);
  if (isAccessTokenText(text)) return enterAccessToken(services, caller, text, now, knows);
  return refuseKey(services, caller, 'This key is not valid.');
}

async function enterAccessToken(
  services: Services,
  caller: Caller,
  text: string,
  now: Date,
  knows: Knows,
): Promise<Entry> {
  const found = await findTokenHolder(services.db, text, services.env.EARMARK_ENV, now);
  if (!found) return refuseKey(services, caller, 'This access token has run out or was revoked.');
  knows({ accountId: found.accountId, credentialId: found.key.id });
  return holderEntry(services, connectorPrincipal(found));
}

async function enterCorpusKey(services: Services, caller: Caller, text: string, now: Date): Promise<Entry> {
  const found = await hurried(services, (db) => findCorpusKey(db, text, services.env.EARMARK_ENV, now));
  if (!found) return refuseKey(services, caller, UNKNOWN);
  return {
    principal: { kind: 'corpus', keyId: found.id },
    buckets: [await take(services.buckets, 'key', found.id)],
  };
}

async function enterConnectorKey(
  services: Services,
  caller: Caller,
  text: string,
  now: Date,
  knows: Knows,
): Promise<Entry> {
  const found = await hurried(services, (db) => findConnectorKey(db, { text, address: caller.address }, now));
  if (found === null) return refuseKey(services, caller, UNKNOWN);
  knows({ accountId: found.accountId, credentialId: found.key.id });
  if (found.refused === 'elsewhere') return refuseKey(services, caller, UNKNOWN);
  if (found.refused === 'expired') {
    throw new Refusal('unauthorized', {
      reason: 'expired',
      message: 'This key has expired: create a new one in settings.',
    });
  }
  return holderEntry(services, connectorPrincipal(found));
}

async function holderEntry(services: Services, principal: ConnectorPrincipal): Promise<Entry> {
  const byKey = await take(services.buckets, 'key', principal.key.id);
  const byAccount = await take(services.buckets, 'account', principal.accountId);
  return { principal, buckets: [byKey, byAccount] };
}

/** Milliseconds in which a key is to be found: the call that it opens has a budget of its own. */
const LOOK_UP_MS = 5_000;

function hurried<Found>({ db }: Services, find: (db: Db) => Promise<Found>): Promise<Found> {
  return withinTime(LOOK_UP_MS, (signal) => find(db.cancelledBy(signal)));
}

// One answer for all three, so that nobody learns elsewhere that a key is good.
const UNKNOWN = 'This key is unknown, was revoked, or is not taken from this address.';

/** Refuses a key that opens nothing, and takes from the bucket that bounds guessing. */
async function refuseKey(services: Services, caller: Caller, message: string): Promise<never> {
  const state = await take(services.buckets, 'badKey', caller.ip);
  throw new Refusal('unauthorized', { message, headers: rateLimitHeaders([state]) });
}

/** Takes one call from the ask budget that REST and MCP share (docs/contract.md, Limits 3). */
export async function enterAsk(services: Services, principal: Principal): Promise<BucketState | null> {
  if (principal.kind === 'connector') return take(services.buckets, 'ask', principal.key.id);
  if (principal.kind === 'account') return take(services.buckets, 'ask', principal.accountId);
  return null;
}

async function take(
  buckets: Buckets,
  name: Parameters<Buckets['take']>[0],
  who: string,
): Promise<BucketState> {
  const state = await buckets.take(name, who);
  if (!state.allowed)
    throw new Refusal('rate_limited', {
      retryAfterSeconds: state.resetSeconds,
      extra: {},
      headers: rateLimitHeaders([state]),
    });
  return state;
}

/** `Authorization: Bearer <key>` or `x-service-api-key: <key>`; null when the caller sent neither. */
function keyText(caller: Caller): string | null {
  const bearer = caller.authorization?.match(/^Bearer[ \t]+(.+)$/i)?.[1]?.trim();
  if (bearer) return bearer;
  if (caller.apiKeyHeader?.trim()) return caller.apiKeyHeader.trim();
  return caller.authorization === null ? null : '';
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10): policies with quota and window in seconds, and what remains. */
export function rateLimitHeaders(states: readonly BucketState[]): Record<string, string> {
  if (states.length === 0) return {};
  return {
    'RateLimit-Policy': states.map((s) => `"${s.policy}";q=${s.quota};w=${s.windowSeconds}`).join(', '),
    RateLimit: states.map((s) => `"${s.policy}";r=${s.remaining};t=${s.resetSeconds}`).join(', '),
  };
}
