import { beforeAll, expect, it, vi } from 'vitest';
import { Refusal } from '#server/api/errors.ts';
import { formRefusal, safePath } from '#server/edges/pages.ts';
import { readEnv } from '#server/platform/env.ts';
import { services, shareServices } from '#server/platform/services.ts';
import { setSaved, setSearchSaved, setShowFollow, setTickerFollow } from './actions.ts';

vi.mock('next/cache', () => ({ revalidatePath: () => undefined }));
const browser = vi.hoisted(() => ({ signedIn: true, kept: '', told: true }));
vi.mock('next/headers', () => ({
  cookies: async () => ({
    set: (_name: string, value: string) => {
      browser.kept = Buffer.from(value, 'base64url').toString();
    },
  }),
}));
vi.mock('../_server/load.ts', () => ({ serverSide: async () => ({ formRefusal, safePath, services }) }));
vi.mock('../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  viewer: async () => (browser.signedIn ? { id: 'a' } : null),
  api: async () => ({
    pages: {
      suggest: ({ q }: { q: string }) =>
        q === 'apple' ? Promise.reject(new Refusal('rate_limited')) : { offered: [], meant: null },
    },
    searches: { save: async () => undefined, remove: async () => undefined },
    alerts: { tellsNewIdeas: async () => browser.told },
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

it('says by which channels news of a search comes, or that none is on', async () => {
  const save = { path: '/search?q=tesla', asked: '{"q":"tesla"}', save: 'yes' };
  expect((await setSearchSaved(null, sent(save)))?.message).toContain('comes by the channels under Alerts');
  browser.told = false;
  expect((await setSearchSaved(null, sent(save)))?.message).toMatch(
    /^Saved\. Nothing is sent yet: switch on/,
  );
  browser.told = true;
});

it('says of a person that they are followed, and not that a search is saved', async () => {
  const follow = { path: '/people/Ana', asked: '{"person":"Ana"}', name: 'Ana' };
  expect((await setSearchSaved(null, sent({ ...follow, save: 'yes' })))?.message).toMatch(/^Followed\./);
  expect((await setSearchSaved(null, sent({ ...follow, save: 'no' })))?.message).toBe('No longer followed.');
});

it.each([
  ['Follow of a show', setShowFollow, { showId: 's', follow: 'yes' }, { show: 's' }],
  ['Follow of a ticker', setTickerFollow, { symbol: 'TSLA', follow: 'yes' }, { ticker: 'TSLA' }],
  ['Save of an idea', setSaved, { ideaId: 'i', save: 'yes' }, { save: 'i' }],
  ['Save of a search', setSearchSaved, { asked: '{"q":"gold"}', save: 'yes' }, { search: { q: 'gold' } }],
])('keeps a %s that was pressed after the session had ended', async (_which, press, fields, wish) => {
  browser.signedIn = false;
  const to = await press(null, sent({ ...fields, path: '/here' })).catch((error) => String(error.digest));
  browser.signedIn = true;
  expect(to).toContain('/sign-in?next=');
  expect(JSON.parse(browser.kept)).toMatchObject(wish);
});
