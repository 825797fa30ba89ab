import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedHost, isPublicAddress } from '#server/platform/fetch/address.ts';
import { blocked, FetchFailure } from '#server/platform/fetch/failure.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export type ConnectGuard = {
  readonly allowHosts: readonly string[];
  readonly timeoutMs: number;
  readonly lookup?: Lookup;
};

/** An IP literal never reaches the resolver, so it is checked before connecting. */
export function refuseLiteral(url: URL, allowHosts: readonly string[]): void {
  if (isNeverReached(url, allowHosts)) throw blocked();
}

/**
 * True for what can be refused by its text alone: a literal address that is not public, and `localhost` (RFC 6761), unless
 * the operator allows the host. Every other name is judged by what it resolves to when it is connected to.
 */
export function isNeverReached(url: URL, allowHosts: readonly string[]): boolean {
  if (isAllowedHost(url, allowHosts)) return false;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) === 0) return /^(?:.+\.)?localhost$/.test(host);
  return !isPublicAddress(host);
}

/** undici's connector with a resolver that hands out public addresses only. */
export function guardedConnect(config: ConnectGuard): buildConnector.connector {
  return (options, callback) => {
    const port = options.port ? `:${options.port}` : '';
    // undici hands over IPv6 literals without their brackets.
    const host = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname;
    const origin = new URL(`${options.protocol}//${host}${port}`);
    const isAllowed = isAllowedHost(origin, config.allowHosts);
    const connect = buildConnector({
      lookup: guardedLookup(config.lookup ?? lookupAll, isAllowed),
      timeout: config.timeoutMs,
    });
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null);
      // The last word is the socket's own: whatever happened before, this is whom we talk to.
      if (!isAllowed && !isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(blocked(), null);
      }
      callback(null, socket);
    });
  };
}

/** One forbidden address among several is enough to refuse: honest hosts do not publish both kinds. */
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
