import { describe, expect, it } from 'vitest';
import { agreed, thirdPerson } from './third-person.ts';

describe('a verb in the third person', () => {
  it.each([
    ['own', 'owns'],
    ['carry', 'carries'],
    ['have', 'has'],
    ["don't", 'does not'],
    ['would', 'would'],
    ['constructor', 'constructors'],
    ['put', null],
  ])('of %s is %s', (verb, expected) => expect(thirdPerson(verb)).toBe(expected));

  it('leaves the rest of the predicate as it was said', () => {
    expect(agreed('still own the market')).toBe('still owns the market');
    expect(agreed('own it and are growing')).toBeNull();
  });
});
