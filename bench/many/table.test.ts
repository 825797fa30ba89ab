import { describe, expect, it } from 'vitest';
import type { Outcome } from './drive.ts';
import { overrunOf, rowOf, wellAgainAfter } from './table.ts';

const outcome = (kind: Outcome['kind'], at: number, status: number): Outcome => ({
  kind,
  at,
  ms: 1,
  status,
  failure: status === 503 ? '503' : null,
});

describe('the time to be well again', () => {
  it('ends with the first success after the last failure', () => {
    const calls = [100, 400].map((at) => outcome('search', at, 503));
    expect(wellAgainAfter(0, [...calls, outcome('search', 300, 200), outcome('search', 900, 200)])).toBe(
      '0.9',
    );
  });

  it('is that of the kind of call which took longest: a search that is answered does not stand for a save', () => {
    const calls = [outcome('save', 100, 503), outcome('search', 200, 200), outcome('save', 5_000, 200)];
    expect(wellAgainAfter(0, calls)).toBe('5.0');
    expect(wellAgainAfter(0, calls.slice(0, 2))).toBe('not while it was watched');
  });

  it('is none where nothing failed', () => {
    expect(wellAgainAfter(0, [outcome('search', 100, 200)])).toBe('0.0');
  });
});

it('a row tells calls at a limit and failures apart', () => {
  const calls = [200, 429, 503, 200].map((status, at) => outcome('search', at * 1000, status));
  expect(rowOf('Redis', 0, calls)).toBe('| Redis | 4 | 1 | 1 | 503: 1 | 0 of 0 | 3.0 |');
});

it('what one key was answered above its minute is counted without what was refused', () => {
  const calls = [200, 200, 200, 429, 503].map((status, at) => outcome('hasty search', at, status));
  expect(overrunOf(calls, 2)).toBe('5 calls: 3 answered (1 above its 2), 1 refused, 1 failed');
});
