import { listed } from '#server/language/listed.ts';

/** Of the companies named beside the subject so many are told, those named first. */
const MOST_NAMED = 4;

/** Where an argument stands: how many seconds the talk stays with its subject, and the companies that are named there besides, as first named. */
export type Setting = { readonly seconds: number; readonly beside: readonly string[] };

/** A plain sentence on how long the talk around an argument lasts and which other companies it names: what is so whatever was meant, and whoever else speaks. */
export function settingOf({ seconds, beside }: Setting): string {
  const named = [...new Set(beside)].slice(0, MOST_NAMED);
  const lasts = `The talk around it lasts ${lasting(Math.max(1, seconds))}`;
  return named.length === 0 ? `${lasts}.` : `${lasts} and also names ${listed(named)}.`;
}

/** "24 seconds", "1 minute", "2 minutes and 5 seconds". */
function lasting(seconds: number): string {
  const parts = [counted(Math.floor(seconds / 60), 'minute'), counted(seconds % 60, 'second')];
  return listed(parts.filter((part) => part !== null));
}

function counted(count: number, unit: string): string | null {
  if (count === 0) return null;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
