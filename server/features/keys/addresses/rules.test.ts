import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isTakenFrom, rangeOf, readRanges } from '#server/features/keys/addresses/rules.ts';

describe('a range of addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['2001:DB8:1::9/48', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('%s is kept as %s', (written, kept) => {
    expect(rangeOf(written)).toBe(kept);
  });

  it.each([
    '',
    'example.org',
    '10.1',
    '010.0.0.1',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.1/',
    '10.0.0.1/8/8',
    'fe80::1%eth0',
    '1e3',
    '::ffff:203.0.113.7/64',
    '::203.0.113.7/0',
  ])('%s is none', (written) => {
    expect(rangeOf(written)).toBeNull();
  });

  it('is read from a list, each once, and the first that is none is named', () => {
    expect(readRanges('10.0.0.1, 10.0.0.1/32\n2001:db8::/32;')).toEqual({
      ranges: ['10.0.0.1/32', '2001:db8::/32'],
      wrong: null,
    });
    expect(readRanges('10.0.0.1, here').wrong).toBe('here');
    expect(readRanges(' \n').ranges).toEqual([]);
  });

  it('holds the address that it was made of, whatever its prefix', () => {
    const written = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
      fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
    );
    fc.assert(
      fc.property(written, ([address, prefix]) => {
        fc.pre(prefix >= 96 || !address.includes(':') || ipaddr.process(address).kind() === 'ipv6');
        const range = rangeOf(`${address}/${prefix}`)!;
        expect(rangeOf(range)).toBe(range);
        expect(isTakenFrom([range], address)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a key that is limited to ranges', () => {
  const ranges = ['203.0.113.0/24', '2001:db8:1::/48'];

  it('is taken from within, also where the address is written inside IPv6', () => {
    for (const address of ['203.0.113.255', '::ffff:203.0.113.1', '2001:db8:1:ffff::1'])
      expect(isTakenFrom(ranges, address), address).toBe(true);
  });

  it('is not taken from elsewhere, nor from what is no address', () => {
    for (const address of ['203.0.114.1', '2001:db8:2::1', 'route handler', 'unknown', ''])
      expect(isTakenFrom(ranges, address), address).toBe(false);
  });

  it('is taken from anywhere when it has none', () => {
    expect(isTakenFrom([], 'route handler')).toBe(true);
  });
});
