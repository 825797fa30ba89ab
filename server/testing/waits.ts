import { vi } from 'vitest';

/** Shortens every wait for the budget of a call, or what is left of it, to `ms`; `isUsed` says whether there was one. */
export function shortened(budgetMs: number, ms: number) {
  const wait = setTimeout;
  let isUsed = false;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, asked = 0) => {
    const isBudget = asked <= budgetMs && asked > budgetMs - 5_000;
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
    if (asked <= budgetMs && asked > budgetMs - 5_000) over = work;
    return wait(work, asked);
  }) as typeof setTimeout);
  return { over: () => over(), end: () => spy.mockRestore() };
}
