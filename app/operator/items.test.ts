import { expect, it } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { Items } from './items.tsx';

const list = (length: number) =>
  drawn(Items({ none: 'None.', children: Array.from({ length }, (_, at) => `entry ${at};`) }));

it('folds a long list, so that the next one is near', async () => {
  const [open, folded] = (await list(30)).split('<details>');
  expect(open).toContain('entry 7;');
  expect(open).not.toContain('entry 8;');
  expect(folded).toContain('entry 29;');
  expect(folded).toContain('22 more');
  expect(await list(8)).not.toContain('<details>');
});
