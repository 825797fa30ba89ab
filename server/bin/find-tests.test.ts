import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Found = { readonly files: readonly string[]; readonly title: string | undefined };
type FindTests = (root: string, cwd: string, what: string, within?: string) => Found;

// Plain JavaScript, since it runs before anything is installed: it has no types to import.
const { findTests }: { findTests: FindTests } = await import(join(import.meta.dirname, 'find-tests.mjs'));

const FILES = {
  'server/sums.test.ts': "describe('sums', () => it('adds', () => {}))",
  'server/sums.ts': 'adds',
  'bench/median.test.ts': "it('is in the middle', () => {})",
  'e2e/journeys/visit.spec.ts': "test('adds', () => {})",
};
const root = mkdtempSync(join(tmpdir(), 'earmark-find-'));
const server = join(root, 'server');

beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the tests that npm run test:one runs', () => {
  it.each([
    ['a path from the project', root, 'server/sums.test.ts'],
    ['a path from where one stands', server, 'sums.test.ts'],
    ['a whole path', tmpdir(), join(server, 'sums.test.ts')],
    ['a part of a path', root, 'sums'],
    ['a folder', root, 'server'],
  ])('are found by %s', (_how, cwd, what) => {
    expect(findTests(root, cwd, what, 'adds')).toEqual({ files: ['server/sums.test.ts'], title: 'adds' });
  });

  it('are found by a title, wherever it stands', () => {
    const both = ['server/sums.test.ts', 'e2e/journeys/visit.spec.ts'];
    expect(findTests(root, root, 'adds')).toEqual({ files: both, title: 'adds' });
    expect(findTests(root, root, 'sums > adds')).toEqual({ files: both, title: 'sums > adds' });
  });

  it('are those of benches, too', () => {
    expect(findTests(root, root, 'is in the middle').files).toEqual(['bench/median.test.ts']);
  });
});
