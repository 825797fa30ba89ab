import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedHost, isPublicAddress, limitedAddress } from '#server/platform/fetch/address.ts';

const PUBLIC = ['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'];
const REFUSED = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254'],
  ['link-local and cloud metadata', '169.254.169.254', 'fe80::1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', 'ff02::1', '255.255.255.255'],
  [
    'unspecified and reserved',
    '0.0.0.0',
    '0.1.2.3',
    '240.0.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '::',
  ],
  [
    'IPv4 inside IPv6',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
  ],
  ['tunnels', '2002:7f00:1::', '2001::1'],
  ['documentation and site-local', '2001:db8::1', 'fec0::1', '3fff::1'],
  ['no address at all', '', 'localhost', '127.0.0.1:80', '999.1.1.1'],
];

describe('public addresses', () => {
  it.each(PUBLIC)('lets %s through', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(REFUSED)('refuses %s', (_kind, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  it('refuses every address of the private blocks', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.constantFrom('10', '127', '0', '192.168', '169.254'),
        octet,
        octet,
        octet,
        (block, a, b, c) => {
          const rest = [a, b, c].slice(0, 4 - block.split('.').length);
          return !isPublicAddress([block, ...rest].join('.'));
        },
      ),
    );
  });
});

describe('the operator’s allow list', () => {
  const allows = (url: string, ...entries: string[]) => isAllowedHost(new URL(url), entries);

  it('opens exactly the host and port it names', () => {
    expect(allows('http://127.0.0.1:8787/a', '127.0.0.1:8787')).toBe(true);
    expect(allows('http://127.0.0.1:8788/a', '127.0.0.1:8787')).toBe(false);
    expect(allows('http://127.0.0.2:8787/a', '127.0.0.1:8787')).toBe(false);
    expect(allows('http://localhost:8787/a', '127.0.0.1:8787')).toBe(false);
  });

  it('opens every port of a host named without one', () => {
    expect(allows('http://feeds.internal:9/a', 'Feeds.Internal')).toBe(true);
    expect(allows('https://feeds.internal/a', 'feeds.internal')).toBe(true);
    expect(allows('https://sub.feeds.internal/a', 'feeds.internal')).toBe(false);
  });

  it('knows the default ports and IPv6', () => {
    expect(allows('http://feeds.internal/a', 'feeds.internal:80')).toBe(true);
    expect(allows('https://feeds.internal/a', 'feeds.internal:80')).toBe(false);
    expect(allows('https://feeds.internal/a', 'feeds.internal:443')).toBe(true);
    expect(allows('http://[::1]:8080/a', '[::1]:8080')).toBe(true);
    expect(allows('http://[::1]:8081/a', '[::1]:8080')).toBe(false);
    expect(allows('http://[::1]:8081/a', '[::1]')).toBe(true);
  });

  it('opens nothing for an empty or broken entry', () => {
    expect(allows('http://127.0.0.1/', '', ' ', '://', '*')).toBe(false);
  });
});

describe('limitedAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['route handler', 'route handler'],
  ])('counts %s as %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });

  it('counts all addresses of one /64 as one caller, and those of two as two', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(half, half, half, half, (network, other, host, another) => {
        fc.pre(network !== other && !network.startsWith('0:0:0:0'));
        expect(limitedAddress(`${network}:${host}`)).toBe(limitedAddress(`${network}:${another}`));
        if (!other.startsWith('0:0:0:0'))
          expect(limitedAddress(`${network}:${host}`)).not.toBe(limitedAddress(`${other}:${host}`));
      }),
    );
  });
});
