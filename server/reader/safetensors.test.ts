import { describe, expect, it } from 'vitest';
import { readSafetensors, toFloats } from './safetensors.ts';

function fileOf(header: object, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + head.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(head.length), true);
  file.set(head, 8);
  file.set(data, 8 + head.length);
  return file;
}

const halves = new Uint8Array(Float16Array.of(1, -2, 0.5, 65504).buffer);
const header = { w: { dtype: 'F16', shape: [2, 2], data_offsets: [0, 8] } };

describe('reading weights', () => {
  it('gives each 16-bit tensor by its name, its values as they were stored', () => {
    const weight = readSafetensors(fileOf(header, halves)).get('w')!;
    expect(weight.shape).toEqual([2, 2]);
    expect([...toFloats(weight)]).toEqual([1, -2, 0.5, 65504]);
  });

  it('leaves out what is no 16-bit tensor', () => {
    const whole = { ids: { dtype: 'I64', shape: [1], data_offsets: [0, 8] }, __metadata__: { format: 'pt' } };
    expect(readSafetensors(fileOf(whole, halves)).size).toBe(0);
  });

  it('refuses a file that was cut short, naming what is missing', () => {
    expect(() => readSafetensors(fileOf(header, halves.subarray(0, 6)))).toThrow('The weights end before w.');
  });
});
