import { expect, it } from 'vitest';
import Settings from './page.tsx';

it('opens on the account: address, sessions, download and erasure', () => {
  expect(() => Settings()).toThrow(
    expect.objectContaining({ digest: expect.stringContaining('/settings/privacy') }),
  );
});
