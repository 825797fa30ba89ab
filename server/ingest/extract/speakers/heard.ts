import { type CastMember, UNKNOWN } from './speakers.ts';

/** A listener's verdict on the voice under a label. */
export type Heard = (typeof HEARD)[number];
export const HEARD = ['as labelled', 'another', 'several', 'cannot tell'] as const;

/**
 * The speaker after the voices were judged: a contradicted name is removed, a doubted one is kept if the listener
 * bears it out. What our own rules contradict stays unnamed; so does a doubt in a joined transcript, because a
 * listener to parts cannot hear where a label changes hands.
 */
export function afterHearing(member: CastMember, heard: Heard, joined: boolean): CastMember {
  if (heard === 'another' || heard === 'several')
    return { ...member, ...UNKNOWN, is: 'contradicted', reasons: ['heard as somebody else'] };
  if (heard === 'as labelled' && !joined && member.is === 'in doubt' && member.asLabelled !== null)
    return { ...member, ...member.asLabelled, is: 'borne out', reasons: ['heard as labelled'] };
  return member;
}
