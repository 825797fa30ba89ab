/** A tensor of 16-bit floats, as their bits, row after row. */
export type HalfTensor = { readonly shape: readonly number[]; readonly halves: Uint16Array<ArrayBuffer> };

type Entry = {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: [number, number];
};

/**
 * Copies of the 16-bit float tensors of a safetensors file, by name (https://github.com/huggingface/safetensors, format). Skips
 * other element types. Throws if the file is cut short.
 */
export function readSafetensors(file: Uint8Array<ArrayBuffer>): ReadonlyMap<string, HalfTensor> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerBytes = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + headerBytes))) as Record<
    string,
    Entry
  >;
  const data = 8 + headerBytes;
  const tensors = new Map<string, HalfTensor>();
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(header)) {
    if (dtype !== 'F16') continue;
    const [start, end] = offsets;
    if (data + end > file.byteLength) throw new Error(`The weights end before ${name}.`);
    // A copy, because 16-bit numbers need an even offset.
    const halves = new Uint16Array(
      file.buffer.slice(file.byteOffset + data + start, file.byteOffset + data + end),
    );
    tensors.set(name, { shape, halves });
  }
  return tensors;
}

/** 16-bit floats (IEEE 754 binary16) as 32-bit ones. */
export function toFloats({ halves }: HalfTensor): Float32Array {
  return new Float32Array(new Float16Array(halves.buffer));
}

/** 32-bit floats as 16-bit ones, by their bits. */
export function toHalves(values: Float32Array): Uint16Array<ArrayBuffer> {
  return new Uint16Array(new Float16Array(values).buffer);
}
