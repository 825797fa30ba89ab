import { utcDay } from '#server/platform/clock.ts';

type Kept<Value> = { readonly value: Value; readonly mark: string; readonly madeAt: Date };

/** What takes more than this part of the memory would drive out too much of what else is kept. */
const LARGEST = 1 / 4;

/** What this process keeps of what it made, the latest used of it, up to so many bytes; nothing of more than a quarter of them. */
export type Memory<Value> = {
  /** What is kept under that name if it was made under this mark and is fresh; else null. */
  find(name: string, mark: string, now: Date): Value | null;
  keep(name: string, mark: string, madeAt: Date, value: Value): void;
};

type Bounds<Value> = {
  readonly mostBytes: number;
  readonly freshMs: number;
  readonly sizeOf: (value: Value) => number;
};

export function openMemory<Value>({ mostBytes, freshMs, sizeOf }: Bounds<Value>): Memory<Value> {
  // A map lists its names in the order in which they came in.
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

/** What tells of days is of its own day alone. A clock that was set back makes nothing fresh. */
export function isFresh(madeAt: Date, now: Date, freshMs: number): boolean {
  const age = now.getTime() - madeAt.getTime();
  return age >= 0 && age < freshMs && utcDay(madeAt) === utcDay(now);
}
