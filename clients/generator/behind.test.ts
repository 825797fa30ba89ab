import { expect, it } from 'vitest';
import { filesBehind } from './files.ts';

it('the client kits are as the description has them: where this fails, npm run kits writes them anew', async () => {
  expect(await filesBehind()).toEqual([]);
});
