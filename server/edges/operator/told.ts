import { counted } from '#server/features/ideas/rules.ts';

// What an operator is told, on the page as by the command line.

/** The entries of a list that are shown, and whether there are others. */
export type FirstOf<Entry> = { readonly listed: readonly Entry[]; readonly hasMore: boolean };

/** The first `most` of a list that was asked for one more. */
export function firstOf<Entry>(found: readonly Entry[], most: number): FirstOf<Entry> {
  return { listed: found.slice(0, most), hasMore: found.length > most };
}

/** That a list goes on after so many entries. */
export function thereAreMore(listed: number): string {
  return `There are more: these are the first ${listed}.`;
}

/** That a symbol is unknown here. */
export function noSymbol(symbol: string): string {
  return `${symbol} is no symbol of the universe.`;
}

/** How many episodes were sent to the workers. */
export function waitForWorker(episodes: number): string {
  return `${counted(episodes, 'episode')} ${episodes === 1 ? 'waits' : 'wait'} for a worker.`;
}

/** That a name was taught, and how many episodes are read again for it. */
export function taught(name: string, symbol: string, episodes: number): string {
  return `${name} stands for ${symbol}; ${readAgain(episodes)}.`;
}

/** That a name was refused, and how many episodes are read again for it. */
export function refused(name: string, episodes: number): string {
  return `${name} is asked about no more${episodes === 0 ? '' : `; ${readAgain(episodes)}`}.`;
}

function readAgain(episodes: number): string {
  return `${counted(episodes, 'episode')} ${episodes === 1 ? 'is' : 'are'} read again`;
}
