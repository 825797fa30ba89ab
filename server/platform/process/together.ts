/**
 * Asks for many at once: calls that come while an answer is under way wait for the next, which is asked for all of them
 * together. What a call is told was asked for after it came. `ask` answers its items in their order; where it fails, all of
 * them do.
 */
export function together<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: { readonly items: Item[]; readonly answers: Promise<readonly Answer[]> } | null = null;
  const begin = () => {
    const items: Item[] = [];
    const answers = underWay.then(() => {
      next = null;
      const asked = ask(items);
      underWay = asked.catch(() => undefined);
      return asked;
    });
    return { items, answers };
  };
  return async (item) => {
    next ??= begin();
    const { items, answers } = next;
    const at = items.push(item) - 1;
    return (await answers)[at]!;
  };
}
