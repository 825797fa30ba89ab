import { describe, expect, it } from 'vitest';
import { callNames, personName, sameName } from './names.ts';

const name = (label: string) => personName(label) as NonNullable<ReturnType<typeof personName>>;

describe('personName', () => {
  it.each(['SPEAKER_01', 'Unknown Guest', 'Show Disclaimer', 'Narrator / Studio', 'Producer (unidentified)'])(
    'finds none in %s',
    (label) => expect(personName(label)).toBeNull(),
  );

  it('parts a name from a title and from what stands in brackets', () => {
    expect(personName('Dr. Ada Marsh (Planet)')).toEqual({
      full: 'Dr. Ada Marsh',
      given: 'Ada',
      family: 'Marsh',
    });
  });
});

describe('sameName', () => {
  it('holds for accents and for a given name alone, not for a shared given name', () => {
    expect(sameName('Zoë Brandt', 'Zoe Brandt')).toBe(true);
    expect(sameName('Ada', 'Ada Marsh')).toBe(true);
    expect(sameName('Ada Marsh', 'Ada Voss')).toBe(false);
  });
});

describe('callNames', () => {
  it('leaves out a given name that two share', () => {
    const calls = callNames([name('Ada Marsh'), name('Ada Voss'), name('Tom Ely')]);
    expect(calls.get('Ada Marsh')).toEqual(['Marsh']);
    expect(calls.get('Tom Ely')).toEqual(['Tom', 'Ely']);
  });
});
