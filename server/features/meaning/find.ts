import { createHash } from 'node:crypto';
import { HeldVectors, type Near } from '#server/features/meaning/held.ts';
import { startOfLast, type VectorKind, vectorsOf, vectorsSince } from '#server/features/meaning/store.ts';
import { beforeAbort } from '#server/platform/abort.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';
import { normalised, similarity } from '#server/reader/vectors.ts';

/** The vector of a text to look for; null without an encoder. */
export type Meaning = Float32Array | null;

/** Vectors of each kind that a process holds: 38 MB. Older texts are found by words, and ranked by words and meaning. */
const MOST_HELD = 100_000;
/** Vectors read without a break: a few milliseconds. */
const CHUNK = 1_000;
/** After so many milliseconds the held vectors are brought up to date. */
const FRESH_MS = 3_000;
/** Vectors that each reading repeats: of two concurrent writes the later may commit first. */
const OVERLAP = 200;

const shared = Symbol.for('earmark.meaning');
type Kept = {
  readonly vectors: HeldVectors;
  mark: number | null;
  readAt: number;
  reading: Promise<void> | null;
};
type Shared = { [shared]?: WeakMap<Services, Record<VectorKind, Kept>> };

/** The vector of `text`, cached. Null without an encoder and when it takes too long, as while it loads. */
export async function meaningOf(services: Services, text: string): Promise<Meaning> {
  const key = createHash('sha256').update(text).digest('base64url');
  const known = questions.get(key);
  if (known) return known;
  const late = Promise.withResolvers<null>();
  const waiting = setTimeout(late.resolve, MOST_WAIT_MS, null).unref();
  const encoded = Promise.race([encoderOf(services).embed([text]), late.promise]);
  const vector = (await encoded.finally(() => clearTimeout(waiting)))?.[0] ?? null;
  if (vector === null) return null;
  if (questions.size >= MOST_QUESTIONS) questions.delete(questions.keys().next().value!);
  questions.set(key, vector);
  return vector;
}

const MOST_WAIT_MS = 1_000;
const MOST_QUESTIONS = 500;
/** By the hash of the text: no question outlives its erasure here. */
const questions = new Map<string, Float32Array>();

export type NearRange = {
  /** Least similarity, up to 1, and most results. */
  readonly least: number;
  readonly most: number;
  /** Ends the caller's wait, with the signal's own error. */
  readonly signal?: AbortSignal;
};

/** The ideas or windows whose meaning is nearest, hidden ones included, the most alike first; none without an encoder. */
export async function nearest(
  services: Services,
  kind: VectorKind,
  meaning: Meaning,
  { least, most, signal }: NearRange,
): Promise<Near[]> {
  if (meaning === null) return [];
  const kept = keptOf(services)[kind];
  if (performance.now() - kept.readAt > FRESH_MS) {
    // Callers share one reading, so it uses no caller's own database handle: one who hangs up must not fail the others.
    kept.reading ??= readOn(services.db, kind, kept).finally(() => {
      kept.reading = null;
    });
    await (signal ? beforeAbort(signal, kept.reading) : kept.reading);
  }
  return kept.vectors.nearest(meaning, least, most);
}

/** The similarity, -1..1, of each of these ideas or windows to `meaning`, by id; those without a vector are left out. */
export async function similarities(
  db: Db,
  kind: VectorKind,
  meaning: Meaning,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (meaning === null) return new Map();
  const vectors = await vectorsOf(db, kind, ids);
  return new Map([...vectors].map(([id, vector]) => [id, similarity(meaning, vector)]));
}

/** The stored vector of an idea; null when it has none yet. */
export async function meaningOfIdea(db: Db, ideaId: string): Promise<Meaning> {
  const vector = (await vectorsOf(db, 'idea', [ideaId])).get(ideaId);
  return vector ? normalised(Float32Array.from(vector)) : null;
}

function keptOf(services: Services): Record<VectorKind, Kept> {
  const holder = globalThis as Shared;
  holder[shared] ??= new WeakMap();
  const known = holder[shared].get(services);
  if (known) return known;
  const empty = (): Kept => ({
    vectors: new HeldVectors(MOST_HELD),
    mark: null,
    readAt: Number.NEGATIVE_INFINITY,
    reading: null,
  });
  const kept = { idea: empty(), passage: empty() };
  holder[shared].set(services, kept);
  return kept;
}

/** Reads the vectors written since the last reading, chunk by chunk. */
async function readOn(db: Db, kind: VectorKind, kept: Kept): Promise<void> {
  let mark = kept.mark === null ? await startOfLast(db, kind, MOST_HELD) : Math.max(0, kept.mark - OVERLAP);
  for (;;) {
    const rows = await vectorsSince(db, kind, mark, CHUNK);
    for (const { id, vector } of rows) kept.vectors.add(id, vector);
    mark = rows.at(-1)?.seq ?? mark;
    kept.mark = Math.max(kept.mark ?? 0, mark);
    if (rows.length < CHUNK) break;
  }
  kept.readAt = performance.now();
}
