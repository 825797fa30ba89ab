import { describe, expect, it } from 'vitest';
import { logThinly } from '#server/platform/failure/thin.ts';

/** What was logged of failures of these causes, each so many milliseconds after the start. */
function logged(failures: readonly (readonly [cause: string, at: number])[]) {
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line) };
  for (const [cause, at] of failures) logThinly(log, cause, { cause }, 'calls fail', at);
  return lines;
}

describe('a failure that many calls meet', () => {
  it('is logged once a minute for a cause, with how many were alike', () => {
    const refused = [0, 10, 20, 59_999, 60_000, 60_001].map((at) => ['ECONNREFUSED', at] as const);
    expect(logged(refused)).toEqual([
      [{ cause: 'ECONNREFUSED' }, 'calls fail'],
      [{ cause: 'ECONNREFUSED', alike: 3 }, 'calls fail'],
    ]);
  });

  it('does not keep another cause from being logged', () => {
    expect(
      logged([
        ['ECONNREFUSED', 0],
        ['53100', 1],
      ]),
    ).toHaveLength(2);
  });
});
