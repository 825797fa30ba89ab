import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amidTokens } from './amid.ts';

/** A token for each letter. */
const encode = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

describe('a sentence amid others, as tokens', () => {
  it('stands between what is said before and after it, each ended by a mark', () => {
    const { tokens, from, to, targets } = amidTokens({ before: 'a', around: ['', 'bc'], after: 'd' }, encode);
    expect(tokens).toEqual([101, 97, 102, 103, 98, 99, 102, 100, 102]);
    expect(tokens.slice(from, to)).toEqual([103, ...encode('bc')]);
    expect(targets).toEqual([3]);
  });

  it('keeps what is nearest to it, and has room for it however long the rest is', () => {
    const { tokens, from, to } = amidTokens(
      { before: `${'x'.repeat(900)}y`, around: ['bc'], after: `z${'x'.repeat(900)}` },
      encode,
    );
    expect(tokens[from - 2]).toBe('y'.charCodeAt(0));
    expect(tokens[to + 1]).toBe('z'.charCodeAt(0));
  });

  it('never outgrows what the model was trained on, and has its targets in the sentence', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.string(), { minLength: 1 }),
        fc.string(),
        fc.nat(40),
        (before, around, after, times) => {
          const long = {
            before: before.repeat(times),
            around: around.map((part) => part.repeat(times)),
            after: after.repeat(times),
          };
          const { tokens, from, to, targets } = amidTokens(long, encode);
          expect(tokens.length).toBeLessThanOrEqual(256);
          expect(from).toBeGreaterThan(0);
          expect(to).toBeGreaterThanOrEqual(from);
          for (const target of targets) expect(target).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(tokens.length);
        },
      ),
    );
  });
});
