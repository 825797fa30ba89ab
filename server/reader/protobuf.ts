/** Writes one message of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), field by field. */
export class Message {
  readonly #parts: Uint8Array[] = [];

  /** A whole number of 0 or more. */
  number(field: number, value: number): this {
    this.#parts.push(varint(field << 3), varint(value));
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#parts.push(varint((field << 3) | 2), varint(value.length), value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.finish());
  }

  float(field: number, value: number): this {
    this.#parts.push(varint((field << 3) | 5), new Uint8Array(Float32Array.of(value).buffer));
    return this;
  }

  finish(): Uint8Array {
    const whole = new Uint8Array(this.#parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
}
