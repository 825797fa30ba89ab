import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';

// The end of `npm test`, on reports that the runners write about tests that fail on purpose.

type Result = {
  passed: number;
  failed: number;
  skipped: number;
  failures: { file: string; name: string; error: string }[];
  files: { file: string; seconds: number }[];
};
type Run = { readonly ok: boolean; readonly root: string };
type Results = {
  vitestResult(report: object, times: object, run: Run): Result;
  playwrightResult(report: object, run: Run): Result;
  wholeResult(ok: boolean, output?: string): Result;
  closing(suites: { suite: string; seconds: number; result: Result }[]): string;
};

// Plain JavaScript, since it runs before anything is installed: it has no types to import.
const { vitestResult, playwrightResult, wholeResult, closing }: Results = await import(
  join(import.meta.dirname, 'results.mjs')
);

let folder = '';

beforeAll(() => {
  // Below the project, so that the runners' packages are found.
  mkdirSync(join(projectRoot, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(projectRoot, 'test-results/failing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what Vitest reports', () => {
  let result: Result;
  beforeAll(() => {
    write('vitest.config.mjs', 'export default {};');
    write(
      'sums.test.mjs',
      `import { describe, expect, it, beforeAll } from 'vitest';
describe('sums', () => {
  it('adds', () => expect(1 + 1).toBe(2));
  it('multiplies', () => expect(2 * 2).toBe(5));
  it.skip('divides', () => {});
});
describe('the table', () => {
  beforeAll(async () => {
    await new Promise((done) => setTimeout(done, 300));
    throw new Error('no table was laid');
  });
  it('is read', () => {});
});`,
    );
    write('broken.test.mjs', "import 'nowhere-to-be-found';");
    const ok = run(
      ['vitest/vitest.mjs', 'run', '--config', 'vitest.config.mjs', '--reporter=json'],
      [
        `--reporter=${join(import.meta.dirname, 'vitest-times.mjs')}`,
        `--outputFile.json=${join(folder, 'vitest.json')}`,
      ],
    );
    result = vitestResult(read('vitest.json'), read('times.json'), { ok, root: folder });
  });

  it('counts every failure once, hooks and files that do not load among them', () => {
    expect(result).toMatchObject({ passed: 1, failed: 3 });
    expect(result.failures).toHaveLength(3);
  });

  it('names the test, its file and line, and the first words of its error', () => {
    expect(result.failures).toContainEqual({
      file: 'sums.test.mjs:4',
      name: 'sums > multiplies',
      error: expect.stringMatching(/^AssertionError: expected 4 to be 5/),
    });
    expect(result.failures).toContainEqual({
      file: 'sums.test.mjs',
      name: 'the table > outside of its tests',
      error: 'Error: no table was laid',
    });
    expect(result.failures).toContainEqual({
      file: 'broken.test.mjs',
      name: 'outside of its tests',
      error: expect.stringContaining('nowhere-to-be-found'),
    });
  });

  it('counts what hooks take in the seconds of a file', () => {
    expect(result.files.find(({ file }) => file === 'sums.test.mjs')?.seconds).toBeGreaterThan(0.29);
  });
});

describe('what Playwright reports', () => {
  let result: Result;
  beforeAll(() => {
    write(
      'playwright.config.mjs',
      "export default { testDir: 'journeys', retries: 1, outputDir: 'left', reporter: [['json', { outputFile: 'playwright.json' }]] };",
    );
    write(
      'journeys/visit.spec.mjs',
      `import { expect, test } from '@playwright/test';
test('looks', () => expect(1).toBe(1));
test.describe('a visit', () => {
  test('falls over', () => { throw new Error('the page fell over'); });
  test('gets up', ({}, { retry }) => expect(retry).toBe(1));
});`,
    );
    const ok = run(['@playwright/test/cli.js', 'test', '--config', 'playwright.config.mjs'], []);
    result = playwrightResult(read('playwright.json'), { ok, root: folder });
  });

  it('counts as failed what failed, and what passed only when run again', () => {
    expect(result).toMatchObject({ passed: 1, failed: 2, skipped: 0 });
    expect(result.failures).toEqual([
      {
        file: 'journeys/visit.spec.mjs:4',
        name: 'a visit > falls over',
        error: 'Error: the page fell over',
      },
      {
        file: 'journeys/visit.spec.mjs:5',
        name: 'a visit > gets up',
        error: expect.stringMatching(/^passed only when run again: Error: expect\(received\)/),
      },
    ]);
    expect(result.files.map(({ file }) => file)).toEqual(['journeys/visit.spec.mjs']);
  });
});

describe('the end of npm test', () => {
  const none: Result = { passed: 2, failed: 0, skipped: 0, failures: [], files: [] };

  it('lists failures, then ends with the counts', () => {
    const failures = [{ file: 'a.test.ts:3', name: 'a > works', error: 'it did not' }];
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
    const lines = closing([
      { suite: 'unit', seconds: 61.25, result: { ...none, failed: 1, failures, files } },
      {
        suite: 'types',
        seconds: 3,
        result: wholeResult(false, 'app/x.ts(3,1): error TS2304: no name\nmore'),
      },
      { suite: 'contract', seconds: 5, result: { ...none, failed: 1 } },
    ]).split('\n');
    expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(10);
    expect(lines).toContain('     11.0 s  11.test.ts');
    expect(lines).toContain('     61.3 s  unit');
    expect(lines.slice(lines.indexOf('== Failed'))).toEqual([
      '== Failed',
      '  unit: a.test.ts:3  a > works',
      '      it did not',
      '  types: app/x.ts(3,1): error TS2304: no name',
      '  contract: failed without naming a test; what it said stands above',
      '',
      '4 passed, 3 failed, 0 skipped',
      '',
    ]);
  });

  it('stays short enough to be shown whole by a CI service that keeps the last lines', () => {
    const failures = Array.from({ length: 500 }, (_, at) => ({ file: `${at}.ts`, name: 'x', error: 'y' }));
    const said = closing([{ suite: 'unit', seconds: 1, result: { ...none, failed: 500, failures } }]);
    expect(said.split('\n').length).toBeLessThan(200);
    expect(said).toContain('and 420 more, above');
    expect(said).toContain('2 passed, 500 failed');
  });

  it('lists no failures where there are none', () => {
    expect(closing([{ suite: 'unit', seconds: 1, result: none }])).not.toContain('Failed');
  });
});

function write(file: string, words: string): void {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), words);
}

function read(file: string): object {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

/** Runs a test runner in the folder, without the variables of the Vitest around it. Returns whether it exits with 0. */
function run([program = '', ...args]: string[], more: string[]): boolean {
  const outside = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name));
  const { status } = spawnSync(
    process.execPath,
    [join(projectRoot, 'node_modules', program), ...args, ...more],
    {
      cwd: folder,
      stdio: 'pipe',
      env: {
        ...Object.fromEntries(outside),
        NODE_ENV: 'test',
        VITEST_TIMES_FILE: join(folder, 'times.json'),
      },
    },
  );
  return status === 0;
}
