import { expect, it, vi } from 'vitest';
import { rotateSecret } from './actions.ts';

let made = 0;
const alerts = {
  rotateSecret: async () => {
    made += 1;
    return { secret: `secret ${made}`, url: 'https://hooks.example/' };
  },
};
vi.mock('../../../_server/attempt.ts', () => ({
  attempt: async (_path: string, work: (caller: object) => Promise<string>) => ({
    ok: true,
    message: await work({ alerts }),
  }),
}));

function pressedOn(asOf: string): FormData {
  const form = new FormData();
  form.set('id', 'w');
  form.set('asOf', asOf);
  return form;
}

it('makes one secret of two presses on one page, and another where it is asked for again', async () => {
  const first = await rotateSecret(null, pressedOn('2026-09-01T10:00:00.000Z'));
  expect(first).toMatchObject({ secret: 'secret 1' });
  const again = await rotateSecret(first, pressedOn('2026-09-01T10:00:00.000Z'));
  expect(again).toMatchObject({ secret: 'secret 1' });
  expect(await rotateSecret(again, pressedOn('2026-09-01T10:05:00.000Z'))).toMatchObject({
    secret: 'secret 2',
  });
});
