import { describe, expect, it } from 'vitest';
import { saidIn } from '#server/features/ask/choose/evidence.ts';
import { linesOf } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { ideaCandidate } from '#server/testing/reading/evidence.ts';

describe('linesOf', () => {
  it('tells a thesis that quotes with the words it quotes', () => {
    const thesis = 'Dana Reyes on Nvidia: "Every wafer is sold before it is etched."';
    const [line] = linesOf(ideaCandidate({ thesis, speakerName: 'Dana Reyes', subjectName: 'Nvidia' }));
    expect(line).toEqual({
      claim: 'Dana Reyes said of Nvidia',
      words: 'Every wafer is sold before it is etched',
    });
    expect(saidIn(line)).toContain('Every wafer is sold');
  });

  it('quotes nothing where the show permits no quote', () => {
    const thesis = 'Dana Reyes on Nvidia: "Every wafer is sold before it is etched."';
    const [line] = linesOf(ideaCandidate({ thesis, speakerName: 'Dana Reyes', mediaEnabled: false }));
    expect(saidIn(line)).not.toContain('wafer');
  });

  it('says who argued on what where the line is past the licence, with whole sentences of the quote alone', () => {
    const quote = 'Some people may not want it in their home, but for others that is no matter. Prices fall.';
    const thesis = `Dana Reyes on Nvidia: "${quote}"`;
    const within = (quoteChars: number) =>
      linesOf(ideaCandidate({ thesis, quote, quoteChars, speakerName: null, subjectName: 'Nvidia' }))[0];
    const claim = 'a speaker made an argument about Nvidia';
    expect(within(60)).toEqual({ claim, words: null });
    expect(within(80)).toEqual({
      claim,
      words: 'Some people may not want it in their home, but for others that is no matter',
    });
  });

  it('lets an argument speak for itself', () => {
    const [line] = linesOf(
      ideaCandidate({ thesis: 'Dana Reyes argues that Nvidia sells all it can package.' }),
    );
    expect(line).toEqual({ claim: 'Dana Reyes argues that Nvidia sells all it can package', words: null });
    expect(saidIn(line)).toContain('all it can package');
  });

  it.each([
    ['Memory prices are going up', 'Making memory prices known was hard.', 'memory prices are going up'],
    ['Lower prices bring buyers', 'They have lower prices now.', 'lower prices bring buyers'],
    ['Most buyers wait', 'Nothing of it.', 'most buyers wait'],
    ['Memory prices go up', 'Nothing of it.', 'memory prices go up'],
    ['Energy Transfer pays', 'Nothing of it.', 'Energy Transfer pays'],
    ['Micron sells less', 'Memory is short.', 'Micron sells less'],
    ['AI spending lasts', 'They spend on ai.', 'AI spending lasts'],
  ])('goes on small after "argues that", names apart: %s', (clause, quote, told) => {
    const context = `Dana Reyes argues that ${clause}.`;
    const [, more] = linesOf(ideaCandidate({ context, quote }));
    expect(more?.claim).toBe(`Dana Reyes argues that ${told}`);
    const [own] = linesOf(ideaCandidate({ thesis: context, quote }));
    expect(own.claim).toBe(`Dana Reyes argues that ${told}`);
  });
});
