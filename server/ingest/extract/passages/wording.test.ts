import { describe, expect, it } from 'vitest';
import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { weighedWords, wordingOf } from './wording.ts';

/** The first place where `name` stands in `text`, as a company or a theme. */
function naming(text: string, name: string, kind: 'company' | 'theme' = 'company'): Mention {
  const start = text.indexOf(name);
  return { start, end: start + name.length, subject: { kind, key: name, name } } as unknown as Mention;
}

describe('weighedWords', () => {
  it('takes companies and numbers by their kind, and leaves other names out', () => {
    const text = "Then Acme grew 12.5% in Ohio, and I think it's cheap.";
    expect([...weighedWords(text, [naming(text, 'Acme')])]).toEqual([
      'then',
      '@',
      'grew',
      '#',
      '%',
      'in',
      'and',
      'i',
      'think',
      "it's",
      'cheap',
    ]);
  });

  it('keeps the words of a theme, and those of a company said by a pronoun', () => {
    const text = 'They own private credit.';
    const words = weighedWords(text, [
      naming(text, 'private credit', 'theme'),
      { ...naming(text, 'They'), start: -1, end: -1 },
    ]);
    expect([...words]).toEqual(['they', 'own', 'private', 'credit']);
  });

  it('reads both kinds of apostrophe as one', () => {
    expect(weighedWords('and they’re cheap', [])).toEqual(weighedWords("and they're cheap", []));
  });
});

describe('wordingOf', () => {
  const claim = 'I believe their moat and pricing make it an incredible business going forward.';
  const talk = 'Remember, he called us about our podcast and asked what your week was like.';

  it('tells a claim from talk', () => {
    expect(wordingOf(claim, [])).toBeGreaterThan(1);
    expect(wordingOf(talk, [])).toBeLessThan(-1);
  });

  it('is 0 for words that tell nothing', () => {
    expect(wordingOf('Zyx.', [])).toBe(0);
  });
});
