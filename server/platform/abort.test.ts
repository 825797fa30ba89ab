import { describe, expect, it } from 'vitest';
import { endedBy } from '#server/platform/abort.ts';

const NEVER = new Promise<never>(() => undefined);

describe('work that a signal ends', () => {
  it('is told as ended once it has given back what it took', async () => {
    const over = new AbortController();
    const told: string[] = [];
    const work = untilAborted(over.signal).catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      told.push('given back');
      throw new Error('cancelled');
    });
    const ended = endedBy(over.signal, work, 60_000).catch((error: Error) => told.push(error.message));
    over.abort(new Error('late'));
    await ended;
    expect(told).toEqual(['given back', 'late']);
  });

  it('gives what it finished meanwhile', async () => {
    const over = new AbortController();
    const work = untilAborted(over.signal).catch(async () => 'done');
    const ended = endedBy(over.signal, work, 60_000);
    over.abort();
    expect(await ended).toBe('done');
  });

  it('is waited for no longer than it is given, and not at all once it has ended by itself', async () => {
    await expect(endedBy(AbortSignal.abort(new Error('late')), NEVER, 1)).rejects.toThrow('late');
    const failed = Promise.reject(new Error('its own'));
    await expect(endedBy(new AbortController().signal, failed, 1)).rejects.toThrow('its own');
  });
});

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
