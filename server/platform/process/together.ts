import { setTimeout as pause } from 'node:timers/promises';

/** How long a call waits for the running batch before its own batch is asked for in parallel, in milliseconds. */
const PATIENCE_MS = 100;

/**
 * Batches calls: those that arrive while a batch is under way form the next one. So every answer was asked for after its call.
 * `ask` returns the answers in the order of its items. A failed batch of several items is retried once, since one broken
 * connection should not fail them all. A batch that timed out is not: its calls have no time left.
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
