import { expect, it } from 'vitest';
import { encoderInstalled } from '#server/reader/installed.ts';

it('finds packages that are there, and misses one that is not', () => {
  expect(encoderInstalled(['vitest'])).toBe(true);
  expect(encoderInstalled(['vitest', '@nobody/no-such-package'])).toBe(false);
});
