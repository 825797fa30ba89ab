#!/usr/bin/env node
// The operator's command: prepares the checkout if need be, then runs server/cli.ts on the pinned Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environment, generate, install, node, root } from './prepare.mjs';

install();
generate();
const result = spawnSync(node, [join(root, 'server/cli.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: environment(),
});
process.exit(result.status ?? 1);
