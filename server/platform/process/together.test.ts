import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beforeAbort, withinTime } from '#server/platform/abort.ts';
import { together } from './together.ts';

it('asks for what came meanwhile at once, after it came, and gives each its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 40 }), async (waits) => {
      const came: number[] = [];
      const batches: (readonly number[])[] = [];
      let underWay = 0;
      const ask = together<number, string>(async (items) => {
        underWay += 1;
        expect(underWay).toBe(1);
        const known = [...came];
        const asked = [...items];
        batches.push(asked);
        await turn();
        underWay -= 1;
        expect(asked.every((item) => known.includes(item))).toBe(true);
        return asked.map((item) => `of ${item}`);
      }, 60_000);
      const told = waits.map(async (turns, item) => {
        for (let n = 0; n < turns; n += 1) await turn();
        came.push(item);
        return ask(item);
      });
      expect(await Promise.all(told)).toEqual(waits.map((_, item) => `of ${item}`));
      expect(batches.flat().sort((a, b) => a - b)).toEqual(waits.map((_, item) => item));
    }),
    { numRuns: 50 },
  );
});

it('fails for all who were asked for together, and asks anew for who comes later', async () => {
  let fails = true;
  const ask = together<string, string>(async (items) => {
    if (fails) throw new Error('away');
    return items;
  });
  const failed = await Promise.allSettled([ask('a'), ask('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await ask('c')).toBe('c');
});

it('asks once more for several where that fails, and beside what takes long', async () => {
  const asked: (readonly string[])[] = [];
  const ask = together<string, string>(async (items) => {
    asked.push([...items]);
    if (items.includes('hangs')) return new Promise(() => undefined);
    if (asked.length === 1) throw new Error('reset');
    return items;
  }, 1);
  expect(await Promise.all([ask('a'), ask('b')])).toEqual(['a', 'b']);
  void ask('hangs');
  await turn();
  expect(await ask('c')).toBe('c');
  expect(asked).toEqual([['a', 'b'], ['a', 'b'], ['hangs'], ['c']]);
});

it('asks once alone for several where that takes too long', async () => {
  const asked: (readonly string[])[] = [];
  const ask = together<string, string>((items) => {
    asked.push([...items]);
    return withinTime(1, (signal) => beforeAbort(signal, new Promise<never>(() => undefined)));
  });
  const told = await Promise.allSettled([ask('a'), ask('b')]);
  expect(told.map((one) => one.status === 'rejected' && one.reason.name)).toEqual([
    'TimeoutError',
    'TimeoutError',
  ]);
  expect(asked).toEqual([['a', 'b']]);
});
