import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { SavedList } from './saved-list.tsx';

vi.mock('../actions.ts', () => ({ setSaved: null }));
vi.mock('../../_server/reader.ts', () => ({
  orMissing: (answer: Promise<unknown>) => answer,
  api: async () => ({ saves: { listSaves: async () => ({ ideas: [], nextCursor: null }) } }),
}));

it('says on an emptied later page that nothing older is saved, and not that nothing is', async () => {
  expect(await drawn(createElement(SavedList, { path: '/saved' }))).toContain('Nothing saved yet.');
  const later = await drawn(createElement(SavedList, { path: '/saved', cursor: 'c' }));
  expect(later).not.toContain('Nothing saved yet.');
  expect(later).toContain('No older save.');
});
