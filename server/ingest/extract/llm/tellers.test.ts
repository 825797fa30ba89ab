import { describe, expect, it } from 'vitest';
import { tellersOf } from '#server/ingest/extract/llm/tellers.ts';

const told = (...steps: [name: string | null, label: string | null, verb: string][]) =>
  tellersOf(
    steps.map(([name, label, verb]) => ({ name, label, verb })),
    'a',
    'Open Outcry',
  );

describe('who says each step', () => {
  it('is named in full, then by family name', () => {
    const steps = told(
      ['Mara Lindqvist', 'a', 'says'],
      ['Mara Lindqvist', 'a', 'adds'],
      ['Otto Berg', 'b', 'replies'],
    );
    expect(steps).toEqual(['Mara Lindqvist', 'Lindqvist', 'Otto Berg']);
  });

  it('is one speaker where nothing parts two', () => {
    expect(told([null, 'a', 'says'], [null, 'a', 'replies'])).toEqual([
      'A speaker on Open Outcry',
      'A speaker',
    ]);
  });

  it('stays apart without a name: who objects, goes on, and is answered', () => {
    const steps = told(
      [null, 'a', 'expects'],
      [null, 'b', 'objects'],
      [null, 'b', 'adds'],
      [null, 'a', 'replies'],
    );
    expect(steps).toEqual([
      'A speaker on Open Outcry',
      'Another speaker',
      'The same speaker',
      'The first speaker',
    ]);
  });

  it('stays apart where the labels do not tell who objects', () => {
    const steps = told([null, 'a', 'expects'], [null, 'a', 'objects'], [null, 'a', 'replies']);
    expect(steps).toEqual(['A speaker on Open Outcry', 'Another speaker', 'The first speaker']);
  });

  it('stays apart by the label where somebody else replies to a claim', () => {
    expect(told([null, 'a', 'argues'], [null, 'b', 'replies'])).toEqual([
      'A speaker on Open Outcry',
      'Another speaker',
    ]);
  });

  it('is another than who argued where the objection comes first', () => {
    expect(told([null, 'b', 'objects'], [null, 'a', 'replies'])).toEqual([
      'Another speaker on Open Outcry',
      'A speaker',
    ]);
  });

  it('is another than who argued where that one is told of later', () => {
    expect(told([null, 'b', 'says'], [null, 'a', 'adds'], [null, 'a', 'adds'])).toEqual([
      'Another speaker on Open Outcry',
      'A speaker',
      'The same speaker',
    ]);
  });

  it('is counted where three speak', () => {
    const steps = told([null, 'a', 'says'], [null, 'b', 'adds'], [null, 'c', 'adds'], [null, 'c', 'says']);
    expect(steps).toEqual([
      'A speaker on Open Outcry',
      'Another speaker',
      'Another speaker',
      'The same speaker',
    ]);
  });
});
