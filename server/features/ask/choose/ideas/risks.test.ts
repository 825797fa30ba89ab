import { describe, expect, it } from 'vitest';
import { namedRisk } from '#server/features/ask/choose/ideas/risks.ts';
import { deniesTrouble } from '#server/features/ask/choose/speech/denied-trouble.ts';
import { ideaCandidate } from '#server/testing/reading/evidence.ts';

describe('namedRisk', () => {
  const denied =
    'The problem with any of these numbers or the challenge to them is not the power, not the data center.';
  const named = 'The biggest risk to all of this is that nobody pays for it.';

  it('lists no risk that was denied', () => {
    expect(namedRisk(ideaCandidate({ riskFlags: [denied] }))).toBeNull();
    expect(namedRisk(ideaCandidate({ riskFlags: [denied, named] }))).toBe(named);
  });

  it.each([
    [denied, true],
    ['I am not worried about the debt at all', true],
    ['There is no risk in it for the lender', true],
    ['The problem is not the power, it is the chips that nobody can get', false],
    ['That is not a small risk for the lender', false],
    [named, false],
  ])('"%s"', (words, expected) => {
    expect(deniesTrouble(words)).toBe(expected);
  });
});
