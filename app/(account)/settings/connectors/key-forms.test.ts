import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { NewKeyForm } from './key-forms.tsx';

const answered = vi.hoisted(() => ({ outcome: null as object | null }));
vi.mock('react', async (whole) => ({
  ...(await whole<object>()),
  useActionState: () => [answered.outcome, () => undefined, false],
}));
vi.mock('./actions.ts', () => ({ createKey: null, rotateKey: null }));

async function foldOfScopes(outcome: object | null): Promise<string> {
  answered.outcome = outcome;
  const form = { id: 'k', webUrl: '', scopes: ['ideas:read'], offersTest: false } as const;
  const page = await drawn(createElement(NewKeyForm, form as never));
  return /<details[^>]*>(?=<summary[^>]*>Scopes for my own pick)/.exec(page)![0];
}

it('shows the scopes where at least one must be picked', async () => {
  const refused = { ok: false, message: 'Pick at least one scope for the key.', field: 'scopes' };
  expect(await foldOfScopes(refused)).toContain('open');
  expect(await foldOfScopes(null)).not.toContain('open');
});
