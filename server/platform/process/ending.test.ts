import { afterEach, expect, it } from 'vitest';
import { endRequested } from './ending.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));

afterEach(() => {
  for (const [signal, known] of before)
    for (const listener of process.listeners(signal))
      if (!known.includes(listener)) process.off(signal, listener);
});

it.each(SIGNALS)('%s asks for the end, and a second one does not cut it short', async (signal) => {
  const ending = endRequested();
  process.emit(signal);
  await ending;
  expect(process.listenerCount(signal)).toBe(before.get(signal)!.length + 1);
});
