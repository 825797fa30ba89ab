import { emptyBucket } from '#server/api/buckets/take.ts';
import type { Refusal } from '#server/api/errors.ts';
import type { Services } from '#server/platform/services.ts';

/** Cached images by what they show, the most recently used last. */
const drawn = new Map<string, Promise<ArrayBuffer>>();
const KEPT = 50;

/**
 * The cached image of `key`, which names all that it shows, else a new one: drawing takes a tenth of a second of CPU, so a new one
 * is from the bucket of the reader's address. The refusal when that is empty.
 */
export async function drawnFor(
  services: Pick<Services, 'buckets'>,
  ip: string,
  key: string,
  draw: () => Promise<ArrayBuffer>,
): Promise<ArrayBuffer | Refusal> {
  if (!drawn.has(key)) {
    const bucket = await services.buckets.take('draw', ip);
    if (!bucket.allowed) return emptyBucket(bucket);
  }
  return drawnOnce(key, draw);
}

function drawnOnce(key: string, draw: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  const image = drawn.get(key) ?? draw();
  drawn.delete(key);
  drawn.set(key, image);
  image.catch(() => drawn.delete(key));
  for (const oldest of [...drawn.keys()].slice(0, Math.max(0, drawn.size - KEPT))) drawn.delete(oldest);
  return image;
}
