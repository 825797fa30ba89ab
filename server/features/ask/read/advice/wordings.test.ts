import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entriesIn } from '#server/language/word-list.ts';
import { anyEntry, anyWording } from './wordings.ts';

const folder = new URL('./words/', import.meta.url);
const lists = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));

describe('anyEntry', () => {
  const matched = (entries: string[], text: string) => new RegExp(anyEntry(entries)).exec(text);

  it('matches any of the entries, the first in the list where several do', () => {
    expect(matched(['buy', 'sell'], 'to sell or to buy')?.[0]).toBe('sell');
    expect(matched(['hold', 'hold on'], 'hold on')?.[0]).toBe('hold');
  });

  it('groups by plain brackets and captures nothing', () => {
    expect(matched(['sell(ing)?'], 'selling')).toHaveLength(1);
    expect(matched(['invest(?! in shoes)'], 'invest in shoes')).toBeNull();
    expect(matched(['401\\(k\\)'], 'my 401(k)')?.[0]).toBe('401(k)');
  });

  it('puts another list where its name stands', () => {
    expect(matched(['my {RELATIVE}'], 'my daughter')?.[0]).toBe('my daughter');
  });
});

describe('the lists', () => {
  it('are there', () => expect(lists.length).toBeGreaterThan(10));

  it.each(lists)('%s: compiles, repeats no entry and has none with a space at its end', (name) => {
    expect(() => new RegExp(anyWording(name))).not.toThrow();
    const entries = entriesIn(new URL(`${name}.txt`, folder));
    expect(new Set(entries).size).toBe(entries.length);
    expect(entries.filter((entry) => entry !== entry.trim())).toEqual([]);
  });
});
