import { vi } from 'vitest';

/** Whether a wait is for the budget of a call, or what is left of it. */
function isFor(budgetMs: number, asked: number): boolean {
  return asked <= budgetMs && asked > budgetMs - 5_000;
}

/** Shortens every wait for the budget of a call, or what is left of it, to `ms`; `isUsed` says whether there was one. */
export function shortened(budgetMs: number, ms: number) {
  const wait = setTimeout;
  let isUsed = false;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, asked = 0) => {
    const isBudget = isFor(budgetMs, asked);
    isUsed ||= isBudget;
    return wait(work, isBudget ? ms : asked);
  }) as typeof setTimeout);
  return { isUsed: () => isUsed, end: () => spy.mockRestore() };
}

/** Lets a test say when the budget of a call is over: `over` does what its wait would do at its end. */
export function budgetInHand(budgetMs: number) {
  const wait = setTimeout;
  let over = () => {};
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, asked = 0) => {
    if (isFor(budgetMs, asked)) over = work;
    return wait(work, asked);
  }) as typeof setTimeout);
  return { over: () => over(), end: () => spy.mockRestore() };
}
