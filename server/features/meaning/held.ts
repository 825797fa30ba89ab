import { similarity } from '#server/reader/vectors.ts';

/** An idea or window, and how alike its meaning is to what was asked, up to 1. */
export type Near = { readonly id: string; readonly similarity: number };

/**
 * Vectors held in memory, the last `most` that came; a newer one of the same id takes its place. Whoever is asked for the
 * nearest reads all of them: 384 bytes each, about 50 ms for 100,000.
 */
export class HeldVectors {
  readonly #most: number;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #vectors: Int8Array[] = [];
  #oldest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#ids.length;
  }

  add(id: string, vector: Int8Array): void {
    const place = this.#places.get(id) ?? this.#free();
    this.#ids[place] = id;
    this.#vectors[place] = vector;
    this.#places.set(id, place);
  }

  /** Those at least `least` alike, the most alike first, at most `most`. */
  nearest(vector: Float32Array, least: number, most: number): Near[] {
    const near: Near[] = [];
    this.#vectors.forEach((held, place) => {
      const alike = similarity(vector, held);
      if (alike >= least) near.push({ id: this.#ids[place]!, similarity: alike });
    });
    return near.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1)).slice(0, most);
  }

  /** The next place, or that of the one that came first. */
  #free(): number {
    if (this.#ids.length < this.#most) return this.#ids.length;
    const place = this.#oldest;
    this.#places.delete(this.#ids[place]!);
    this.#oldest = (place + 1) % this.#most;
    return place;
  }
}
