import { describe, expect, it } from 'vitest';
import { isFresh, openMemory } from './memory.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const openTexts = (mostBytes: number) =>
  openMemory<string>({ mostBytes, freshMs: 30_000, sizeOf: (text) => 2 * text.length });

describe('what is kept in memory', () => {
  it('are found under the mark that they were made under', () => {
    const memory = openTexts(1000);
    memory.keep('home', 'm1', NOW, 'a');
    expect(memory.find('home', 'm1', NOW)).toEqual('a');
    expect(memory.find('home', 'm2', NOW)).toBeNull();
  });

  it('make room for others, those first that nobody asked for', () => {
    const memory = openTexts(400);
    for (const name of ['a', 'b', 'c', 'd']) memory.keep(name, 'm', NOW, 'x'.repeat(50));
    memory.find('a', 'm', NOW);
    memory.keep('e', 'm', NOW, 'x'.repeat(50));
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => memory.find(name, 'm', NOW) !== null)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  it('are none that takes more than a quarter of the room, and it drives out no other', () => {
    const memory = openTexts(400);
    memory.keep('a', 'm', NOW, 'x'.repeat(50));
    memory.keep('b', 'm', NOW, 'x'.repeat(51));
    expect(memory.find('b', 'm', NOW)).toBeNull();
    expect(memory.find('a', 'm', NOW)).not.toBeNull();
  });
});

describe('what was made', () => {
  const at = (time: string) => new Date(`2026-03-01T${time}Z`);

  it('says the same half a minute later, and not after', () => {
    expect(isFresh(at('10:00:00'), at('10:00:29'), 30_000)).toBe(true);
    expect(isFresh(at('10:00:00'), at('10:00:30'), 30_000)).toBe(false);
  });

  it('may say another day after midnight', () => {
    expect(isFresh(at('23:59:59'), new Date('2026-03-02T00:00:00Z'), 30_000)).toBe(false);
  });

  it('is not told of before it was made: the clock was set back', () => {
    expect(isFresh(at('10:00:01'), at('10:00:00'), 30_000)).toBe(false);
  });
});
