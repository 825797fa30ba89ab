import { describe, expect, it } from 'vitest';
import { callNames, personName, sameName } from './names.ts';

const name = (label: string) => personName(label) as NonNullable<ReturnType<typeof personName>>;

describe('personName', () => {
  it.each(['SPEAKER_01', 'Unknown Guest', 'Show Disclaimer', 'Narrator / Studio', 'Producer (unidentified)'])(
    'finds none in %s',
    (label) => expect(personName(label)).toBeNull(),
  );

  it.each([
    'Dr. Ada Marsh (Planet)',
    'Ada Marsh, CFA',
    'Ada Marsh, CFA, MBA',
    'Prof. Ada Marsh, PhD',
    'Marsh, Ada',
    'Ada Marsh - Planet Capital',
    'Ada Marsh | Planet',
    'Ada Marsh at Planet',
  ])('finds the name alone in %s', (label) => {
    expect(personName(label)).toEqual({ full: 'Ada Marsh', given: 'Ada', family: 'Marsh' });
  });

  it.each([
    'Ada Marsh & Tom Ferro',
    'Ada Marsh, Tom Ferro',
    'Ada Marsh and Tom Ferro',
    'Ada and Tom',
    'Ada - Tom',
    'Ada Marsh/Tom Ferro',
    'Ada Marsh + Tom Ferro',
    'Ada Marsh; Tom Ferro',
    'Ada Marsh reading Tom Ferro',
    'Ada Marsh via translator',
  ])('finds none where a label may name several: %s', (label) => expect(personName(label)).toBeNull());
});

describe('sameName', () => {
  it('holds for accents and for a given name alone, not for a shared given name', () => {
    expect(sameName('Zoë Brandt', 'Zoe Brandt')).toBe(true);
    expect(sameName('Ada', 'Ada Marsh')).toBe(true);
    expect(sameName('A. Marsh', 'Ada Marsh')).toBe(true);
    expect(sameName('Ada B. Marsh', 'Ada Marsh')).toBe(true);
    expect(sameName('T. Marsh', 'Ada Marsh')).toBe(false);
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
