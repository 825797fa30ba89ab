import { Message } from '#server/reader/protobuf.ts';

/** Element types of ONNX tensors (onnx.proto, TensorProto.DataType). */
const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;
const FLOAT16 = 10;

type Attribute = number | readonly number[] | { readonly float: number };
type Node = {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** Operator set: ONNX (''), or ONNX Runtime. */
  readonly domain?: '' | 'com.microsoft';
};

/** An input or output of a graph. */
type Value = { readonly name: string; readonly shape: readonly string[] };

const IR_VERSION = 9;
const OPSET = 17;
const MICROSOFT_OPSET = 1;

/** Collects the nodes and weights of an ONNX graph and writes them as a model file (onnx.proto). */
export class Graph {
  readonly #message = new Message();
  #names = 0;

  /** Adds a node with one output and returns that output's name. */
  node(node: Omit<Node, 'outputs'>): string {
    return this.nodes(node, 1)[0]!;
  }

  /** Adds a node and returns the names of its outputs. */
  nodes(node: Omit<Node, 'outputs'>, count: number): string[] {
    const outputs = Array.from({ length: count }, () => this.#name());
    this.add({ ...node, outputs });
    return outputs;
  }

  /** Adds a node whose outputs have names. */
  add({ op, inputs, outputs, attributes = {}, domain = '' }: Node): void {
    const node = new Message();
    for (const name of inputs) node.text(1, name);
    for (const name of outputs) node.text(2, name);
    node.text(4, op).text(7, domain);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attribute(name, value));
    this.#message.message(1, node);
  }

  floats(shape: readonly number[], values: Float32Array): string {
    return this.#constant(FLOAT, shape, bytesOf(values));
  }

  halves(shape: readonly number[], values: Uint16Array): string {
    return this.#constant(FLOAT16, shape, bytesOf(values));
  }

  int8s(shape: readonly number[], values: Int8Array): string {
    return this.#constant(INT8, shape, bytesOf(values));
  }

  int64s(values: readonly number[]): string {
    return this.#constant(INT64, [values.length], bytesOf(BigInt64Array.from(values, BigInt)));
  }

  /** The model file of this graph, from one input to a float output. Dimensions have names instead of sizes. */
  model(input: Value & { readonly of: 'int64' | 'float' }, output: Value): Uint8Array {
    this.#message.text(2, 'encoder');
    this.#message.message(11, valueInfo(input.name, input.of === 'int64' ? INT64 : FLOAT, input.shape));
    this.#message.message(12, valueInfo(output.name, FLOAT, output.shape));
    return new Message()
      .number(1, IR_VERSION)
      .message(7, this.#message)
      .message(8, new Message().text(1, '').number(2, OPSET))
      .message(8, new Message().text(1, 'com.microsoft').number(2, MICROSOFT_OPSET))
      .finish();
  }

  #constant(type: number, shape: readonly number[], raw: Uint8Array): string {
    const name = this.#name();
    const tensor = new Message();
    for (const size of shape) tensor.number(1, size);
    this.#message.message(5, tensor.number(2, type).text(8, name).bytes(9, raw));
    return name;
  }

  #name(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }
}

/** AttributeProto: kinds 1 float, 2 integer, 7 integers. */
function attribute(name: string, value: Attribute): Message {
  const message = new Message().text(1, name);
  if (typeof value === 'number') return message.number(3, value).number(20, 2);
  if ('float' in value) return message.float(2, value.float).number(20, 1);
  for (const one of value) message.number(8, one);
  return message.number(20, 7);
}

function valueInfo(name: string, type: number, shape: readonly string[]): Message {
  const dimensions = new Message();
  for (const size of shape) dimensions.message(1, new Message().text(2, size));
  return new Message()
    .text(1, name)
    .message(2, new Message().message(1, new Message().number(1, type).message(2, dimensions)));
}

function bytesOf(values: {
  readonly buffer: ArrayBufferLike;
  byteOffset: number;
  byteLength: number;
}): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
