import { expect, it, vi } from 'vitest';
import type { Refusal } from '#server/api/errors.ts';
import { formRefusal, pageRefusal, safePath } from '#server/edges/pages.ts';
import { saveLimit } from '#server/features/saves/rules.ts';
import { readEnv } from '#server/platform/env.ts';
import { shareServices } from '#server/platform/services.ts';
import { packed, whyUndone } from '../../../_server/wish.ts';
import { GET } from './route.ts';

const jar = vi.hoisted(() => new Map<string, string>());
const page = vi.hoisted(() => ({ asked: null as string | null }));
const followed = vi.hoisted(() => [] as string[]);
const apple = vi.hoisted(() => ({ kind: 'ticker', key: 'AAPL', name: 'Apple', ideas: 3 }));
const refused = vi.hoisted(() => ({ by: null as Error | null }));
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined),
    has: (name: string) => jar.has(name),
    set: (name: string, value: string) => jar.set(name, value),
    delete: (name: string) => jar.delete(name),
  }),
}));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined }));
vi.mock('../../../_server/reader.ts', () => ({
  viewer: async () => ({ id: 'a' }),
  signedIn: async () => undefined,
  api: async () => ({
    saves: { saveIdea: () => Promise.reject(refused.by) },
    pages: { suggest: async () => ({ offered: [apple], meant: null }) },
    follows: { followTicker: async ({ symbol }: { symbol: string }) => followed.push(symbol) },
  }),
}));
vi.mock('../../../_server/load.ts', () => ({
  serverSide: async () => ({
    ...{ safePath, pageRefusal, formRefusal, pageAsked: () => page.asked },
    services: async () => ({ env: readEnv({}) }),
  }),
}));

it('a save that was pressed before signing in and is refused is told in the words of a signed-in reader', async () => {
  shareServices({ env: readEnv({}) } as Parameters<typeof shareServices>[0]);
  refused.by = saveLimit(10, 10);
  jar.set('earmark-wish', packed(JSON.stringify({ save: 'x', id: '1' })));
  const answer = await GET(new Request('http://earmark.test/sign-in/wish?of=1&next=/ideas/x'));
  expect(answer.headers.get('location')).toBe('/ideas/x');
  expect(await whyUndone()).toEqual({
    ...{ ok: false, message: (refused.by as Refusal).message },
    ...{ help: '/help/save-limit', upgrade: true },
  });
});

it('a search that was pressed in another browser is told beside that search alone', async () => {
  jar.delete('earmark-wish');
  await GET(new Request('http://earmark.test/sign-in/wish?of=1&next=%2Fsearch%3Fq%3Dgold'));
  page.asked = '/search?q=gold';
  expect((await whyUndone())?.message).toContain('Pressed in another browser');
  page.asked = '/search?q=oil';
  expect(await whyUndone()).toBeNull();
});

it('follows the ticker whose name was typed before signing in', async () => {
  jar.set('earmark-wish', packed(JSON.stringify({ ticker: 'apple', id: '1' })));
  await GET(new Request('http://earmark.test/sign-in/wish?of=1&next=/settings/follows'));
  expect(followed).toEqual(['AAPL']);
});
