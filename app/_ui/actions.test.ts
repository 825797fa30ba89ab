import { expect, it, vi } from 'vitest';
import { Refusal } from '#server/api/errors.ts';
import { formRefusal, safePath } from '#server/edges/pages.ts';
import { readEnv } from '#server/platform/env.ts';
import { shareServices } from '#server/platform/services.ts';
import { setTickerFollow } from './actions.ts';

vi.mock('next/cache', () => ({ revalidatePath: () => undefined }));
vi.mock('next/headers', () => ({}));
vi.mock('../_server/load.ts', () => ({ serverSide: async () => ({ formRefusal, safePath }) }));
vi.mock('../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  api: async () => ({ pages: { suggest: () => Promise.reject(new Refusal('rate_limited')) } }),
}));

it('says under the form that the service cannot look up a ticker now', async () => {
  shareServices({ env: readEnv({}) } as Parameters<typeof shareServices>[0]);
  const form = new FormData();
  form.set('symbol', 'apple');
  expect(await setTickerFollow(null, form)).toMatchObject({
    ok: false,
    message: new Refusal('rate_limited').message,
  });
});
