import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { passagesOf as namedPassages } from './passages.ts';

const cue = (start: number, speaker: string | null, text: string, seconds = 5): Cue => ({
  start,
  end: start + seconds,
  speaker,
  text,
});
const passagesOf = (cues: readonly Cue[]) => namedPassages(cues, { Ann: 'Ann', Ben: 'Ben' });
const words = (count: number, word = 'word') => `${Array(count).fill(word).join(' ')}.`;

const anyCues = fc
  .array(
    fc.record({
      gap: fc.double({ min: 0, max: 90, noNaN: true }),
      seconds: fc.double({ min: 0.1, max: 30, noNaN: true }),
      speaker: fc.constantFrom('Ann', 'Ben', null),
      size: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map((step, i) => {
      at += step.gap;
      const made = cue(at, step.speaker, words(step.size, `w${i}`), step.seconds);
      at += step.seconds;
      return made;
    });
  });

describe('passagesOf', () => {
  it('tells where the label changes in a window', () => {
    const [window] = passagesOf([
      cue(0, 'Ann', 'So it grows.'),
      cue(5, 'Ben', 'It does.'),
      cue(9, 'Ben', 'Truly.'),
    ]);
    expect(window).toMatchObject({ speaker: null, text: 'So it grows. It does. Truly.', voiceStarts: [13] });
  });

  it('tells nothing of voices where a part has no label', () => {
    const [window] = passagesOf([cue(0, 'Ann', 'So it grows.'), cue(5, null, 'It does.')]);
    expect(window).toMatchObject({ speaker: null, voiceStarts: null });
  });

  it('makes nothing of nothing', () => {
    expect(passagesOf([])).toEqual([]);
    expect(passagesOf([cue(0, 'Ann', '  ')])).toEqual([]);
  });

  it('cuts a long turn into windows of at most 90 seconds and 200 words', () => {
    const cues = Array.from({ length: 60 }, (_, i) => cue(i * 5, 'Ann', words(14)));
    const windows = passagesOf(cues);
    expect(windows.length).toBeGreaterThan(3);
    for (const window of windows) {
      expect(window.speaker).toBe('Ann');
      expect(window.endSeconds - window.startSeconds).toBeLessThanOrEqual(90);
      expect(window.text.split(' ').length).toBeLessThanOrEqual(200);
    }
  });

  it('cuts a sentence without an end into windows of at most 200 words, and loses none', () => {
    const said = Array.from({ length: 9000 }, (_, i) => `w${i}`).join(' ');
    const windows = passagesOf([cue(0, 'Ann', said)]);
    for (const window of windows) expect(window.text.split(' ').length).toBeLessThanOrEqual(200);
    expect(windows.map(({ text }) => text).join(' ')).toBe(said);
  });

  it('starts a window where a long turn of another speaker starts', () => {
    const windows = passagesOf([cue(0, 'Ann', words(60)), cue(5, 'Ben', words(60))]);
    expect(windows.map((window) => window.speaker)).toEqual(['Ann', 'Ben']);
    expect(windows[1]?.startSeconds).toBe(5);
  });

  it('names no speaker where a window holds more than one', () => {
    const windows = passagesOf([cue(0, 'Ann', words(10)), cue(5, 'Ben', words(10))]);
    expect(windows).toHaveLength(1);
    expect(windows[0]?.speaker).toBeNull();
  });

  it('leaves a backchannel out of the turn it was said over', () => {
    const windows = passagesOf([
      cue(0, 'Ann', words(30)),
      cue(5, 'Ben', 'Right, exactly.'),
      cue(6, 'Ann', words(30)),
    ]);
    expect(windows).toHaveLength(1);
    expect(windows[0]?.speaker).toBe('Ann');
    expect(windows[0]?.text).not.toContain('exactly');
  });

  it('keeps the time of a cue that is longer than a window and cuts it at sentence ends', () => {
    const text = Array.from({ length: 20 }, () => words(30)).join(' ');
    const windows = passagesOf([cue(12, null, text, 300)]);
    expect(windows.length).toBeGreaterThan(2);
    for (const window of windows) {
      expect(window.startSeconds).toBe(12);
      expect(window.text.endsWith('.')).toBe(true);
    }
  });

  it('never puts a word into the mouth of a speaker who did not say it', () => {
    fc.assert(
      fc.property(anyCues, (cues) => {
        for (const window of passagesOf(cues)) {
          if (window.speaker === null) continue;
          const spoken = new Set(
            cues.filter((c) => c.speaker === window.speaker).flatMap((c) => c.text.split(' ')),
          );
          for (const word of window.text.split(' ')) expect(spoken.has(word)).toBe(true);
        }
      }),
    );
  });

  it('loses no word but backchannels, and keeps the order', () => {
    fc.assert(
      fc.property(anyCues, (cues) => {
        const kept = passagesOf(cues)
          .map((window) => window.text)
          .join(' ')
          .split(' ')
          .filter(Boolean);
        const long = cues.filter((c) => c.text.split(' ').length > 3).flatMap((c) => c.text.split(' '));
        const marks = new Set(long);
        expect(kept.filter((word) => marks.has(word))).toEqual(long);
      }),
    );
  });

  it('names nobody by a label whose name is not borne out', () => {
    expect(passagesOf([cue(0, 'Cleo', words(60))])[0]?.speaker).toBeNull();
    expect(passagesOf([cue(0, 'constructor', words(60))])[0]?.speaker).toBeNull();
  });
});
