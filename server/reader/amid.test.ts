import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amidTokens } from './amid.ts';

/** A token for each letter. */
const encode = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

describe('a sentence amid others, as tokens', () => {
  it('stands between what is said before and after it, each ended by a mark', () => {
    const { tokens, from, to } = amidTokens({ before: 'a', said: 'bc', after: 'd' }, encode);
    expect(tokens).toEqual([101, 97, 102, 98, 99, 102, 100, 102]);
    expect(tokens.slice(from, to)).toEqual(encode('bc'));
  });

  it('keeps what is nearest to it, and has room for it however long the rest is', () => {
    const { tokens, from, to } = amidTokens(
      { before: `${'x'.repeat(900)}y`, said: 'bc', after: `z${'x'.repeat(900)}` },
      encode,
    );
    expect(tokens[from - 2]).toBe('y'.charCodeAt(0));
    expect(tokens[to + 1]).toBe('z'.charCodeAt(0));
  });

  it('never outgrows what the model was trained on, and always bounds a token', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.nat(40), (before, said, after, times) => {
        const long = { before: before.repeat(times), said: said.repeat(times), after: after.repeat(times) };
        const { tokens, from, to } = amidTokens(long, encode);
        expect(tokens.length).toBeLessThanOrEqual(256);
        expect(from).toBeGreaterThan(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(tokens.length);
      }),
    );
  });
});
