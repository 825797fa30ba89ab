import { describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const page = (text: string) => ({ headers: {}, parts: [text] });

describe('pages in memory', () => {
  it('are found under the mark that they were rendered under', () => {
    const memory = openMemory(1000);
    memory.keep('home', 'm1', NOW, page('a'));
    expect(memory.find('home', 'm1', NOW)).toEqual(page('a'));
    expect(memory.find('home', 'm2', NOW)).toBeNull();
  });

  it('make room for others, those first that nobody asked for', () => {
    const memory = openMemory(300);
    for (const name of ['a', 'b', 'c']) memory.keep(name, 'm', NOW, page('x'.repeat(50)));
    memory.find('a', 'm', NOW);
    memory.keep('d', 'm', NOW, page('x'.repeat(50)));
    expect(['a', 'b', 'c', 'd'].map((name) => memory.find(name, 'm', NOW) !== null)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('are none that is larger than all room', () => {
    const memory = openMemory(100);
    memory.keep('a', 'm', NOW, page('x'.repeat(51)));
    expect(memory.find('a', 'm', NOW)).toBeNull();
  });
});
