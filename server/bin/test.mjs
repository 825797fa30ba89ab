// npm test: installs, then types, lint, borders, unit and integration tests, contract tests and browser journeys on the
// built service, the public MCP conformance suite, and whether every test that the contract's table names ran.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, environment, generate, install, node, root } from './prepare.mjs';

install();
generate();

const bin = (name, file) => [node, join(root, 'node_modules', name, file)];
const checks = [
  ['types', [...bin('typescript-native', 'bin/tsc'), '--noEmit']],
  ['lint', [...bin('@biomejs/biome', 'bin/biome'), 'check', '.', '--diagnostic-level=error']],
  [
    'borders',
    [
      ...bin('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'app',
      'server',
      'prisma',
    ],
  ],
];
const suites = [
  ['unit and integration', 'vitest.config.ts', () => undefined],
  ['contract', 'e2e/vitest.config.ts', build],
];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, command] of checks)
  tally(
    name,
    run(name, command) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 },
  );
for (const [name, config, prepare] of suites) {
  prepare();
  tally(name, vitest(name, config));
}
prepareBrowser();
tally('browser journeys', journeys());
tally('MCP conformance', conformance());
const ran = run('the contract’s tests ran', [node, join(root, 'e2e/contract-ran.ts')]);
tally('the contract’s tests ran', { passed: ran ? 1 : 0, failed: ran ? 0 : 1, skipped: 0 });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function tally(name, { passed, failed, skipped }) {
  process.stdout.write(`== ${name}: ${failed === 0 ? 'ok' : 'FAILED'}\n`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function run(name, [program, ...args], extra = {}) {
  process.stdout.write(`\n== ${name}\n`);
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment(extra) }).status === 0;
}

function vitest(name, config) {
  const report = join(root, 'test-results', `${config.replace(/\W+/g, '-')}.json`);
  rmSync(report, { force: true });
  const ok = run(
    name,
    [
      ...bin('vitest', 'vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { NODE_ENV: 'test' },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const failed = numFailedTests || (ok ? 0 : Math.max(1, numFailedTestSuites));
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

/** Playwright's run; a test that passed only when it was run again counts as failed. */
function journeys() {
  const report = join(root, 'test-results/playwright.json');
  rmSync(report, { force: true });
  const ok = run('browser journeys', [...bin('@playwright/test', 'cli.js'), 'test']);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = stats.unexpected + stats.flaky || (ok ? 0 : Math.max(1, errors.length));
  return { passed: stats.expected, failed, skipped: stats.skipped };
}

/** The public suite against its own fixtures and against the product; scenarios listed as failing count as skipped. */
function conformance() {
  const report = join(root, 'test-results/conformance.json');
  rmSync(report, { force: true });
  const ok = run('MCP conformance', [node, join(root, 'e2e/conformance/run.ts')]);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  return { ...counts, failed: Math.max(counts.failed, ok ? 0 : 1) };
}

/** Chromium has no npm package that holds it: where none is found, Debian's is installed. */
function prepareBrowser() {
  const known = JSON.parse(readFileSync(join(root, 'e2e/chromium.json'), 'utf8'));
  if ([process.env.E2E_CHROMIUM, ...known].some((path) => path && existsSync(path))) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  process.stdout.write('\n== installing Chromium from Debian\n');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
