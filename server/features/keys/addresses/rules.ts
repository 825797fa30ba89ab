import ipaddr from 'ipaddr.js';

/** The most address ranges that one key may have. */
export const MAX_RANGES = 20;

/**
 * A range as it is stored, `203.0.113.0/24` or `2001:db8::/32`. A single address is a range of one, bits past the prefix
 * are dropped, and an IPv4-mapped IPv6 address counts as IPv4. Null for what is no address, and for an IPv4-mapped one
 * whose prefix is shorter than the mapping.
 */
export function rangeOf(text: string): string | null {
  const [address, bits, ...rest] = text.trim().split('/');
  if (rest.length > 0 || !ipaddr.isValid(address!) || address!.includes('%')) return null;
  // The library also accepts `10.1` and reads leading zeros as octal, which nobody means.
  if (!address!.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address!)) return null;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const given = ipaddr.parse(address!);
  const whole = given.kind() === 'ipv4' ? 32 : 128;
  const prefix = Number(bits ?? whole);
  if (prefix > whole) return null;
  if (!(given instanceof ipaddr.IPv6) || !given.isIPv4MappedAddress())
    return `${networkOf(given, prefix)}/${prefix}`;
  return prefix < 96 ? null : `${networkOf(given.toIPv4Address(), prefix - 96)}/${prefix - 96}`;
}

/** Whether a key with these ranges may be used from an address. Without ranges any will do; with ranges a malformed address will not. */
export function isTakenFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === caller.kind() && caller.match(network, bits);
  });
}

/** Parses ranges separated by commas, blanks or line breaks; `wrong` is the first entry that is no range. */
export function readRanges(text: string): { ranges: readonly string[]; wrong: string | null } {
  const written = text.split(/[\s,;]+/).filter(Boolean);
  const ranges = written.map(rangeOf);
  const wrong = written.find((_, at) => ranges[at] === null) ?? null;
  return { ranges: [...new Set(ranges.filter((range) => range !== null))], wrong };
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, prefix - at * 8));
    return byte & (0xff << (8 - kept));
  });
  return ipaddr.fromByteArray(bytes.map((byte) => byte & 0xff));
}
