import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CursorQuery, openCursor, sealCursor } from './cursor.ts';

const SECRET = 'a secret of thirty-two characters or more';
const query: CursorQuery = ['searchIdeas', 'NVDA', 3, null];
const position = z.tuple([z.int(), z.string()]);

const open = (cursor: string, given: CursorQuery = query, secret = SECRET) =>
  openCursor([secret], given, position, cursor);

describe('a cursor', () => {
  it('carries its position back, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string({ unit: 'grapheme' }), (depth, id) => {
        expect(open(sealCursor(SECRET, query, [depth, id]))).toEqual([depth, id]);
      }),
    );
  });

  it('is refused naming `cursor` when one character is changed, added or lost', () => {
    const cursor = sealCursor(SECRET, query, [3, 'id']);
    const letters = fc.stringMatching(/^[A-Za-z0-9_-]$/);
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), letters, (at, letter) => {
        fc.pre(cursor[at] !== letter);
        const changed = `${cursor.slice(0, at)}${letter}${cursor.slice(at + 1)}`;
        expect(() => open(changed)).toThrow(
          expect.objectContaining({ details: expect.objectContaining({ field: 'cursor' }) }),
        );
      }),
    );
    for (const other of [
      `${cursor}A`,
      cursor.slice(0, -1),
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}\n`,
      '',
      'é',
    ])
      expect(() => open(other), JSON.stringify(other)).toThrow('does not belong');
  });

  it('is refused for any text that was never issued', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
        expect(() => open(text)).toThrow('does not belong');
      }),
    );
  });

  it('is refused for another operation, other filters and another installation', () => {
    const cursor = sealCursor(SECRET, query, [3, 'id']);
    expect(() => open(cursor, ['listTickerMentions', 'NVDA', 3, null])).toThrow('does not belong');
    expect(() => open(cursor, ['searchIdeas', 'NVDA', '3', null])).toThrow('does not belong');
    expect(() => open(cursor, ['searchIdeas', 'NVDA,3', null])).toThrow('does not belong');
    expect(() => open(cursor, query, `${SECRET}!`)).toThrow('does not belong');
  });

  it('is refused when its position has another shape', () => {
    expect(() => open(sealCursor(SECRET, query, ['id', 3]))).toThrow('does not belong');
  });
});
