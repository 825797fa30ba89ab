import type { Outcome } from './drive.ts';

export const HEAD =
  '| killed | calls | at a limit | failed | how | without a key: failed | well again after, s |\n|---|---|---|---|---|---|---|';

/** A row on what callers saw of one kill. `killed` is its time, in milliseconds as `Date.now()`. */
export function rowOf(name: string, killed: number, outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const kinds = [...Map.groupBy(failed, ({ failure }) => failure)];
  const how = kinds.map(([what, all]) => `${what}: ${all.length}`).join(', ') || 'none';
  const keyless = outcomes.filter(({ kind }) => kind === 'timeline without a key');
  const cells = [
    name,
    outcomes.length,
    outcomes.filter(({ status }) => status === 429).length,
    failed.length,
    how,
    `${keyless.filter(({ failure }) => failure !== null).length} of ${keyless.length}`,
    wellAgainAfter(killed, outcomes),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Seconds from the kill to the first success after the last failure, for the kind of call that took longest; 0 if none failed. */
export function wellAgainAfter(killed: number, outcomes: readonly Outcome[]): string {
  const moments = [...Map.groupBy(outcomes, ({ kind }) => kind).values()].map((all) => {
    const last = Math.max(...all.map(({ at, failure }) => (failure === null ? 0 : at)));
    if (last === 0) return killed;
    return Math.min(...all.map(({ at, failure }) => (failure === null && at > last ? at : Infinity)));
  });
  const seconds = (Math.max(killed, ...moments) - killed) / 1000;
  return seconds === Infinity ? 'not while it was watched' : seconds.toFixed(1);
}

/** A sentence on the calls of one key within a minute in which it may make `limit`. */
export function overrunOf(outcomes: readonly Outcome[], limit: number): string {
  const answered = outcomes.filter(({ status }) => status === 200).length;
  const refused = outcomes.filter(({ status }) => status === 429).length;
  return `${outcomes.length} calls: ${answered} answered (${Math.max(0, answered - limit)} above its ${limit}), ${refused} refused, ${outcomes.length - answered - refused} failed`;
}
