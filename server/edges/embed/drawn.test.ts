import { expect, it } from 'vitest';
import { Refusal } from '#server/api/errors.ts';
import { drawnFor } from '#server/edges/embed/drawn.ts';
import type { Services } from '#server/platform/services.ts';

let left = 1;
const services = {
  buckets: {
    take: async () => {
      left -= 1;
      return { allowed: left >= 0, retryAfterSeconds: 60 };
    },
  },
} as unknown as Services;
const draw = async () => new ArrayBuffer(8);

it('draws an image once for all readers, and past the drawings of an address no other', async () => {
  const first = await drawnFor(services, '::1', 'one', draw);
  expect(first).toBeInstanceOf(ArrayBuffer);
  expect(await drawnFor(services, '::1', 'one', draw)).toBe(first);
  expect(await drawnFor(services, '::1', 'two', draw)).toBeInstanceOf(Refusal);
});
