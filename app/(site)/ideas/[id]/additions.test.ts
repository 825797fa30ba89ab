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
  expect(additions({ ...nothing, funds: 2 })).toBe(
    'nothing to the argument, only 2 funds of its theme that the speaker did not name',
  );
  expect(additions({ ...nothing, signals: 1, funds: 1 })).toBe(
    '1 thing to watch and 1 fund of its theme that the speaker did not name',
  );
});

it('says that it adds nothing to the argument where the talk’s length and other companies are all', () => {
  expect(additions({ ...nothing, length: true })).toBe(
    'nothing to the argument, only the length of the talk around it',
  );
  expect(additions({ ...nothing, length: true, companies: true })).toBe(
    'nothing to the argument, only the length of the talk around it and the other companies named there',
  );
  expect(additions({ ...nothing, sentences: 1, length: true })).toBe(
    '1 further sentence of the argument and the length of the talk around it',
  );
});

it('says nothing where it adds nothing', () => {
  expect(additions(nothing)).toBeNull();
});
