import { beforeEach, expect, it, vi } from 'vitest';
import { visitBefore } from './last-visit.ts';

beforeEach(() => {
  const held = new Map<string, string>();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** The day and hour of the visit that a look tells of. */
function lookAt(moment: string): string | undefined {
  vi.setSystemTime(`${moment}:00Z`);
  return visitBefore('/tickers/TSLA')?.slice(0, 16);
}

it('tells of the visit before at each look of a visit', () => {
  expect([lookAt('2026-09-01T10:00'), lookAt('2026-09-01T10:20')]).toEqual([undefined, undefined]);
  expect([lookAt('2026-09-02T10:00'), lookAt('2026-09-02T10:50'), lookAt('2026-09-02T11:40')]).toEqual(
    Array(3).fill('2026-09-01T10:20'),
  );
  expect(lookAt('2026-09-03T09:00')).toBe('2026-09-02T11:40');
});
