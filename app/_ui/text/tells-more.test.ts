import { expect, it } from 'vitest';
import { tellsMore } from './tells-more.ts';

it('keeps a line that says more than the headline above it, and leaves out one that repeats it', () => {
  expect(tellsMore('Ana Ruiz argues that packaging limits Nvidia.', 'Packaging limits Nvidia')).toBe(true);
  expect(tellsMore('Packaging limits Nvidia.', 'Packaging limits Nvidia')).toBe(false);
  expect(tellsMore('“Nvidia” – packaging limits', 'Packaging limits Nvidia')).toBe(false);
  expect(tellsMore('', 'Packaging limits Nvidia')).toBe(false);
});
