import { inSlices } from '#server/platform/process/slices.ts';

/** An idea or window, and how alike its meaning is to what was asked, up to 1. */
export type Near = { readonly id: string; readonly similarity: number };

/** Vectors of which one word holds a value each, in a byte of its own. */
const A_WORD = 4;
/** Vectors in one piece of memory; all of them are read in a fraction of a millisecond. */
const A_BLOCK = 1_024;

/**
 * Vectors of one width held in memory, the last `most` that came; a newer one of the same id takes its place. Whoever is asked
 * for the nearest reads all of them, 384 bytes each, a few milliseconds at a time (docs/decisions.md, Found by meaning).
 */
export class HeldVectors {
  readonly #most: number;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  /** Value after value, each of four vectors in one word: a reading of memory serves four. */
  readonly #blocks: Int32Array[] = [];
  readonly #lengths: number[] = [];
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
    this.#places.set(id, place);
    this.#write(place, vector);
  }

  /** Those at least `least` alike, the most alike first, at most `most`; others are served while they are looked for. */
  nearest(vector: Float32Array, least: number, most: number): Promise<Near[]> {
    return inSlices(this.#scan(Float64Array.from(vector), new Best(least, most)));
  }

  *#scan(vector: Float64Array, best: Best): Generator<void, Near[]> {
    for (let block = 0; block < this.#blocks.length; block++) {
      this.#scanBlock(block, vector, best);
      yield;
    }
    return best.near;
  }

  /** Adds each product in the order of `similarity` (server/reader/vectors.ts): the sums are the same to the last bit. */
  #scanBlock(block: number, vector: Float64Array, best: Best): void {
    const words = this.#blocks[block]!;
    const width = vector.length;
    const end = Math.min(this.#ids.length, (block + 1) * A_BLOCK);
    for (let place = block * A_BLOCK, at = 0; place < end; place += A_WORD) {
      let first = 0;
      let second = 0;
      let third = 0;
      let fourth = 0;
      for (let i = 0; i < width; i++, at++) {
        const value = vector[i]!;
        const word = words[at]!;
        first += value * ((word << 24) >> 24);
        second += value * ((word << 16) >> 24);
        third += value * ((word << 8) >> 24);
        fourth += value * (word >> 24);
      }
      this.#offer(best, place, first);
      this.#offer(best, place + 1, second);
      this.#offer(best, place + 2, third);
      this.#offer(best, place + 3, fourth);
    }
  }

  #offer(best: Best, place: number, product: number): void {
    if (place >= this.#ids.length) return;
    const length = this.#lengths[place]!;
    const similarity = length === 0 ? 0 : product / length;
    if (similarity >= best.least) best.take(this.#ids[place]!, similarity);
  }

  #write(place: number, vector: Int8Array): void {
    const width = vector.length;
    const words = this.#blockOf(place, width);
    const start = Math.floor((place % A_BLOCK) / A_WORD) * width;
    const shift = 8 * (place % A_WORD);
    const others = ~(0xff << shift);
    let squares = 0;
    for (let i = 0; i < width; i++) {
      const value = vector[i]!;
      words[start + i] = (words[start + i]! & others) | ((value & 0xff) << shift);
      squares += value * value;
    }
    this.#lengths[place] = Math.sqrt(squares);
  }

  #blockOf(place: number, width: number): Int32Array {
    const block = Math.floor(place / A_BLOCK);
    this.#blocks[block] ??= new Int32Array((width * A_BLOCK) / A_WORD);
    return this.#blocks[block];
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

/** The `most` most alike of those taken, in their order; of equals the first by id. */
class Best {
  readonly near: Near[] = [];
  readonly #most: number;
  /** What is less alike has no place. */
  least: number;

  constructor(least: number, most: number) {
    this.least = least;
    this.#most = most;
  }

  take(id: string, similarity: number): void {
    let place = this.near.length;
    while (place > 0 && isBefore(id, similarity, this.near[place - 1]!)) place -= 1;
    this.near.splice(place, 0, { id, similarity });
    if (this.near.length > this.#most) this.near.pop();
    const last = this.near[this.#most - 1];
    if (last) this.least = last.similarity;
  }
}

function isBefore(id: string, similarity: number, other: Near): boolean {
  return similarity > other.similarity || (similarity === other.similarity && id < other.id);
}
