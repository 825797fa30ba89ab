import { expect, it } from 'vitest';
import { additions } from './additions.ts';

const nothing = {
  ...{ sentences: 0, risks: 0, signals: 0, funds: 0, speaker: false },
  ...{ length: false, companies: false },
};

it('says before a read is spent what it adds', () => {
  expect(additions({ ...nothing, sentences: 1 })).toBe('1 further sentence of the argument');
  expect(additions({ ...nothing, sentences: 3, risks: 2, speaker: true })).toBe(
    '3 further sentences of the argument, 2 risks named on the show and who spoke',
  );
  expect(additions({ ...nothing, signals: 1, funds: 1 })).toBe(
    '1 thing to watch and 1 fund of its theme that the speaker did not name',
  );
});

it('tells what stands beside the argument where the read adds to that', () => {
  expect(additions({ ...nothing, sentences: 1, length: true, companies: true })).toBe(
    '1 further sentence of the argument, how long the talk of it lasts and the other companies named there',
  );
});

it('offers nothing where the argument is told already, whatever stands beside it', () => {
  for (const beside of [{}, { length: true }, { length: true, companies: true }, { funds: 2 }])
    expect(additions({ ...nothing, ...beside })).toBeNull();
});
