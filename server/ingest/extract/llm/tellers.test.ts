import { describe, expect, it } from 'vitest';
import { tellersOf } from '#server/ingest/extract/llm/tellers.ts';

type Step = readonly [name: string | null, label: string | null, verb: string];

const toldOf = (argues: string | null, ...steps: readonly Step[]) =>
  tellersOf(
    steps.map(([name, label, verb]) => ({ name, label, verb })),
    argues,
    'Open Outcry',
  );

describe('who says each step', () => {
  it('is named in full, then by family name', () => {
    const [mara, otto] = ['Mara Lindqvist', 'Otto Berg'];
    expect(toldOf('a', [mara, 'a', 'says'], [mara, 'a', 'adds'], [otto, 'b', 'replies'])).toEqual([
      'Mara Lindqvist',
      'Lindqvist',
      'Otto Berg',
    ]);
  });

  it('is named by family, not by what follows it', () => {
    const name = 'Mara Lindqvist Jr.';
    expect(toldOf('a', [name, 'a', 'says'], [name, 'a', 'adds'])).toEqual([name, 'Lindqvist']);
  });

  it.each<[string, string | null, readonly Step[], readonly string[]]>([
    [
      'is one where nothing parts two',
      'a',
      [
        [null, 'a', 'says'],
        [null, 'a', 'replies'],
        [null, 'a', 'adds'],
      ],
      ['A speaker on Open Outcry', 'The speaker', 'The speaker'],
    ],
    [
      'stays apart: who objects, goes on, and is answered',
      'a',
      [
        [null, 'a', 'expects'],
        [null, 'b', 'objects'],
        [null, 'b', 'adds'],
        [null, 'a', 'replies'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'The same speaker', 'The first speaker'],
    ],
    [
      'stays apart where two objections follow each other',
      'a',
      [
        [null, 'a', 'says'],
        [null, 'b', 'objects'],
        [null, 'b', 'objects'],
        [null, 'b', 'adds'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'The same speaker', 'The same speaker'],
    ],
    [
      'stays apart where the labels do not tell who objects',
      'a',
      [
        [null, 'a', 'expects'],
        [null, 'a', 'objects'],
        [null, 'a', 'replies'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'The first speaker'],
    ],
    [
      'is another than who argued where that one is told of later',
      'a',
      [
        [null, 'b', 'says'],
        [null, 'b', 'adds'],
        [null, 'a', 'adds'],
        [null, 'a', 'adds'],
      ],
      ['Another speaker on Open Outcry', 'The same speaker', 'A speaker', 'The same speaker'],
    ],
    [
      'is told neutrally again where three speak',
      'a',
      [
        [null, 'a', 'says'],
        [null, 'b', 'says'],
        [null, 'c', 'objects'],
        [null, 'a', 'adds'],
        [null, 'c', 'adds'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'Another speaker', 'A speaker', 'A speaker'],
    ],
    [
      'is told of neutrally without labels, but for who objects',
      null,
      [
        [null, null, 'argues'],
        [null, null, 'objects'],
        [null, null, 'argues'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'A speaker'],
    ],
    [
      'is nobody else for want of one label',
      'a',
      [
        [null, 'a', 'says'],
        [null, null, 'adds'],
      ],
      ['A speaker on Open Outcry', 'A speaker'],
    ],
    [
      'is counted in the order in which they are told of',
      'a',
      [
        [null, 'b', 'says'],
        [null, 'a', 'replies'],
        [null, 'b', 'adds'],
        [null, 'a', 'adds'],
      ],
      ['Another speaker on Open Outcry', 'A speaker', 'The first speaker', 'The other speaker'],
    ],
    [
      'is not told where an objection under the same label goes on',
      'a',
      [
        [null, 'a', 'expects'],
        [null, 'a', 'objects'],
        [null, 'a', 'adds'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'A speaker'],
    ],
    [
      'is one where an own label objects to who argues',
      'a',
      [
        [null, 'a', 'says'],
        [null, 'b', 'recalls'],
        [null, 'b', 'objects'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'The same speaker'],
    ],
    [
      'is not known after an objection under no label',
      'a',
      [
        [null, 'a', 'says'],
        [null, null, 'objects'],
        [null, 'b', 'adds'],
      ],
      ['A speaker on Open Outcry', 'Another speaker', 'A speaker'],
    ],
    [
      'is not set against who argued where that label is in doubt',
      null,
      [
        [null, 'b', 'says'],
        [null, 'c', 'adds'],
      ],
      ['One speaker on Open Outcry', 'Another speaker'],
    ],
    [
      'stays another beside a name',
      'a',
      [
        ['Otto Berg', 'a', 'says'],
        [null, 'b', 'objects'],
        ['Otto Berg', 'a', 'replies'],
        [null, 'b', 'objects'],
      ],
      ['Otto Berg', 'Another speaker on Open Outcry', 'Otto Berg', 'A speaker'],
    ],
  ])('%s', (_name, argues, steps, names) => {
    expect(toldOf(argues, ...steps)).toEqual(names);
  });
});
