import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { Operator } from './operator.tsx';

let name: string | null;
vi.mock('../../_server/load.ts', () => ({
  serverSide: async () => ({ operator: async () => ({ name, address: 'Quay 1, Port', email: null }) }),
}));

it('says who runs the service, or that nobody said so', async () => {
  name = 'Ada Marsh';
  expect(await drawn(createElement(Operator))).toContain('This service is run by Ada Marsh, Quay 1, Port.');
  name = null;
  expect(await drawn(createElement(Operator))).toContain(
    'The operator of this service has not given a name and address.',
  );
});
