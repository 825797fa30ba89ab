import { utcDay } from '#server/platform/clock.ts';

type Kept<Value> = { readonly value: Value; readonly mark: string; readonly madeAt: Date };

/** A value larger than this part of the memory is not kept: it would evict too many others. */
const LARGEST = 1 / 4;

/** A cache in this process of the most recently used values, up to a number of bytes. */
export type Memory<Value> = {
  /** The value of that name if it was made under this mark and is fresh; else null. */
  find(name: string, mark: string, now: Date): Value | null;
  keep(name: string, mark: string, madeAt: Date, value: Value): void;
};

type Bounds<Value> = {
  readonly mostBytes: number;
  readonly freshMs: number;
  readonly sizeOf: (value: Value) => number;
};

/** An empty memory of at most `mostBytes` bytes, whose values are fresh for `freshMs` milliseconds. */
export function openMemory<Value>({ mostBytes, freshMs, sizeOf }: Bounds<Value>): Memory<Value> {
  // A map lists its names in the order of insertion: the least recently used comes first.
  const values = new Map<string, Kept<Value>>();
  let bytes = 0;
  const drop = (name: string) => {
    const kept = values.get(name);
    if (kept === undefined) return;
    values.delete(name);
    bytes -= sizeOf(kept.value);
  };
  return {
    find: (name, mark, now) => {
      const kept = values.get(name);
      if (kept === undefined) return null;
      if (kept.mark !== mark || !isFresh(kept.madeAt, now, freshMs)) {
        drop(name);
        return null;
      }
      values.delete(name);
      values.set(name, kept);
      return kept.value;
    },
    keep: (name, mark, madeAt, value) => {
      drop(name);
      if (sizeOf(value) > mostBytes * LARGEST) return;
      values.set(name, { value, mark, madeAt });
      bytes += sizeOf(value);
      for (const oldest of values.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}

/** Whether a value is fresh: younger than `freshMs` and made on the same UTC day. A value from the future is not fresh. */
export function isFresh(madeAt: Date, now: Date, freshMs: number): boolean {
  const age = now.getTime() - madeAt.getTime();
  return age >= 0 && age < freshMs && utcDay(madeAt) === utcDay(now);
}
