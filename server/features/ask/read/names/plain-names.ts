/** A text as names are compared: words in small letters without possessives, one space between them. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Caches what `make` derives from a list of names, since many questions are read with the same list. */
export function madeOnce<Item, Made>(
  make: (items: readonly Item[]) => Made,
): (items: readonly Item[]) => Made {
  const made = new WeakMap<readonly Item[], Made>();
  return (items) => {
    const before = made.get(items);
    if (before !== undefined) return before;
    const now = make(items);
    made.set(items, now);
    return now;
  };
}
