// Runs on Node 20 or newer, before anything is installed: plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const node = join(root, 'node_modules/node/bin/node');

const INSTALLED = 'node_modules/.earmark-installed';

/** Installs the locked dependencies, unless they are already there. */
export function install() {
  step(INSTALLED, ['package.json', 'package-lock.json'], 'Installing packages', () =>
    // `install`, not `ci`: `ci` refuses the lock when a registry mirror lacks other platforms' optional packages.
    // The named binary keeps Prisma from downloading its engine: we use its WebAssembly build.
    run(npm(), ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    }),
  );
}

/** Brings back what only builds, where `slim.mjs` took it away. */
function installForBuilding() {
  if (existsSync(join(root, 'node_modules/typescript'))) return;
  rmSync(join(root, INSTALLED), { force: true });
  install();
}

/** Generates the database client, unless it matches the schema. */
export function generate() {
  step(
    'server/generated/.earmark-generated',
    ['package-lock.json', 'prisma/schema.prisma', 'prisma.config.ts'],
    'Generating the database client',
    () => {
      installForBuilding();
      run([node, join(root, 'node_modules/prisma/build/index.js')], ['generate'], {
        env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
        quiet: true,
      });
    },
  );
}

/** Builds the pages, unless the build matches the sources. */
export function build() {
  const sources = [
    'package-lock.json',
    'next.config.ts',
    'postcss.config.mjs',
    'tsconfig.json',
    'prisma/schema.prisma',
    'app',
    'server',
    'public',
  ];
  step('.next/.earmark-built', sources, 'Building the pages', () => {
    installForBuilding();
    run([node, join(root, 'node_modules/next/dist/bin/next')], ['build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      quiet: true,
    });
    compress(join(root, '.next/static'));
  });
}

/** Compresses scripts and styles once at build time: doing it for each request would cost more than it saves. */
function compress(folder) {
  for (const file of filesUnder(folder).filter((path) => /\.(js|css)$/.test(path))) {
    const text = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

/**
 * Environment for all later processes: the pinned Node comes first in PATH and caches compiled code. If the folder of the
 * cache is not writable, Node runs without it.
 */
export function environment(extra = {}) {
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...process.env,
    PATH: `${join(root, 'node_modules/node/bin')}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    ...extra,
  };
}

/**
 * Node's flags for the server. Interpreted at first, the patterns that read a question would hold the process for six times as long.
 * The flag must stand on the command line: set later, V8 crashes in a pattern that ran once before.
 */
export const SERVER_FLAGS = ['--no-regexp-tier-up'];

/**
 * Runs a file of the service on the pinned Node as a child: passes signals on to it and ends with its exit code. A terminal
 * signals both processes, a supervisor only this one.
 */
export function handOver(file, { cwd = process.cwd(), env = {}, flags = [] } = {}) {
  const service = spawn(node, [...flags, join(root, file), ...process.argv.slice(2)], {
    cwd,
    stdio: 'inherit',
    env: environment(env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill(signal));
  service.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
}

function step(marker, inputs, title, work) {
  const file = join(root, marker);
  const wanted = digest(inputs);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  const started = Date.now();
  process.stderr.write(`${title} ...\n`);
  // Work that is cut off must not count as done once the inputs are what they were.
  rmSync(file, { force: true });
  work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
  process.stderr.write(`${title}: done in ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
}

function digest(inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesUnder(join(root, input))))
    hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'generated' && !name.includes('.test.'))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

function npm() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}

/** Runs a program to its end, and ends this process where it fails. A quiet one prints only then. */
function run(command, args, { env, quiet = false }) {
  const [program, ...first] = command;
  const result = spawnSync(program, [...first, ...args], {
    cwd: root,
    env: environment(env),
    stdio: quiet ? 'pipe' : ['ignore', 'inherit', 'inherit'],
    encoding: 'utf8',
  });
  if (result.status === 0) return;
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  process.stderr.write(
    `${[program, ...first, ...args].join(' ')} failed${result.error ? `: ${result.error.message}` : ''}.\n`,
  );
  process.exit(1);
}
