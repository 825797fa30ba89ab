import { describe, expect, it } from 'vitest';
import { isUnbroken } from './unbroken.ts';

describe('isUnbroken', () => {
  it('takes a sentence from its first word to its stop', () => {
    expect(isUnbroken('They sell all that they can make.')).toBe(true);
    expect(isUnbroken('They took it to the to the very end.')).toBe(true);
  });

  it.each([
    ['begins in the middle', 'and they sell all that they can make.'],
    ['tells what something before it was', 'And that there is a market for all that they can make.'],
    ['has no end', 'They sell all that they can'],
    ['ends on a word that needs another', 'They sell all that they can make because.'],
    ['ends on what opens another clause', 'They sell all that they can make, especially given.'],
    ['trails off', 'They sell all that they can..'],
    ['closes what it did not open', 'They sell all that they can make."'],
    ['stammers', 'They they sell all that they can make.'],
    ['takes a word up again', 'They sold all that they made in the in June.'],
  ])('takes none that %s', (_how, text) => {
    expect(isUnbroken(text)).toBe(false);
  });
});
