import { beforeAll, expect, it, vi } from 'vitest';
import { Refusal } from '#server/api/errors.ts';
import { formRefusal, safePath } from '#server/edges/pages.ts';
import { readEnv } from '#server/platform/env.ts';
import { shareServices } from '#server/platform/services.ts';
import { setSearchSaved, setTickerFollow } from './actions.ts';

vi.mock('next/cache', () => ({ revalidatePath: () => undefined }));
vi.mock('next/headers', () => ({}));
vi.mock('../_server/load.ts', () => ({ serverSide: async () => ({ formRefusal, safePath }) }));
vi.mock('../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  api: async () => ({
    pages: {
      suggest: ({ q }: { q: string }) =>
        q === 'apple' ? Promise.reject(new Refusal('rate_limited')) : { offered: [], meant: null },
    },
    searches: { save: async () => undefined },
    follows: { followTicker: () => Promise.reject(new Refusal('invalid_request', { field: 'symbol' })) },
  }),
}));

function sent(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

beforeAll(() => shareServices({ env: readEnv({}) } as Parameters<typeof shareServices>[0]));

it('says under the form that the service cannot look up a ticker now', async () => {
  expect(await setTickerFollow(null, sent({ symbol: 'apple' }))).toMatchObject({
    ok: false,
    message: new Refusal('rate_limited').message,
  });
});

it('gives the ticker that was refused back to its field', async () => {
  expect(await setTickerFollow(null, sent({ symbol: 'Nvdia', $ACTION_KEY: 'k' }))).toMatchObject({
    ok: false,
    field: 'symbol',
    entries: { symbol: ['Nvdia'] },
  });
});

it('says of a search that was asked with air dates that it is saved without them', async () => {
  const save = { path: '/search?q=tesla', asked: '{"q":"tesla"}', save: 'yes' };
  expect((await setSearchSaved(null, sent({ ...save, dated: 'yes' })))?.message).toMatch(
    /^Saved without the air dates\./,
  );
  expect((await setSearchSaved(null, sent(save)))?.message).toMatch(/^Saved\./);
});
