import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alternatives, entriesOf, wholeWords, wholeWordsAndStems } from './word-list.ts';

const names = readdirSync(new URL('./lists/', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.replace(/\.txt$/, '').replaceAll('\\', '/'));

describe('the word lists', () => {
  it.each(names)('%s holds entries that are patterns by themselves, each once', (name) => {
    const entries = entriesOf(name);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((entry) => entry !== entry.trim())).toEqual([]);
    expect(entries).toEqual([...new Set(entries)]);
    for (const entry of entries) expect(() => new RegExp(entry, 'i')).not.toThrow();
  });

  it('are read in order, without what says what they are', () => {
    expect(entriesOf('looking-ahead').slice(0, 2)).toEqual(['will', "won't"]);
    expect(alternatives('looking-ahead')).toMatch(/^will\|won't\|/);
  });

  it('refuse a name that no list has', () => {
    expect(() => entriesOf('no-such-list')).toThrow(/no-such-list/);
  });
});

describe('wholeWords', () => {
  it('finds entries as words, never inside one', () => {
    expect('It WILL rise, willingly'.match(wholeWords('looking-ahead'))).toEqual(['WILL']);
  });
});

describe('wholeWordsAndStems', () => {
  it('finds every ending of a stem, and a space where a hyphen was heard', () => {
    const found = 'They outperformed, a top-pick with pricing power'.match(
      wholeWordsAndStems('strong-praise'),
    );
    expect(found).toEqual(['outperformed', 'top-pick', 'pricing power']);
  });
});
