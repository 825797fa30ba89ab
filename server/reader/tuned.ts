import type { Head } from '#server/reader/aimed.ts';
import { type HalfTensor, toFloats, toHalves } from '#server/reader/safetensors.ts';

type Weights = ReadonlyMap<string, HalfTensor>;

/**
 * The encoder's weights after tuning. A tensor of the same name replaces the encoder's; a matrix gets the product of `<name>.up`
 * [rows, rank] and `<name>.down` [rank, columns] added (LoRA, https://arxiv.org/abs/2106.09685).
 */
export function tunedWeights(weights: Weights, tuning: Weights): Weights {
  const tuned = new Map(weights);
  for (const [name, tensor] of tuning) {
    if (tuned.has(name)) tuned.set(name, tensor);
    const matrix = name.endsWith(UP) ? name.slice(0, -UP.length) : null;
    const base = matrix === null ? undefined : weights.get(matrix);
    const down = matrix === null ? undefined : tuning.get(`${matrix}${DOWN}`);
    if (matrix !== null && base && down) tuned.set(matrix, added(base, tensor, down));
  }
  return tuned;
}

const UP = '.up';
const DOWN = '.down';

function added(base: HalfTensor, up: HalfTensor, down: HalfTensor): HalfTensor {
  const [rows = 0, columns = 0] = base.shape;
  const rank = down.shape[0] ?? 0;
  const [sum, left, right] = [toFloats(base), toFloats(up), toFloats(down)];
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < rank; k++) {
      const by = left[row * rank + k]!;
      for (let column = 0; column < columns; column++)
        sum[row * columns + column]! += by * right[k * columns + column]!;
    }
  return { shape: base.shape, halves: toHalves(sum) };
}

/** The head of layers tuned on cards: one score, the log-odds that an editor signs. Throws if the file holds none. */
export function opinionHeadOf(tuning: Weights): Head {
  return headOf(tuning, 'signed');
}

/** The head of layers tuned on sentiment. Throws if the file holds none. */
export function sentimentHeadOf(tuning: Weights): Head {
  return headOf(tuning, 'sentiment');
}

function headOf(tuning: Weights, head: string): Head {
  const [weights, bias] = [tuning.get(`${head}.weight`), tuning.get(`${head}.bias`)];
  if (!weights || !bias) throw new Error('The tuned layers hold no head.');
  return { weights: toFloats(weights), bias: toFloats(bias) };
}
