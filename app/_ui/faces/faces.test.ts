import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the faces that every page loads weigh at most 45 kB together', () => {
  const faces = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.woff2'));
  expect(faces.length).toBe(2);
  const bytes = faces.map((name) => statSync(join(import.meta.dirname, name)).size);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(45_000);
});
