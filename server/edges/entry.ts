import { type ConnectorPrincipal, connectorPrincipal, type Principal } from '#server/api/access.ts';
import { emptyBucket, takeOrRefuse } from '#server/api/buckets/take.ts';
import { expiredKey, Refusal } from '#server/api/errors.ts';
import type { Access } from '#server/api/meta.ts';
import { TEST_HEADER, type TestCall } from '#server/api/test-keys/rules.ts';
import { addressBehind, clientIp } from '#server/edges/http/origin.ts';
import type { Asked, Peer } from '#server/edges/http.ts';
import { isAccessTokenText } from '#server/features/grants/rules.ts';
import { findTokenHolder } from '#server/features/grants/store.ts';
import { checkKeyText, isPastLife } from '#server/features/keys/rules.ts';
import { findCorpusKey, findLiveKeys, type LiveKey, tryKey } from '#server/features/keys/store.ts';
import { testRecordFor } from '#server/ingest/samples/test-record.ts';
import { beforeAbort, withinTime } from '#server/platform/abort.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import type { BucketState, Buckets } from '#server/platform/buckets.ts';
import type { Db } from '#server/platform/db.ts';
import { together } from '#server/platform/process/together.ts';
import type { Services } from '#server/platform/services.ts';

/** What of a request decides who calls. Both addresses are already resolved through the trusted proxies. */
export type Caller = {
  /** The address that limits count by: of an IPv6 address its /64. */
  readonly ip: string;
  /** The whole address, for keys that are limited to ranges of addresses. */
  readonly address: string;
  readonly authorization: string | null;
  readonly apiKeyHeader: string | null;
  /** Which answer a test key asks for (`X-Earmark-Test`). */
  readonly asked: string | null;
  /** The caller reads headers alone (HEAD), so nothing that is told only once may be told now. */
  readonly headersOnly: boolean;
};

/**
 * Who a request says it is from. A `public` route ignores keys, so a wrong one is no reason to refuse; only a test key that
 * asks for a refusal is looked at (docs/contract.md, Added: Test keys 9).
 */
export function callerOf(
  request: Asked,
  { env }: Pick<Services, 'env'>,
  peer: Peer,
  access: Access = { kind: 'open' },
): Caller {
  const { EARMARK_TRUSTED_PROXIES, EARMARK_ENV } = env;
  const caller: Caller = {
    ip: clientIp(request, peer, EARMARK_TRUSTED_PROXIES),
    address: addressBehind(peer, request.headers.get('x-forwarded-for'), EARMARK_TRUSTED_PROXIES),
    authorization: request.headers.get('authorization'),
    apiKeyHeader: request.headers.get('x-service-api-key'),
    asked: request.headers.get(TEST_HEADER),
    headersOnly: request.method === 'HEAD',
  };
  const asksForRefusal = caller.asked !== null && checkKeyText(keyText(caller) ?? '', EARMARK_ENV) === 'test';
  if (access.kind !== 'public' || asksForRefusal) return caller;
  return { ...caller, authorization: null, apiKeyHeader: null };
}

/** Who came in, and what the call may use. */
export type Entry = {
  readonly principal: Principal;
  /** What the buckets hold after this request. */
  readonly buckets: readonly BucketState[];
  /** Takes `count` more requests from the same buckets, all or none. Throws 429 like `enter`. */
  readonly takeMore: (count: number) => Promise<readonly BucketState[]>;
  /** What the call is served from: for a test key the record of its own, for all others the server's. */
  readonly services: Services;
  readonly test: TestCall | null;
  /** The state of the record as read with the key (`recordMark`); null where none was read. */
  readonly mark: string | null;
};

/** The buckets a request counts against, in order, each with its holder. */
type Purse = readonly (readonly [name: BucketName, who: string])[];

/** Called as soon as the holder of a credential is known, so that refused calls are listed for the holder, too. */
export type Knows = (whose: Whose) => void;
export type Whose = { readonly accountId: string; readonly credentialId: string };

/** A credential as presented, with the call that presents it. */
type Shown = {
  readonly services: Services;
  readonly caller: Caller;
  readonly text: string;
  readonly now: Date;
  readonly knows: Knows;
};

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
  if (text === null)
    return admitted(services, [['keyless', caller.ip]], {
      principal: { kind: 'anonymous' },
      services,
      test: null,
      mark: null,
    });
  const shown = { services, caller, text, now, knows };
  const kind = checkKeyText(text, services.env.EARMARK_ENV);
  if (kind === 'corpus') return enterCorpusKey(shown);
  if (kind === 'connector') return holderEntry(services, await holderOfKey(shown));
  if (kind === 'test') return testEntry(shown, await holderOfKey(shown));
  if (isAccessTokenText(text))
    return holderEntry(services, { principal: await holderOfToken(shown), mark: null });
  return refuseKey(shown, 'This key is not valid.');
}

type Holder = { readonly principal: ConnectorPrincipal; readonly mark: Entry['mark'] };

async function holderOfToken(shown: Shown): Promise<ConnectorPrincipal> {
  const { services, text, now, knows } = shown;
  const found = await hurried(services, (db) => findTokenHolder(db, text, services.env.EARMARK_ENV, now));
  if (!found) return refuseKey(shown, 'This access token has run out or was revoked.');
  knows({ accountId: found.accountId, credentialId: found.key.id });
  return connectorPrincipal(found);
}

async function enterCorpusKey(shown: Shown): Promise<Entry> {
  const { services, text, now } = shown;
  const found = await hurried(services, (db) => findCorpusKey(db, text, services.env.EARMARK_ENV, now));
  if (!found) return refuseKey(shown, UNKNOWN);
  const principal = { kind: 'corpus', keyId: found.id } as const;
  return admitted(services, [['key', found.id]], { principal, services, test: null, mark: null });
}

async function holderOfKey(shown: Shown): Promise<Holder> {
  const { services, caller, text, now, knows } = shown;
  const live = await lookUpOf(services)({ text, now });
  // A HEAD has no body that could tell `reason: expired` once: the next call closes the key and tells it.
  if (live && caller.headersOnly && isPastLife(live, now)) return refuseKey(shown, UNKNOWN);
  const found = live && (await hurried(services, (db) => tryKey(db, live, caller.address, now)));
  if (found === null) return refuseKey(shown, UNKNOWN);
  knows({ accountId: found.accountId, credentialId: found.key.id });
  if (found.refused === 'elsewhere') return refuseKey(shown, UNKNOWN);
  if (found.refused === 'expired') throw expiredKey();
  return { principal: connectorPrincipal(found), mark: found.mark };
}

async function holderEntry(services: Services, { principal, mark }: Holder): Promise<Entry> {
  const purse: Purse = [
    ['key', principal.key.id],
    ['account', principal.accountId],
  ];
  return admitted(services, purse, { principal, services, test: null, mark });
}

/** A test key has a bucket of its own and takes nothing from its account's; in its record nothing runs out. */
async function testEntry({ services, caller, now }: Shown, { principal: holder }: Holder): Promise<Entry> {
  const principal = { ...holder, plan: 'premium' } as const;
  const test = { asked: caller.asked, now };
  const entry = await admitted(services, [['key', holder.key.id]], { principal, services, test, mark: null });
  return { ...entry, services: await testRecordFor(services, holder.accountId) };
}

/** The entry of a caller once one request was taken from its buckets. */
async function admitted(
  { buckets }: Services,
  purse: Purse,
  known: Omit<Entry, 'buckets' | 'takeMore'>,
): Promise<Entry> {
  const takeMore = (count: number) => takeAll(buckets, purse, count);
  return { ...known, buckets: await takeMore(1), takeMore };
}

/** Takes `count` from each bucket, or from none: what a refused request took is given back. */
async function takeAll(buckets: Buckets, purse: Purse, count: number): Promise<BucketState[]> {
  const states: BucketState[] = [];
  for (const [name, who] of purse) {
    const state = await buckets.take(name, who, count);
    if (!state.allowed) {
      await Promise.all(purse.slice(0, states.length).map((before) => buckets.giveBack(...before, count)));
      throw emptyBucket(state);
    }
    states.push(state);
  }
  return states;
}

/** Milliseconds for looking a key up; the call that it opens has a budget of its own. */
const LOOK_UP_MS = 5_000;

type LookUp = (asked: { readonly text: string; readonly now: Date }) => Promise<LiveKey | null>;
const lookUps = new WeakMap<Db, LookUp>();

/** Looks a key up on every call, in one statement with the keys of all calls that came meanwhile. */
function lookUpOf(services: Services): LookUp {
  const { db } = services;
  const known = lookUps.get(db);
  if (known) return known;
  const lookUp: LookUp = together((asked) => hurried(services, (within) => findLiveKeys(within, asked)));
  lookUps.set(db, lookUp);
  return lookUp;
}

function hurried<Found>({ db }: Services, find: (db: Db) => Promise<Found>): Promise<Found> {
  return withinTime(LOOK_UP_MS, (signal) => beforeAbort(signal, find(db.cancelledBy(signal))));
}

// One answer for all three, so that nobody at another address learns that a key is good.
const UNKNOWN = 'This key is unknown, was revoked, or is not taken from this address.';

/** Refuses a key that opens nothing, and takes from the bucket that bounds guessing. */
async function refuseKey({ services, caller }: Shown, message: string): Promise<never> {
  const state = await takeOrRefuse(services.buckets, 'badKey', caller.ip);
  throw new Refusal('unauthorized', { message, headers: rateLimitHeaders([state]) });
}

/** Takes one question from the bucket that REST and MCP share (docs/contract.md, Limits 3); null for a caller who may ask none. Throws 429. */
export async function enterAsk(services: Services, principal: Principal): Promise<BucketState | null> {
  if (principal.kind === 'connector') return takeOrRefuse(services.buckets, 'ask', principal.key.id);
  if (principal.kind === 'account') return takeOrRefuse(services.buckets, 'ask', principal.accountId);
  return null;
}

/** `Authorization: Bearer <key>` or `x-service-api-key: <key>`; null when the caller sent neither. */
function keyText(caller: Caller): string | null {
  const bearer = caller.authorization?.match(/^Bearer[ \t]+(.+)$/i)?.[1]?.trim();
  if (bearer) return bearer;
  if (caller.apiKeyHeader?.trim()) return caller.apiKeyHeader.trim();
  return caller.authorization === null ? null : '';
}
