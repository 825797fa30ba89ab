import { describe, expect, it } from 'vitest';
import { namedRisk, namesRisk, riskToTell } from '#server/features/ask/choose/ideas/risks.ts';
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

  it('lists a short one that names its subject, and none that another sentence must explain', () => {
    const risks = (risk: string) => namedRisk(ideaCandidate({ riskFlags: [risk] }));
    expect(risks('Nvidia could lose a government programme')).toBe(
      'Nvidia could lose a government programme',
    );
    expect(risks('It could lose Nvidia')).toBeNull();
    expect(risks('Customer concentration')).toBeNull();
  });
});

describe('riskToTell', () => {
  it('is any risk of an idea that is asked about itself, one that can be understood alone first', () => {
    const long = 'Three customers could build chips of their own in a year';
    expect(riskToTell(ideaCandidate({ riskFlags: ['Customer concentration'] }))).toBe(
      'Customer concentration',
    );
    expect(riskToTell(ideaCandidate({ riskFlags: ['Customer concentration', long] }))).toBe(long);
  });

  it('is none that the show does not let be quoted, though one is named', () => {
    const idea = ideaCandidate({ riskFlags: ['Customer concentration'], quoteChars: 10 });
    expect(riskToTell(idea)).toBeNull();
    expect(namesRisk(idea)).toBe(true);
  });
});
