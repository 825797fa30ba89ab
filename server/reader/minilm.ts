import { Graph } from '#server/reader/onnx.ts';
import { type HalfTensor, toFloats } from '#server/reader/safetensors.ts';

const LAYERS = 6;
const HEADS = 12;
const WIDTH = 384;
const NORM_EPSILON = 1e-12;
/** Layers from this one on are tuned for sentences amid others (`tuned.ts`); the layers below are the same for every text. */
const UPPER = 3;
/** Names of the graphs' values: token numbers [text, token], and token states below and above the upper layers [text, token, width]. */
export const TOKENS = 'tokens';
export const BELOW = 'below';
export const ABOVE = 'above';

type Weights = ReadonlyMap<string, HalfTensor>;
type Precision = 'int8' | 'float';

/**
 * The lower half of all-MiniLM-L6-v2 as an ONNX model: the embeddings and three of BERT's six layers. There is no mask, so the
 * texts of one call must have one length. `int8` stores weights as bytes with a scale per column and quantises inputs as they
 * come (com.microsoft DynamicQuantizeMatMul); `float` keeps the weights of the file.
 */
export function lowerModel(weights: Weights, precision: Precision): Uint8Array {
  const parts: Parts = { graph: new Graph(), weights, precision };
  return layersOf(parts, embeddings(parts), 0, UPPER, BELOW).model(
    { name: TOKENS, of: 'int64', shape: ['texts', 'length'] },
    { name: BELOW, shape: ['texts', 'length', 'width'] },
  );
}

/** The upper half: the other three layers, published or tuned. */
export function upperModel(weights: Weights, precision: Precision): Uint8Array {
  const parts: Parts = { graph: new Graph(), weights, precision };
  return layersOf(parts, BELOW, UPPER, LAYERS, ABOVE).model(
    { name: BELOW, of: 'float', shape: ['texts', 'length', 'width'] },
    { name: ABOVE, shape: ['texts', 'length', 'width'] },
  );
}

function layersOf(parts: Parts, given: string, from: number, to: number, output: string): Graph {
  let state = given;
  for (let layer = from; layer < to; layer++) state = encoderLayer(parts, `encoder.layer.${layer}`, state);
  parts.graph.add({ op: 'Identity', inputs: [state], outputs: [output] });
  return parts.graph;
}

type Parts = { readonly graph: Graph; readonly weights: Weights; readonly precision: Precision };

/** The normalised sum of each token's word and position embeddings. */
function embeddings(parts: Parts): string {
  const { graph, weights } = parts;
  const words = tensor(weights, 'embeddings.word_embeddings.weight');
  const table = graph.halves(words.shape, words.halves);
  const gathered = graph.node({ op: 'Gather', inputs: [table, TOKENS] });
  const meaning = graph.node({ op: 'Cast', inputs: [gathered], attributes: { to: 1 } });
  const length = graph.node({ op: 'Shape', inputs: [TOKENS], attributes: { start: 1, end: 2 } });
  const zero = graph.int64s([0]);
  const places = graph.node({
    op: 'Slice',
    inputs: [graph.floats(placesShape(weights), placesOf(weights)), zero, length, zero],
  });
  const sum = graph.node({ op: 'Add', inputs: [meaning, places] });
  return normalised(parts, 'embeddings.LayerNorm', sum);
}

function placesShape(weights: Weights): readonly number[] {
  return tensor(weights, 'embeddings.position_embeddings.weight').shape;
}

/** Position embeddings plus that of the first segment: there is only one segment. */
function placesOf(weights: Weights): Float32Array {
  const places = toFloats(tensor(weights, 'embeddings.position_embeddings.weight'));
  const segment = toFloats(tensor(weights, 'embeddings.token_type_embeddings.weight'));
  return places.map((value, i) => value + segment[i % WIDTH]!);
}

function encoderLayer(parts: Parts, name: string, state: string): string {
  const { graph } = parts;
  const [query, key, value] = ['query', 'key', 'value'].map((part) =>
    linear(parts, `${name}.attention.self.${part}`, state),
  );
  const heard = graph.node({
    op: 'MultiHeadAttention',
    domain: 'com.microsoft',
    inputs: [query!, key!, value!],
    attributes: { num_heads: HEADS },
  });
  const attended = graph.node({
    op: 'Add',
    inputs: [state, linear(parts, `${name}.attention.output.dense`, heard)],
  });
  const between = normalised(parts, `${name}.attention.output.LayerNorm`, attended);
  const wide = linear(parts, `${name}.intermediate.dense`, between);
  const active = graph.node({ op: 'Gelu', domain: 'com.microsoft', inputs: [wide] });
  const narrow = graph.node({ op: 'Add', inputs: [between, linear(parts, `${name}.output.dense`, active)] });
  return normalised(parts, `${name}.output.LayerNorm`, narrow);
}

function normalised({ graph, weights }: Parts, name: string, input: string): string {
  return graph.node({
    op: 'LayerNormalization',
    inputs: [input, vector(graph, weights, `${name}.weight`), vector(graph, weights, `${name}.bias`)],
    attributes: { axis: 2, epsilon: { float: NORM_EPSILON } },
  });
}

function linear({ graph, weights, precision }: Parts, name: string, input: string): string {
  const weight = tensor(weights, `${name}.weight`);
  const [columns = 0, rows = 0] = weight.shape;
  const bias = vector(graph, weights, `${name}.bias`);
  const matrix = transposed(toFloats(weight), columns, rows);
  if (precision === 'float') {
    const product = graph.node({ op: 'MatMul', inputs: [input, graph.floats([rows, columns], matrix)] });
    return graph.node({ op: 'Add', inputs: [product, bias] });
  }
  const { bytes, scales } = quantised(matrix, rows, columns);
  return graph.node({
    op: 'DynamicQuantizeMatMul',
    domain: 'com.microsoft',
    inputs: [input, graph.int8s([rows, columns], bytes), graph.floats([columns], scales), '', bias],
  });
}

/** The weights row by row, as the graph wants them; the file holds them column by column. */
function transposed(values: Float32Array, columns: number, rows: number): Float32Array {
  const turned = new Float32Array(values.length);
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) turned[row * columns + column] = values[column * rows + row]!;
  return turned;
}

/** Seven bits: processors without VNNI add pairs of products in 16 bits, which eight bits would overflow. */
const LARGEST = 63;

/** Each column as bytes, with its scale: the value of one step. */
export function quantised(
  matrix: Float32Array,
  rows: number,
  columns: number,
): { readonly bytes: Int8Array; readonly scales: Float32Array } {
  const scales = new Float32Array(columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const step = Math.abs(matrix[row * columns + column]!) / LARGEST;
      if (step > scales[column]!) scales[column] = step;
    }
  const bytes = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      bytes[at] = Math.round(matrix[at]! / (scales[column]! || 1));
    }
  return { bytes, scales };
}

function vector(graph: Graph, weights: Weights, name: string): string {
  const found = tensor(weights, name);
  return graph.floats(found.shape, toFloats(found));
}

function tensor(weights: Weights, name: string): HalfTensor {
  const found = weights.get(name);
  if (!found) throw new Error(`The weights hold no ${name}.`);
  return found;
}
