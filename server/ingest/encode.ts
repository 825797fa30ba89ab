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
import { HOUR_MS } from '#server/platform/clock.ts';
import { warnOf } from '#server/platform/log.ts';
import { type Rounds, startRounds } from '#server/platform/process/rounds.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';
import { packed } from '#server/reader/vectors.ts';

/** Texts of one statement: half a second to two of the encoder's time. */
const BATCH = 64;

/** Ids whose text the encoder failed at: they are skipped. */
type Failed = { readonly ideas: Set<string>; readonly passages: Set<number> };

function noneFailed(): Failed {
  return { ideas: new Set(), passages: new Set() };
}

type Options = {
  /** Asked before each batch. */
  readonly stopped?: () => boolean;
  /** What to look through; everything where null. */
  readonly since?: Since;
  readonly failed?: Failed;
};

/**
 * Gives a vector to every idea and transcript window that lacks one, ideas first, until none waits or `stopped`. A text that
 * cannot be encoded is skipped. Returns how many were encoded; without an encoder it ends at once. Publishing does not wait
 * for it: until then they are found by their words.
 */
export async function encodeWaiting(
  services: Pick<Services, 'env' | 'log' | 'db'>,
  { stopped = () => false, since = null, failed = noneFailed() }: Options = {},
): Promise<number> {
  const { db } = services;
  let encoded = 0;
  for (;;) {
    if (stopped()) return encoded;
    const ideas = await unencodedIdeas(db, since, BATCH, [...failed.ideas]);
    const forIdeas = await encodeEach(services, ideas, failed.ideas);
    if (forIdeas === null) return encoded;
    if (forIdeas.texts.length > 0) await storeIdeaVectors(db, forIdeas.texts, forIdeas.vectors);
    encoded += forIdeas.texts.length;
    if (ideas.length === BATCH) continue;
    const passages = await unencodedPassages(db, since, BATCH, [...failed.passages]);
    if (passages.length === 0) return encoded;
    const forPassages = await encodeEach(services, passages, failed.passages);
    if (forPassages === null) return encoded;
    if (forPassages.texts.length > 0) await storePassageVectors(db, forPassages.texts, forPassages.vectors);
    encoded += forPassages.texts.length;
  }
}

type Encoded<Id> = { readonly texts: readonly Unencoded<Id>[]; readonly vectors: readonly Int8Array[] };

/** The texts that could be encoded, with their vectors; adds the ids of the others to `failed`. Null without an encoder. */
async function encodeEach<Id>(
  services: Pick<Services, 'env' | 'log'>,
  waiting: readonly Unencoded<Id>[],
  failed: Set<Id>,
): Promise<Encoded<Id> | null> {
  if (waiting.length === 0) return { texts: [], vectors: [] };
  const encoder = encoderOf(services);
  const embed = (texts: readonly Unencoded<Id>[]) =>
    encoder.embed(
      texts.map(({ text }) => text),
      'later',
    );
  const all = await embed(waiting);
  if (all) return { texts: waiting, vectors: all.map(packed) };
  const texts: Unencoded<Id>[] = [];
  const vectors: Int8Array[] = [];
  for (const one of waiting) {
    if ((await encoder.state()).kind !== 'ready') return null;
    const [vector] = (await embed([one])) ?? [];
    if (vector) {
      texts.push(one);
      vectors.push(packed(vector));
    } else failed.add(one.id);
  }
  return { texts, vectors };
}

const SWEEP_MS = 20_000;

/** The last sweep: when the last one looked through everything, and what was published before it. */
export type Swept = { readonly whole: Date; readonly published: Published };

/**
 * What a sweep looks through: everything (null) at first, each hour and after a correction; otherwise what was published since the
 * last sweep, with an hour's overlap, because a transaction may commit later than it wrote. `nothing` where nothing was published.
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

/** Encodes what waits, now and after each publication. `stop` waits for the batch under way. */
export function startEncoding(services: Services): Pick<Rounds, 'stop'> {
  let stopped = false;
  let last: Swept | null = null;
  let failed = noneFailed();
  const sweep = async () => {
    const now = services.clock();
    const published = await readPublished(services.db);
    const since = scopeOf(last, published, now);
    if (since === 'nothing') return;
    // A sweep through everything tries them again: their words may have been corrected.
    if (since === null) failed = noneFailed();
    await encodeWaiting(services, { stopped: () => stopped, since, failed });
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
