import { describe, expect, it } from 'vitest';
import { afterHearing, HEARD } from './heard.ts';
import type { CastMember } from './speakers.ts';

const ADA = { name: 'Ada Marsh', title: 'founder', role: 'guest' } as const;
const member = (is: CastMember['is']): CastMember => ({
  ...(is === 'borne out' ? ADA : { name: null, title: null, role: 'guest' }),
  asLabelled: ADA,
  is,
  reasons: [],
});

describe('a speaker after the episode was heard', () => {
  it.each(['another', 'several'] as const)('is unnamed where %s is heard, whatever bore it out', (heard) => {
    expect(afterHearing(member('borne out'), heard, false)).toMatchObject({ name: null, title: null });
  });

  it('is named as labelled where that was only in doubt', () => {
    expect(afterHearing(member('in doubt'), 'as labelled', false)).toMatchObject(ADA);
  });

  it('stays unnamed in a transcript joined from pieces', () => {
    expect(afterHearing(member('in doubt'), 'as labelled', true).name).toBeNull();
  });

  it.each(HEARD)('stays unnamed where our own reading contradicts the label and %s is heard', (heard) => {
    expect(afterHearing(member('contradicted'), heard, false).name).toBeNull();
  });

  it('stays as it was where nothing can be told', () => {
    for (const is of ['borne out', 'in doubt', 'contradicted'] as const)
      expect(afterHearing(member(is), 'cannot tell', false)).toEqual(member(is));
  });
});
