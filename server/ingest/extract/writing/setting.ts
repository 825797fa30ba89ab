import { counted } from '#server/features/ideas/rules.ts';
import { listed } from '#server/language/phrasing.ts';

/** At most this many companies are told, in the order they are named. */
const MOST_NAMED = 4;

/** How many seconds the talk stays with its subject, and the other companies it names, in order. */
export type Setting = { readonly seconds: number; readonly beside: readonly string[] };

/** A sentence on the length of the talk and the other companies it names: true whatever was meant. */
export function settingOf({ seconds, beside }: Setting): string {
  const named = [...new Set(beside)].slice(0, MOST_NAMED);
  const lasts = `The talk around it lasts ${lasting(Math.max(1, seconds))}`;
  return named.length === 0 ? `${lasts}.` : `${lasts} and also names ${listed(named)}.`;
}

/** "24 seconds", "1 minute", "2 minutes and 5 seconds". */
function lasting(seconds: number): string {
  const parts = [
    { count: Math.floor(seconds / 60), unit: 'minute' },
    { count: seconds % 60, unit: 'second' },
  ];
  return listed(parts.filter(({ count }) => count > 0).map(({ count, unit }) => counted(count, unit)));
}
