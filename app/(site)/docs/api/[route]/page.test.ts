import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
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
  expect(await drawn(createElement(RouteSamples, { params }))).toContain(
    'Nothing is kept under this address',
  );
  expect(await generateMetadata({ params })).toMatchObject({ title: 'Not found' });
});
