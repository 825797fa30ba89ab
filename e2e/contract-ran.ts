import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRows } from '#e2e/contract-table.ts';
import { projectRoot } from '#server/platform/env.ts';
import { literal } from '#server/platform/pattern.ts';

/**
 * Whether every test that docs/contract-tests.md names has run and passed, by the reports of `npm test`. Exits with 1 naming
 * those that have not; tests that were skipped for want of something (Redis, IPv6) are told and let through.
 * Run after the suites: node e2e/contract-ran.ts
 */
const REPORTS = ['vitest-config-ts.json', 'e2e-vitest-config-ts.json'];

type Report = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

/** `passed`, `failed` or `skipped` of every test that ran, by file and full name. */
function outcomes(): Map<string, { name: string; status: string }[]> {
  const found = new Map<string, { name: string; status: string }[]>();
  for (const report of REPORTS) {
    const { testResults } = JSON.parse(
      readFileSync(join(projectRoot, 'test-results', report), 'utf8'),
    ) as Report;
    for (const { name, assertionResults } of testResults) {
      const tests = assertionResults.map(({ ancestorTitles, title, status }) => ({
        name: [...ancestorTitles, title].join(' > '),
        status,
      }));
      found.set(relative(projectRoot, name), tests);
    }
  }
  return found;
}

/** A declared name as a pattern: what `it.each` and template strings fill in may be anything. */
function patternOf(name: string): RegExp {
  const parts = name.split(/%[sdifjo]|\$\{[^}]*\}/).map((part) => literal(part));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

const ran = outcomes();
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
