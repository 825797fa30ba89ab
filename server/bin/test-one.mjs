// npm run test:one -- <path or title> [title or scenario]: runs the matching test files or tests, each with its own runner:
// Vitest, Playwright, or the MCP conformance suite.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CONFORMANCE, findTests } from './find-tests.mjs';
import { build, environment, generate, install, node, root } from './prepare.mjs';

const [what, within] = process.argv.slice(2);
if (!what) {
  process.stderr.write(
    'Say which: npm run test:one -- e2e/journeys/site.spec.ts, or a title, or a path and a title.\n',
  );
  process.exit(2);
}

install();
generate();

const bin = (name, file) => [node, join(root, 'node_modules', name, file)];
const runners = [
  {
    owns: (file) => file === CONFORMANCE,
    command: (_files, title) => [node, CONFORMANCE, ...(title ? [title] : [])],
  },
  {
    owns: (file) => file.endsWith('.spec.ts'),
    built: true,
    command: (files, title) => [
      ...bin('@playwright/test', 'cli.js'),
      'test',
      ...files,
      ...(title ? ['--grep', pattern(title)] : []),
    ],
  },
  { owns: (file) => file.startsWith('e2e/'), built: true, command: vitest('e2e/vitest.config.ts') },
  { owns: () => true, command: vitest('vitest.config.ts') },
];

const { files, title } = findTests(root, process.cwd(), what, within);
if (files.length === 0) {
  process.stderr.write(
    `No test has ${what} in its path or its title. A title that is made up of parts is found by its file: npm run test:one -- <file> "<title>".\n`,
  );
  process.exit(2);
}
let failed = false;
for (const { owns, built, command } of runners) {
  const own = files.filter((file) => runners.find((runner) => runner.owns(file)).owns === owns);
  if (own.length === 0) continue;
  if (built) build();
  const [program, ...args] = command(own, title);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment({ NODE_ENV: 'test' }),
  });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);

function vitest(config) {
  return (files, title) => [
    ...bin('vitest', 'vitest.mjs'),
    'run',
    '--config',
    config,
    ...files,
    ...(title ? ['--testNamePattern', pattern(title)] : []),
  ];
}

/** Both runners join the titles of groups and tests with a space; docs/contract-tests.md writes ` > `. */
function pattern(title) {
  return title.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
