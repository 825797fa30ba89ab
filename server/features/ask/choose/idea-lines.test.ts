import { describe, expect, it } from 'vitest';
import { deniesTrouble, linesOf, namedRisk, saidIn } from '#server/features/ask/choose/idea-lines.ts';
import { thesisOf } from '#server/ingest/extract/writing/thesis-text.ts';
import { ideaEvidence } from '#server/testing/evidence.ts';

/** The thesis that extraction writes where no claim can be told. */
const outline = (stance: 'BULLISH' | 'BEARISH' | 'BALANCED' | 'MIXED', about = 'margins and supply') =>
  thesisOf({
    speaker: 'Dana Reyes',
    role: 'guest',
    show: 'The Alpha Hour',
    subject: 'Nvidia',
    stance,
    relativeTo: null,
    claims: [],
    passage: about,
    about,
  });

describe('linesOf', () => {
  it.each(['BULLISH', 'BEARISH', 'BALANCED', 'MIXED'] as const)(
    'tells a %s thesis without an argument with the speaker’s words, and takes its topics for nothing said',
    (stance) => {
      const thesis = outline(stance);
      const [line] = linesOf(ideaEvidence({ thesis, quote: 'Every wafer is sold before it is etched.' }));
      expect(line).toEqual({
        claim: thesis.replace(/\.$/, ''),
        words: 'Every wafer is sold before it is etched',
      });
      expect(saidIn(line)).toBe(line.words);
    },
  );

  it('lets an argument speak for itself', () => {
    const [line] = linesOf(
      ideaEvidence({ thesis: 'Dana Reyes argues that Nvidia sells all it can package.' }),
    );
    expect(line).toEqual({ claim: 'Dana Reyes argues that Nvidia sells all it can package', words: null });
    expect(saidIn(line)).toContain('all it can package');
  });
});

describe('namedRisk', () => {
  const denied =
    'The problem with any of these numbers or the challenge to them is not the power, not the data center.';
  const named = 'The biggest risk to all of this is that nobody pays for it.';

  it('lists no risk that was denied', () => {
    expect(namedRisk(ideaEvidence({ riskFlags: [denied] }))).toBeNull();
    expect(namedRisk(ideaEvidence({ riskFlags: [denied, named] }))).toBe(named);
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
