// npm test: installs, then types, lint, borders, unit and integration tests, contract tests and browser journeys on the
// built service, the public MCP conformance suite, and whether every test that the contract's table names ran. It ends with
// the slowest files, the seconds of each suite and every failed test, since a CI service shows the last lines alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, environment, generate, install, node, root } from './prepare.mjs';
import {
  closing,
  conformanceResult,
  nothingTested,
  playwrightResult,
  vitestResult,
  wholeResult,
} from './results.mjs';

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
const suites = [];
// Also when a build that fails ends the run early.
process.on('exit', () => process.stdout.write(closing(suites)));

for (const [name, command] of checks) take(name, () => check(name, command));
take('unit and integration', () => vitest('unit and integration', 'vitest.config.ts'));
take('building the pages', () => {
  build();
  return nothingTested;
});
take('contract', () => vitest('contract', 'e2e/vitest.config.ts'));
prepareBrowser();
take('browser journeys', journeys);
take('MCP conformance', conformance);
take('the contract’s tests ran', () =>
  check('the contract’s tests ran', [node, join(root, 'e2e/contract-ran.ts')]),
);
const failed = suites.some(({ result }) => result.failed > 0);
process.exit(failed || suites.every(({ result }) => result.passed === 0) ? 1 : 0);

function take(suite, work) {
  const started = Date.now();
  const entry = { suite, seconds: 0, result: wholeResult(false) };
  suites.push(entry);
  entry.result = work();
  entry.seconds = (Date.now() - started) / 1000;
  process.stdout.write(`== ${suite}: ${entry.result.failed === 0 ? 'ok' : 'FAILED'}\n`);
}

/** A short run whose output is kept to be told again at the end. */
function check(name, [program, ...args]) {
  process.stdout.write(`\n== ${name}\n`);
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: environment(),
  });
  process.stdout.write(`${stdout}${stderr}`);
  return wholeResult(status === 0, `${stdout}${stderr}`);
}

function run(name, [program, ...args], extra = {}) {
  process.stdout.write(`\n== ${name}\n`);
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment(extra) }).status === 0;
}

function vitest(name, config) {
  const report = reportFile(`${config.replace(/\W+/g, '-')}.json`);
  const times = reportFile(`${config.replace(/\W+/g, '-')}-times.json`);
  const ok = run(
    name,
    [
      ...bin('vitest', 'vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'server/bin/vitest-times.mjs')}`,
      `--outputFile.json=${report}`,
    ],
    { NODE_ENV: 'test', EARMARK_VITEST_TIMES: times },
  );
  if (![report, times].every(existsSync)) return wholeResult(false);
  return vitestResult(read(report), read(times), { ok, root });
}

function journeys() {
  const report = reportFile('playwright.json');
  const ok = run('browser journeys', [...bin('@playwright/test', 'cli.js'), 'test']);
  return existsSync(report) ? playwrightResult(read(report), { ok, root }) : wholeResult(false);
}

/** The public suite against its own fixtures and against the product. */
function conformance() {
  const report = reportFile('conformance.json');
  const ok = run('MCP conformance', [node, join(root, 'e2e/conformance/run.ts')]);
  return existsSync(report) ? conformanceResult(read(report), { ok }) : wholeResult(false);
}

/** Where a suite is to write its report; one of an earlier run is gone. */
function reportFile(name) {
  const file = join(root, 'test-results', name);
  rmSync(file, { force: true });
  return file;
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
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
