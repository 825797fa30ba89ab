import type { CastMember } from './speakers.ts';

/** What a careful listener says of the voice under a label: whom it names, somebody else, several people, or no telling. */
export type Heard = (typeof HEARD)[number];
export const HEARD = ['as labelled', 'another', 'several', 'cannot tell'] as const;

/**
 * A speaker once an episode has been heard: what the listener contradicts is unnamed, what was only in doubt is named
 * where the listener bears it out. What our own reading contradicts stays unnamed, and so does a doubt in a transcript
 * joined from pieces: who listens to parts of it does not hear where a label changes hands.
 */
export function afterHearing(member: CastMember, heard: Heard, joined: boolean): CastMember {
  if (heard === 'another' || heard === 'several')
    return { ...member, name: null, title: null, is: 'contradicted', reasons: ['heard as somebody else'] };
  if (heard === 'as labelled' && !joined && member.is === 'in doubt' && member.asLabelled !== null)
    return { ...member, ...member.asLabelled, is: 'borne out', reasons: ['heard as labelled'] };
  return member;
}
