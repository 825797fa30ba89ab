import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Operator from '../../operator/page.tsx';
import Outbox from '../../outbox/page.tsx';
import { Missing } from './missing.tsx';

vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('../../_server/reader.ts', () => ({ viewer: async () => null }));
vi.mock('../../_server/load.ts', () => ({
  serverSide: async () => ({
    operatorDesk: async () => null,
    localOutbox: async () => null,
    answerMissing: () => true,
  }),
}));

it.each([
  ['the operator’s page', Operator],
  ['the local outbox', Outbox],
])('%s is told to be missing, without scripts too, to whoever may not see it', async (_name, page) => {
  expect(await drawn(createElement(page))).toContain('Nothing is kept under this address');
});

it('a ticker that nobody lists is named, and searched for', async () => {
  const page = await drawn(createElement(Missing, { ticker: 'ZZZZQ' }));
  expect(page).toContain('“ZZZZQ” is no ticker that is known here');
  expect(page).toContain('value="ZZZZQ"');
  expect(await drawn(createElement(Missing, { ticker: '\0' }))).toContain(
    'Nothing is kept under this address',
  );
});
