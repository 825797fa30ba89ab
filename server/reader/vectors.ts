/** A vector scaled to length 1; a zero vector stays. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The largest signed byte. */
const STEPS = 127;

/**
 * A vector as one signed byte per value, scaled so that the largest is 127. It keeps the direction, which is all that similarity
 * needs: similarities change by less than 0.01.
 */
export function packed(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : STEPS / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** The cosine of the angle between a vector of length 1 and a packed one: -1..1, the same direction 1. */
export function similarity(vector: Float32Array, other: Int8Array): number {
  let product = 0;
  let squares = 0;
  for (let i = 0; i < other.length; i++) {
    const value = other[i]!;
    product += vector[i]! * value;
    squares += value * value;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}

/** The mean of `count` vectors stored one after another. */
export function meanOf(vectors: Float32Array, count: number): Float32Array {
  const width = vectors.length / count;
  return Float32Array.from({ length: width }, (_, i) => {
    let sum = 0;
    for (let at = i; at < vectors.length; at += width) sum += vectors[at]!;
    return sum / count;
  });
}
