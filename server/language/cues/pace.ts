import type { Cue } from '#server/domain.ts';

/** Estimated second at which a share (0..1) of a cue's text is said: cues are read at an even pace. */
export function secondWithin({ start, end }: Pick<Cue, 'start' | 'end'>, share: number): number {
  return start + Math.min(1, Math.max(0, share)) * Math.max(0, end - start);
}
