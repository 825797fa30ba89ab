import { createElement } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, it, vi } from 'vitest';
import RouteSamples, { generateMetadata } from './page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('../../../../_server/load.ts', () => ({
  serverSide: async () => ({
    apiDescription: async () => ({ info: { version: '1' }, paths: {} }),
    apiSamples: async () => new Map(),
    answerMissing: () => true,
  }),
}));

it('says without scripts that there is no route of that name', async () => {
  const params = Promise.resolve({ route: 'getNothing' });
  const { prelude } = await prerenderToNodeStream(createElement(RouteSamples, { params }));
  const parts: Buffer[] = [];
  for await (const part of prelude) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toContain('Nothing is kept under this address');
  expect(await generateMetadata({ params })).toMatchObject({ title: 'Not found' });
});
