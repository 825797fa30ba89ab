import type { TickerCount } from '#server/features/pages/schema.ts';
import { loadUniverse } from '#server/linking/universe.ts';

/** A count of a symbol's ideas under the name that the ticker universe has for it. */
export function named(count: TickerCount): TickerCount {
  return { ...count, name: loadUniverse().bySymbol(count.symbol)?.name ?? count.name };
}
