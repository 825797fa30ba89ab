import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkKeyText, isPastLife, keyExpiry, mintKey } from '#server/features/keys/rules.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('a minted key', () => {
  it('is told apart by its prefix, on a server of its env only', () => {
    expect(checkKeyText(mintKey('connector', 'live', randomInt).text, 'live')).toBe('connector');
    expect(checkKeyText(mintKey('connector', 'test', randomInt).text, 'live')).toBe('test');
    expect(checkKeyText(mintKey('connector', 'live', randomInt).text, 'test')).toBeNull();
    expect(checkKeyText(mintKey('connector', 'test', randomInt).text, 'test')).toBe('connector');
    expect(checkKeyText(mintKey('corpus', 'live', randomInt).text, 'test')).toBe('corpus');
  });

  it('shows its prefix and six characters, never more', () => {
    const { text, keyPrefix } = mintKey('connector', 'live', randomInt);
    expect(text).toMatch(/^emk_live_[0-9A-Za-z]{38}$/);
    expect(keyPrefix).toBe(text.slice(0, 15));
  });

  it('is refused when any one character differs', () => {
    const { text } = mintKey('connector', 'live', randomInt);
    fc.assert(
      fc.property(
        fc.integer({ min: 9, max: text.length - 1 }),
        fc.constantFrom(...'0123456789ABCxyz'),
        (at, other) => {
          fc.pre(text[at] !== other);
          expect(checkKeyText(text.slice(0, at) + other + text.slice(at + 1), 'live')).toBeNull();
        },
      ),
    );
  });

  it('never comes from arbitrary text', () => {
    fc.assert(fc.property(fc.string(), (text) => checkKeyText(text, 'live') === null));
  });
});

describe('the life of a key', () => {
  const createdAt = new Date('2026-01-10T08:00:00Z');
  const expiresAt = keyExpiry(createdAt);
  const used = (daysBefore: number, at: Date) => new Date(at.getTime() - daysBefore * DAY);

  it('lasts to the minute of its year', () => {
    const lastUsedAt = used(1, expiresAt);
    expect(expiresAt.toISOString()).toBe('2027-01-10T08:00:00.000Z');
    expect(
      isPastLife({ createdAt, lastUsedAt, expiresAt }, new Date(expiresAt.getTime() - 10 * MINUTE)),
    ).toBe(false);
    expect(
      isPastLife({ createdAt, lastUsedAt, expiresAt }, new Date(expiresAt.getTime() + 10 * MINUTE)),
    ).toBe(true);
  });

  it('ends ninety days after its last call, or after creation when there was none', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    expect(isPastLife({ createdAt, lastUsedAt: used(90, now), expiresAt }, now)).toBe(false);
    expect(
      isPastLife({ createdAt, lastUsedAt: new Date(used(90, now).getTime() - 10 * MINUTE), expiresAt }, now),
    ).toBe(true);
    expect(
      isPastLife({ createdAt, lastUsedAt: null, expiresAt }, new Date(createdAt.getTime() + 90 * DAY + 1)),
    ).toBe(true);
  });
});
