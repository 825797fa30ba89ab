import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The rules of the house that no linter checks (docs/architecture.md). Tests and generated code are exempt. */
const root = join(import.meta.dirname, '../..');
const MOST_LINES = 300;
const MOST_FILES = 14;
const FOLDERS = ['app', 'server', 'e2e', 'bench', 'prisma', 'public', 'clients'];

const code = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
)
  .filter((entry) => entry.isFile() && ['.ts', '.tsx', '.mjs', '.js'].includes(extname(entry.name)))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !/(^|\/)(generated|node_modules|dist)\//.test(path));
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('server/testing/');
const sources = code.filter((path) => !isTest(path));
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** The part of a package's lock entry that is read here. */
type Locked = { optionalDependencies?: Record<string, string> };

/** What a rule may not do: read the clock or use random values. */
const IMPURE = /\bDate\.now\(\)|\bnew Date\(\s*\)|\bMath\.random\b|\brandom(?:Bytes|Int|UUID)\b/;

describe('the house', () => {
  it('keeps rules pure: values and a clock in, values out', () => {
    const rules = sources.filter((path) => basename(path) === 'rules.ts');
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.filter((path) => IMPURE.test(text(path)))).toEqual([]);
  });

  it(`has no source file over ${MOST_LINES} lines`, () => {
    const lengths = sources
      .filter((path) => path.startsWith('app/') || path.startsWith('server/'))
      .map((path) => ({ path, lines: text(path).trimEnd().split('\n').length }));
    expect(lengths.length).toBeGreaterThan(400);
    expect(lengths.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
  });

  it(`has no folder of more than ${MOST_FILES} source files`, () => {
    const folders = new Map<string, number>();
    // Tests lie beside their source and are not counted; their helpers are.
    for (const path of code.filter((one) => /^(app|server)\//.test(one) && !/\.test\.tsx?$/.test(one)))
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
    const crowded = [...folders].filter(([, files]) => files > MOST_FILES).map(([folder]) => folder);
    expect(crowded).toEqual([]);
  });

  it('cites nothing that a clone does not hold', () => {
    const foreign = /\b(?:SPEC|DESIGN|GUIDE)\.md/;
    // These read the specification where it lies beside the repository, and this file names it.
    const readers = /^e2e\/contract-(specification|table)|^server\/contract\/house\.test\.ts$/;
    const citing = code.filter((path) => !readers.test(path) && foreign.test(text(path)));
    expect(citing).toEqual([]);
  });

  it('locks the packages of every platform, not only those of the machine that wrote the lock', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Locked> };
    const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
    expect(optional.length).toBeGreaterThan(50);
    expect(optional.filter((name) => !locked.has(name))).toEqual([]);
  });
});
