import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * True when an IP address is one that the public internet routes to somebody else's machine. Everything else is
 * refused: loopback, private, link-local (cloud metadata), carrier-grade NAT, multicast, reserved, and the IPv6
 * forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo), whatever that address is.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** Four numbers without leading zeros, which some parsers read as octal. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/;

/** Sites get a /64 at least (RFC 6177), and one caller can use any address in it. */
const IPV6_BLOCK_BITS = 64;

/**
 * The key by which limits count an address: IPv4 as it is, also when mapped into IPv6 (`::ffff:192.0.2.1`); IPv6 by its /64
 * (`2001:db8:1:2::/64`). Text that is not an address is returned unchanged.
 */
export function limitedAddress(address: string): string {
  if (PLAIN_IPV4.test(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*$/, '')}/${IPV6_BLOCK_BITS}`).toString()}/${IPV6_BLOCK_BITS}`;
}

/**
 * True when the operator's allow list (`EARMARK_FEED_ALLOW_HOSTS`) names the host, with exactly this port or
 * with none (any port). Entries are `host`, `host:port`, `[::1]` or `[::1]:8080`.
 */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowHosts.some((entry) => {
    const allowed = URL.parse(`http://${entry.trim().toLowerCase()}/`);
    if (!allowed || allowed.hostname !== url.hostname.toLowerCase()) return false;
    // The parser drops `:80` as http's default, so the entry itself says whether a port was named.
    const named = /:(\d{1,5})$/.exec(entry.trim())?.[1];
    return named === undefined || Number(named) === Number(port);
  });
}
