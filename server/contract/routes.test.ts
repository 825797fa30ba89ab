import { describe, expect, it } from 'vitest';
import { matchRoute } from '#server/contract/routes.ts';

describe('the values that a path carries', () => {
  it.each([
    ['BRK.B', 'BRK.B'],
    ['BRK%2EB', 'BRK.B'],
    ['BRK%252EB', 'BRK%2EB'],
    ['%F0%9F%98%80', '😀'],
    ['%E0%A4%A', '%E0%A4%A'],
  ])('reads %s as %s: decoded once, and left as it came when it is no encoding', (segment, symbol) => {
    expect(matchRoute('GET', `/v1/agent/tickers/${segment}/mentions`).values).toEqual({ symbol });
  });

  it('carries none on a path of fixed words, or with a method that the path does not take', () => {
    expect(matchRoute('GET', '/v1/agent/ideas/').values).toEqual({});
    expect(matchRoute('PUT', '/v1/agent/tickers/NVDA/mentions')).toEqual({
      procedure: null,
      allow: 'GET, HEAD, OPTIONS',
      values: {},
    });
  });
});
