import {
  storeIdeaVectors,
  storePassageVectors,
  type Unencoded,
  unencodedIdeas,
  unencodedPassages,
} from '#server/features/meaning/store.ts';
import { warnOf } from '#server/platform/log.ts';
import { type Rounds, startRounds } from '#server/platform/process/rounds.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';
import { packed } from '#server/reader/vectors.ts';

/** Texts of one statement: half a second to two of the encoder's time. */
const BATCH = 64;

/**
 * Gives a vector to every idea and transcript window that lacks one, ideas first, until none waits or `stopped`. Publishing
 * does not wait for it: until then they are found by their words. Returns how many it encoded.
 */
export async function encodeWaiting(
  services: Pick<Services, 'env' | 'log' | 'db'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const { db } = services;
  let encoded = 0;
  for (;;) {
    if (stopped()) return encoded;
    const ideas = await unencodedIdeas(db, BATCH);
    const vectors = await vectorsFor(services, ideas);
    if (vectors === null) return encoded;
    if (ideas.length > 0) await storeIdeaVectors(db, ideas, vectors);
    encoded += ideas.length;
    if (ideas.length === BATCH) continue;
    const passages = await unencodedPassages(db, BATCH);
    if (passages.length === 0) return encoded;
    const more = await vectorsFor(services, passages);
    if (more === null) return encoded;
    await storePassageVectors(db, passages, more);
    encoded += passages.length;
  }
}

async function vectorsFor(
  services: Pick<Services, 'env' | 'log'>,
  waiting: readonly Unencoded<unknown>[],
): Promise<Int8Array[] | null> {
  if (waiting.length === 0) return [];
  const vectors = await encoderOf(services).embed(
    waiting.map(({ text }) => text),
    'later',
  );
  return vectors?.map(packed) ?? null;
}

const SWEEP_MS = 20_000;

/** Encodes what waits, now and whenever something was published since. `stop` ends it after the texts under way. */
export function startEncoding(services: Services): Pick<Rounds, 'stop'> {
  let stopped = false;
  const rounds = startRounds(SWEEP_MS, () => encodeWaiting(services, () => stopped), {
    failed: warnOf(services.log, 'encoding'),
  });
  return {
    stop: () => {
      stopped = true;
      return rounds.stop();
    },
  };
}
