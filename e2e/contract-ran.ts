import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRows } from '#e2e/contract-table.ts';
import { projectRoot } from '#server/platform/env.ts';
import { literal } from '#server/platform/pattern.ts';

/**
 * Checks by the reports of `npm test` that every test that docs/contract-tests.md names has run and passed. Names those that
 * have not, and exits with 1. Tests that were skipped because something is missing here (Redis, IPv6) are named and do not fail.
 * Run after the suites: node e2e/contract-ran.ts
 */
const VITEST = ['vitest-config-ts.json', 'e2e-vitest-config-ts.json'];
const PLAYWRIGHT = 'playwright.json';

type Outcome = { readonly file: string; readonly name: string; readonly status: string };

type VitestReport = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

/** A file, or a group in it; `status` of a test is `expected`, `unexpected`, `flaky` or `skipped`. */
type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string }[] }[];
};

function ofVitest(report: string): Outcome[] {
  const { testResults } = read<VitestReport>(report);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(projectRoot, name),
      name: [...ancestorTitles, title].join(' > '),
      status,
    })),
  );
}

function ofPlaywright(): Outcome[] {
  const { config, suites } = read<{ config: { rootDir: string }; suites: Suite[] }>(PLAYWRIGHT);
  const folder = relative(projectRoot, config.rootDir);
  return suites.flatMap((suite) => ofSuite(folder, suite, []));
}

function ofSuite(folder: string, { file, specs, suites = [] }: Suite, outer: readonly string[]): Outcome[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({
      file: join(folder, file),
      name: [...outer, title].join(' > '),
      status: statusOf(status),
    })),
  );
  return [...own, ...suites.flatMap((suite) => ofSuite(folder, suite, [...outer, suite.title]))];
}

function statusOf(status: string): string {
  if (status === 'expected') return 'passed';
  return status === 'skipped' ? status : 'failed';
}

function read<T>(report: string): T {
  return JSON.parse(readFileSync(join(projectRoot, 'test-results', report), 'utf8'));
}

/** A pattern of the names that a declared name can have: `it.each` and template strings fill in anything. */
function patternOf(name: string): RegExp {
  const parts = name.split(/%[sdifjo]|\$\{[^}]*\}/).map((part) => literal(part));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

const ran = Map.groupBy([...VITEST.flatMap(ofVitest), ...ofPlaywright()], ({ file }) => file);
const complaints = new Set<string>();
const skipped = new Set<string>();
for (const { proof } of readRows()) {
  if ('excuse' in proof) continue;
  const pattern = patternOf(proof.test);
  const tests = (ran.get(proof.file) ?? []).filter(({ name }) => pattern.test(name));
  const named = `${proof.file}: ${proof.test}`;
  if (tests.length === 0) complaints.add(`did not run: ${named}`);
  else if (tests.some(({ status }) => status === 'failed')) complaints.add(`failed: ${named}`);
  else if (tests.every(({ status }) => status !== 'passed')) skipped.add(named);
}
for (const named of skipped) console.log(`skipped: ${named}`);
for (const complaint of complaints) console.error(complaint);
console.log(`The contract's tests: ${complaints.size} missing or failed, ${skipped.size} skipped.`);
process.exitCode = complaints.size === 0 ? 0 : 1;
