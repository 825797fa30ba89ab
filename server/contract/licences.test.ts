import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
type Locked = { readonly license?: string; readonly dev?: boolean };
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** Licences that demand no more than their text and a name: any package may have one. */
const FREE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'MIT and ISC',
  'MIT OR Apache-2.0',
  '(MIT OR CC0-1.0)',
  '(AFL-2.1 OR BSD-3-Clause)',
]);

/** Other licences, by package: each was read, and is listed in docs/operations.md, "Licences". */
const READ: readonly (readonly [name: RegExp, licence: string])[] = [
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later'],
  [/^@img\/sharp-wasm32$/, 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  [/^lightningcss(-.+)?$/, 'MPL-2.0'],
  [/^(axe-core|@axe-core\/playwright)$/, 'MPL-2.0'],
  [/^elkjs$/, 'EPL-2.0'],
  [/^caniuse-lite$/, 'CC-BY-4.0'],
  [/^@fontsource(-variable)?\//, 'OFL-1.1'],
  [/^argparse$/, 'PSF-2.0'],
  // Its package.json names none; its repository is under the MIT licence.
  [/^seq-queue$/, 'none'],
];

const named = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, { license = 'none' }]) => ({ name: path.replace(/^.*node_modules\//, ''), licence: license }));

describe('the licences of what Earmark is built from', () => {
  it('are known: a package under another one has to be read first', () => {
    expect(named.length).toBeGreaterThan(500);
    const unknown = named.filter(
      ({ name, licence }) =>
        !FREE.has(licence) && !READ.some(([known, under]) => known.test(name) && under === licence),
    );
    expect(unknown).toEqual([]);
  });

  it('that ask for more than a name stand in the operations guide', () => {
    const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    for (const part of ['sharp-libvips', 'lightningcss', 'axe-core', 'elkjs', 'caniuse-lite', 'Fontsource'])
      expect(guide).toContain(part);
  });
});
