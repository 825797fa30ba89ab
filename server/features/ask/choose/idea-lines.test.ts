import { describe, expect, it } from 'vitest';
import { linesOf, saidIn } from '#server/features/ask/choose/idea-lines.ts';
import { thesisOf } from '#server/ingest/extract/writing/thesis-text.ts';
import { ideaCandidate } from '#server/testing/evidence.ts';

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
      const [line] = linesOf(ideaCandidate({ thesis, quote: 'Every wafer is sold before it is etched.' }));
      expect(line).toEqual({
        claim: thesis.replace(/\.$/, ''),
        words: 'Every wafer is sold before it is etched',
      });
      expect(saidIn(line)).toBe(line.words);
    },
  );

  it('lets an argument speak for itself', () => {
    const [line] = linesOf(
      ideaCandidate({ thesis: 'Dana Reyes argues that Nvidia sells all it can package.' }),
    );
    expect(line).toEqual({ claim: 'Dana Reyes argues that Nvidia sells all it can package', words: null });
    expect(saidIn(line)).toContain('all it can package');
  });
});
