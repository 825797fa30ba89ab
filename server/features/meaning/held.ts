import { inSlices } from '#server/platform/process/slices.ts';

/** An idea or window, and the similarity of its meaning to the question, up to 1. */
export type Near = { readonly id: string; readonly similarity: number };

/** A 32-bit word holds one value, a byte, of each of so many vectors. */
const A_WORD = 4;
/** Vectors in one block of memory, scanned in a fraction of a millisecond. */
const A_BLOCK = 1_024;

/**
 * The last `most` vectors added, all of one width, in memory; a newer one of the same id replaces the older. A search scans
 * all of them, 384 bytes each, a few milliseconds at a time (docs/decisions.md, Found by meaning).
 */
export class HeldVectors {
  readonly #most: number;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  /** Value after value; a word holds that value of four vectors, so that one memory access serves four. */
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

  /** The vectors with a similarity of at least `least`, the most alike first, at most `most`. The scan yields to other calls. */
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

  /** Adds products in the same order as `similarity` (server/reader/vectors.ts), so that the sums agree to the last bit. */
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

  /** The next free place; when there is none, that of the oldest vector. */
  #free(): number {
    if (this.#ids.length < this.#most) return this.#ids.length;
    const place = this.#oldest;
    this.#places.delete(this.#ids[place]!);
    this.#oldest = (place + 1) % this.#most;
    return place;
  }
}

/** The `most` most similar of the vectors offered, in order; equals are ordered by id. */
class Best {
  readonly near: Near[] = [];
  readonly #most: number;
  /** A similarity below this has no place. */
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
