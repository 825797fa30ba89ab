import { describe, expect, it } from 'vitest';
import { readAdvice } from './advice.ts';
import { generalRules } from './general.ts';
import { normaliseQuestion } from './grammar.ts';
import { personalRules } from './personal.ts';

/** In the order in which they are tried. */
const rules = [...personalRules, ...generalRules];

describe('a rule for the wording of a trade decision', () => {
  it.each(rules)('is the first to find "$example", a $kind', ({ example, kind, pattern }) => {
    const text = normaliseQuestion(example).replace(/[?.]$/, '');
    expect(rules.find((rule) => rule.pattern.test(text))?.pattern).toBe(pattern);
    expect(readAdvice(example)?.kind).toBe(kind);
  });
});
