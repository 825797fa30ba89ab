import { describe, expect, it } from 'vitest';
import { parseTranscript } from './parse.ts';

/** Captions of so many lines of nine words, each this many seconds after the one before. */
function read(lines: number, step: number) {
  const clock = (seconds: number) =>
    `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
  const text = Array.from(
    { length: lines },
    (_, index) =>
      `${clock(index * step)} --> ${clock(index * step)}\nLine ${index}: copper is scarce because mines are old.`,
  ).join('\n\n');
  return parseTranscript(new TextEncoder().encode(`WEBVTT\n\n${text}`), {
    contentType: null,
    type: null,
    url: null,
  });
}

describe('times that cannot be true', () => {
  it.each([
    ['never move', 11, 0, 'The times of the transcript never move.'],
    ['give a word minutes', 150, 120, 'The times of the transcript run far past what its words take to say.'],
    [
      'give a word no time',
      150,
      0.1,
      'The times of the transcript are too short for anybody to say its words.',
    ],
  ])('are refused, for they %s', (_how, lines, step, reason) => {
    expect(read(lines, step)).toEqual({ ok: false, reason });
  });

  it('are told from a slow talk, a fast one, and a few lines with long pauses', () => {
    expect(read(150, 50)).toMatchObject({ ok: true });
    expect(read(150, 1)).toMatchObject({ ok: true });
    expect(read(5, 600)).toMatchObject({ ok: true });
  });
});
