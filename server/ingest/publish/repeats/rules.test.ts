import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { type EpisodeTalk, isTwin, repeatsAmong, sketchOf, type TalkIdea } from './rules.ts';

/** Cues of a minute each, no two alike. */
function talk(name: string, from: number, to: number, shift = 0): Cue[] {
  return Array.from({ length: to - from }, (_, i) => {
    const minute = from + i;
    const words = Array.from({ length: 40 }, (_, word) => `${name}${minute * 40 + word}`).join(' ');
    const start = 60 * minute + shift;
    return { start, end: start + 60, speaker: null, text: words };
  });
}

function idea(id: string, start: number, key = 'NVDA'): TalkIdea {
  return { id, kind: 'ticker', key, start, end: start + 10 };
}

const first: EpisodeTalk = { cues: talk('talk', 0, 60), ideas: [idea('a', 600), idea('b', 1800)] };

describe('the same talk', () => {
  const shared = (a: readonly number[], b: readonly number[]) => a.filter((run) => b.includes(run)).length;
  const ofTalk = sketchOf(first.cues);

  it('is found in an episode with another opening, whatever the case and the marks of its transcript', () => {
    const written = talk('talk', 0, 60).map((cue) => ({ ...cue, text: `${cue.text.toUpperCase()}!` }));
    const other = sketchOf([...talk('opening', 0, 5), ...written]);
    expect(isTwin(shared(ofTalk, other), Math.min(ofTalk.length, other.length))).toBe(true);
  });

  it('is found in an excerpt', () => {
    const excerpt = sketchOf(talk('talk', 20, 35));
    expect(isTwin(shared(ofTalk, excerpt), excerpt.length)).toBe(true);
  });

  it('is not another episode with the same opening and adverts', () => {
    const other = sketchOf([...talk('talk', 0, 4), ...talk('other', 4, 60)]);
    expect(isTwin(shared(ofTalk, other), Math.min(ofTalk.length, other.length))).toBe(false);
  });
});

describe('a repeat', () => {
  it('is the same subject at the same moment of the same talk, published later', () => {
    const later = { cues: [...talk('intro', 0, 3), ...talk('talk', 0, 60, 180)], ideas: [idea('c', 790)] };
    expect([...repeatsAmong([first, later])]).toEqual([['c', 'a']]);
  });

  it('is no other subject, no other moment and nothing that the first does not hold', () => {
    const ideas = [idea('other', 600, 'AMD'), idea('elsewhere', 1200), idea('added', 3660)];
    const later = { cues: [...talk('talk', 0, 60), ...talk('added', 60, 65)], ideas };
    expect([...repeatsAmong([first, later])]).toEqual([]);
  });

  it('stands for one idea alone: the nearest', () => {
    const later = { cues: first.cues, ideas: [idea('near', 600), idea('next', 640)] };
    expect([...repeatsAmong([first, later])]).toEqual([['near', 'a']]);
  });

  it('names the first of three, never another repeat', () => {
    const again = (id: string): EpisodeTalk => ({ cues: first.cues, ideas: [idea(id, 600)] });
    expect([...repeatsAmong([first, again('second'), again('third')])]).toEqual([
      ['second', 'a'],
      ['third', 'a'],
    ]);
  });
});
