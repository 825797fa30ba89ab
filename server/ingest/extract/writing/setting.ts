/** Of the companies named beside the subject so many are told, those named first. */
const MOST_NAMED = 4;
const LIST = new Intl.ListFormat('en-GB');

/** Where an argument stands: how many seconds it takes, and the companies that it names beside its subject, as first named. */
export type Setting = { readonly seconds: number; readonly beside: readonly string[] };

/** A plain sentence on how long an argument takes and which other companies it names: what is so whatever was meant. */
export function settingOf({ seconds, beside }: Setting): string {
  const named = [...new Set(beside)].slice(0, MOST_NAMED);
  const takes = `The argument takes ${lasting(Math.max(1, seconds))} of the episode`;
  return named.length === 0 ? `${takes}.` : `${takes} and also names ${LIST.format(named)}.`;
}

/** "24 seconds", "1 minute", "2 minutes and 5 seconds". */
function lasting(seconds: number): string {
  const parts = [counted(Math.floor(seconds / 60), 'minute'), counted(seconds % 60, 'second')];
  return LIST.format(parts.filter((part) => part !== null));
}

function counted(count: number, unit: string): string | null {
  if (count === 0) return null;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
