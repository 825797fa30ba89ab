import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { isAllowedHost, isPublicAddress } from '#server/platform/fetch/address.ts';
import { blocked, FetchFailure } from '#server/platform/fetch/failure.ts';
import { namesBadPort } from '#server/platform/fetch/ports.ts';
import { late } from '#server/platform/process/late.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export type ConnectGuard = {
  readonly allowHosts: readonly string[];
  readonly timeoutMs: number;
  readonly lookup?: Lookup;
};

/** Throws for a forbidden IP literal, local name or port: literals never reach the resolver, so check before connecting. */
export function refuseLiteral(url: URL, allowHosts: readonly string[]): void {
  if (isNeverReached(url, allowHosts)) throw blocked();
  if (namesBadPort(url, allowHosts))
    throw new FetchFailure(
      'blocked',
      'The address names the port of another protocol, which is not allowed.',
    );
}

/** Names of the machine or of a local network, which public DNS never has (RFC 6761, RFC 6762, RFC 8375; ICANN for `internal`). */
const LOCAL_NAME = /^(?:.+\.)?(?:localhost|local|internal|home\.arpa)$/;

/**
 * Whether the text alone is enough to refuse: a literal address that is not public, or the name of a local network, unless the
 * operator allows the host. Other names are checked by what they resolve to when connecting.
 */
export function isNeverReached(url: URL, allowHosts: readonly string[]): boolean {
  if (isAllowedHost(url, allowHosts)) return false;
  const host = hostOf(url);
  if (isIP(host) === 0) return LOCAL_NAME.test(host);
  return !isPublicAddress(host);
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

/**
 * Whether a host leads to an address that is not public, as far as its name resolves within the time of `guard`. Connecting checks again,
 * by what the name resolves to then.
 */
export async function leadsInside(url: URL, guard: ConnectGuard): Promise<boolean> {
  if (isAllowedHost(url, guard.allowHosts)) return false;
  const host = hostOf(url);
  const late = setTimeout(guard.timeoutMs, [], { ref: false });
  const lookup = guard.lookup ?? lookupAll;
  const found = await Promise.race([lookup(host).catch(() => []), late]);
  return found.some(({ address }) => !isPublicAddress(address));
}

/** undici's connector with a resolver that returns only public addresses. */
export function guardedConnect(config: ConnectGuard): buildConnector.connector {
  return (options, callback) => {
    const port = options.port ? `:${options.port}` : '';
    // undici hands over IPv6 literals without their brackets.
    const host = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname;
    const origin = new URL(`${options.protocol}//${host}${port}`);
    const isAllowed = isAllowedHost(origin, config.allowHosts);
    const connect = late.undici().buildConnector({
      lookup: guardedLookup(config.lookup ?? lookupAll, isAllowed),
      timeout: config.timeoutMs,
    });
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null);
      // Check the socket's own address, too: that is whom we really talk to.
      if (!isAllowed && !isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(blocked(), null);
      }
      callback(null, socket);
    });
  };
}

/** Refuses a name if any of its addresses is forbidden: honest hosts do not publish both kinds. */
function guardedLookup(lookup: Lookup, isAllowed: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const bad = !isAllowed && addresses.some((entry) => !isPublicAddress(entry.address));
        if (bad) return callback(blocked(), '', 4);
        const first = addresses[0];
        if (!first) return callback(new FetchFailure('network', 'The host name has no address.'), '', 4);
        if (options.all) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}

async function lookupAll(hostname: string): Promise<readonly ResolvedAddress[]> {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
