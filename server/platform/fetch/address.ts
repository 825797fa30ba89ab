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
