import type { Stance } from '#server/ingest/types.ts';
import type { Reading } from './reading.ts';
import { leanOf } from './stance.ts';

/** The stance a passage takes towards its subject. */
export function stanceOf(reading: Reading): Stance {
  return leanOf(reading.polarity) ?? 'BALANCED';
}
