// npm test: installs, then runs types, lint, borders, unit and integration tests, contract tests and browser journeys on the
// built service, and the public MCP conformance suite, and checks that every test of the contract's table ran. It ends with
// the slowest files, the seconds of each suite and every failed test, since a CI service may show only the last lines.
import { spawn, spawnSync } from 'node:child_process';
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
      ...['app', 'server', 'prisma', 'bench', 'e2e', 'clients'],
    ],
  ],
];
const suites = [];
// On exit, because a failed build ends the run early.
process.on('exit', () => process.stdout.write(closing(suites)));

for (const [name, command] of checks) await take(name, () => check(name, command));
await take('unit and integration', () => vitest('unit and integration', 'vitest.config.ts', 'shown'));
await take('building the pages', () => {
  build();
  return nothingTested;
});
prepareBrowser();
// The journeys mostly wait: the other suites fit on two cores beside them.
await Promise.all([take('browser journeys', journeys), besideTheBrowser()]);
await take('the contract’s tests ran', () =>
  check('the contract’s tests ran', [node, join(root, 'e2e/contract-ran.ts')]),
);
const failed = suites.some(({ result }) => result.failed > 0);
process.exit(failed || suites.every(({ result }) => result.passed === 0) ? 1 : 0);

async function besideTheBrowser() {
  await take('contract', () => vitest('contract', 'e2e/vitest.config.ts', 'told after'));
  await take('MCP conformance', conformance);
}

async function take(suite, work) {
  const started = Date.now();
  const entry = { suite, seconds: 0, result: wholeResult(false) };
  suites.push(entry);
  entry.result = await work();
  entry.seconds = (Date.now() - started) / 1000;
  process.stdout.write(`== ${suite}: ${entry.result.failed === 0 ? 'ok' : 'FAILED'}\n`);
}

/** Runs a short check and keeps its output to show it again at the end. */
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

/** Runs a command; returns whether it succeeded. `output`: shown live, or told after its end while another command is shown. */
async function run(name, [program, ...args], output, extra = {}) {
  const kept = [];
  if (output === 'shown') process.stdout.write(`\n== ${name}\n`);
  const stdio = output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd: root, stdio, env: environment(extra) });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => kept.push(chunk));
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  if (output === 'told after') process.stdout.write(`\n== ${name}\n${Buffer.concat(kept).toString()}`);
  return status === 0;
}

async function vitest(name, config, output) {
  const report = reportFile(`${config.replace(/\W+/g, '-')}.json`);
  const times = reportFile(`${config.replace(/\W+/g, '-')}-times.json`);
  const ok = await run(
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
    output,
    { NODE_ENV: 'test', VITEST_TIMES_FILE: times },
  );
  if (![report, times].every(existsSync)) return wholeResult(false);
  return vitestResult(read(report), read(times), { ok, root });
}

async function journeys() {
  const report = reportFile('playwright.json');
  const ok = await run('browser journeys', [...bin('@playwright/test', 'cli.js'), 'test'], 'shown');
  return existsSync(report) ? playwrightResult(read(report), { ok, root }) : wholeResult(false);
}

/** The public suite against its own fixtures and against the product. */
async function conformance() {
  const report = reportFile('conformance.json');
  const ok = await run('MCP conformance', [node, join(root, 'e2e/conformance/run.ts')], 'told after');
  return existsSync(report) ? conformanceResult(read(report), { ok }) : wholeResult(false);
}

/** The path of a suite's report; deletes the one of an earlier run. */
function reportFile(name) {
  const file = join(root, 'test-results', name);
  rmSync(file, { force: true });
  return file;
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Installs a browser from Debian if none is found: no npm package contains one. The shell without windows takes half the time of
 * Chromium itself, which builds a window for each page; where there is no such package (Ubuntu), Chromium does.
 */
function prepareBrowser() {
  const known = JSON.parse(readFileSync(join(root, 'e2e/chromium.json'), 'utf8'));
  if ([process.env.E2E_CHROMIUM, ...known].some((path) => path && existsSync(path))) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  process.stdout.write('\n== installing a browser from Debian\n');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  ['chromium-headless-shell', 'chromium'].some(installed);
}

/** Installs a package of Debian; returns whether it could be. */
function installed(debianPackage) {
  const { status } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', debianPackage],
    {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  );
  return status === 0;
}
