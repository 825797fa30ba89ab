import {
  type Published,
  readPublished,
  type Since,
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
 * Gives a vector to every idea and transcript window that lacks one, ideas first, until none waits or `stopped`; with `since`
 * to those published since. Publishing does not wait for it: until then they are found by their words. Returns how many it encoded.
 */
export async function encodeWaiting(
  services: Pick<Services, 'env' | 'log' | 'db'>,
  stopped: () => boolean = () => false,
  since: Since = null,
): Promise<number> {
  const { db } = services;
  let encoded = 0;
  for (;;) {
    if (stopped()) return encoded;
    const ideas = await unencodedIdeas(db, since, BATCH);
    const vectors = await vectorsFor(services, ideas);
    if (vectors === null) return encoded;
    if (ideas.length > 0) await storeIdeaVectors(db, ideas, vectors);
    encoded += ideas.length;
    if (ideas.length === BATCH) continue;
    const passages = await unencodedPassages(db, since, BATCH);
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
const HOUR_MS = 3_600_000;

/** The last time that nothing waited any more: when everything was looked through, and what was published by then. */
export type Swept = { readonly whole: Date; readonly published: Published };

/**
 * What a sweep looks through: all at first, each hour, and after a correction; else what was published since the last one, an hour's
 * overlap included, for a transaction may commit later than it wrote. `nothing` where nothing was.
 */
export function scopeOf(last: Swept | null, published: Published, now: Date): Since | 'nothing' {
  if (last === null || now.getTime() - last.whole.getTime() >= HOUR_MS) return null;
  const { lastIdeaAt, lastPassage, corrected } = last.published;
  if (published.corrected !== corrected || lastIdeaAt === null) return null;
  const isAlike =
    published.lastIdeaAt?.getTime() === lastIdeaAt.getTime() && published.lastPassage === lastPassage;
  return isAlike
    ? 'nothing'
    : { ideasFrom: new Date(lastIdeaAt.getTime() - HOUR_MS), passagesAfter: lastPassage };
}

/** Encodes what waits, now and whenever something was published since. `stop` ends it after the texts under way. */
export function startEncoding(services: Services): Pick<Rounds, 'stop'> {
  let stopped = false;
  let last: Swept | null = null;
  const sweep = async () => {
    const now = services.clock();
    const published = await readPublished(services.db);
    const since = scopeOf(last, published, now);
    if (since === 'nothing') return;
    await encodeWaiting(services, () => stopped, since);
    last = { whole: since === null || last === null ? now : last.whole, published };
  };
  const rounds = startRounds(SWEEP_MS, sweep, { failed: warnOf(services.log, 'encoding') });
  return {
    stop: () => {
      stopped = true;
      return rounds.stop();
    },
  };
}
