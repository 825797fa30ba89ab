import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpokenCue, surroundings } from '#server/features/pages/context.ts';

const cue = (start: number, text: string, speaker: string | null = 'Ana'): SpokenCue => ({
  start,
  end: start + 4,
  speaker,
  text,
});
const cues = [
  cue(10, 'Who asked?', 'Host'),
  cue(14, 'Capex doubled. The grid'),
  cue(18, 'is the limit. So I like utilities.'),
  cue(22, 'They have pricing power. Demand is not slowing.'),
  cue(26, 'Interesting.', 'Host'),
];
const quote = { quote: 'So I like utilities.', startSeconds: 18 };

describe('the words around a quote', () => {
  it('are whole sentences of the same speaker, nearest first', () => {
    expect(surroundings(cues, quote, 280)).toEqual({
      before: 'Capex doubled. The grid is the limit.',
      after: 'They have pricing power. Demand is not slowing.',
    });
  });

  it('stay within the licence, the quote included', () => {
    expect(surroundings(cues, quote, 45)).toEqual({ before: 'The grid is the limit.', after: '' });
    expect(surroundings(cues, quote, quote.quote.length)).toEqual({ before: '', after: '' });
  });

  it('skip no sentence to reach a shorter one behind it', () => {
    const long = [cue(1, 'Yes. This is a very long sentence about many other things. Quote me.')];
    expect(surroundings(long, { quote: 'Quote me.', startSeconds: 1 }, 30).before).toBe('');
  });

  it('leave out no sentence between two of them that ends with another mark', () => {
    const spoken = [cue(1, "It is safe. Quote me. 'We have to stop this.' And that is how they think.")];
    expect(surroundings(spoken, { quote: 'Quote me.', startSeconds: 1 }, 280)).toEqual({
      before: 'It is safe.',
      after: "'We have to stop this.' And that is how they think.",
    });
  });

  it('are told of talk without capitals, too', () => {
    const spoken = [cue(1, 'it is safe. quote me. we buy more. they sell.')];
    expect(surroundings(spoken, { quote: 'quote me.', startSeconds: 1 }, 30)).toEqual({
      before: 'it is safe.',
      after: '',
    });
    expect(surroundings(spoken, { quote: 'quote me.', startSeconds: 1 }, 280).after).toBe(
      'we buy more. they sell.',
    );
  });

  it('are none when the quote is not there word for word, or begins within a sentence', () => {
    expect(surroundings(cues, { quote: 'So I like banks.', startSeconds: 18 }, 280)).toEqual({
      before: '',
      after: '',
    });
    expect(surroundings(cues, { quote: 'I like utilities.', startSeconds: 18 }, 280).before).toBe('');
  });

  it('never pass the licence, and are always what was said', () => {
    const words = fc.array(fc.constantFrom('One.', 'two', 'three!', 'four', 'five?'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, words, fc.integer({ min: 0, max: 120 }), (left, right, room) => {
        const said = [...left, 'Quoted words.', ...right].join(' ');
        const { before, after } = surroundings(
          [cue(0, said)],
          { quote: 'Quoted words.', startSeconds: 0 },
          13 + room,
        );
        expect(before.length + after.length).toBeLessThanOrEqual(room);
        expect(said).toContain([before, 'Quoted words.', after].filter(Boolean).join(' '));
      }),
    );
  });
});
