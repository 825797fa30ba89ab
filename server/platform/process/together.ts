import { setTimeout as pause } from 'node:timers/promises';

/** So long, in milliseconds, those who come wait for an answer that is under way; then they are asked for beside it. */
const PATIENCE_MS = 100;

/**
 * Asks for many at once: calls that come while an answer is under way wait for the next, which is asked for all of them
 * together. What a call is told was asked for after it came. `ask` answers its items in their order; where it fails for several it
 * is tried once more, since one broken connection is not the fault of all of them. What took too long is not: all have
 * waited as long as they may.
 */
export function together<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
  patienceMs = PATIENCE_MS,
): (item: Item) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: { readonly items: Item[]; readonly answers: Promise<readonly Answer[]> } | null = null;
  const begin = () => {
    const items: Item[] = [];
    const answers = underWay.then(() => {
      next = null;
      const asked = ask(items).catch((error: unknown) => {
        if (items.length === 1 || tookTooLong(error)) throw error;
        return ask(items);
      });
      const ended = asked.then(
        () => undefined,
        () => undefined,
      );
      underWay = Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
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

function tookTooLong(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
