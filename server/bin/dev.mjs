// npm run dev: the service for those who work on it. Next renders changed pages again; a change under server/ or prisma/
// restarts the process. Not with node --watch: its workers report their imports over the channel that our messages use.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { environment, generate, install, node, root, SERVER_FLAGS } from './prepare.mjs';

/** Milliseconds without a change after which a save counts as complete. */
const SETTLED_MS = 300;

install();

let server = start();
let changed = false;
let settling;
for (const folder of ['server', 'prisma'])
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file?.includes('.test.') || file?.startsWith('generated')) return;
    clearTimeout(settling);
    settling = setTimeout(restart, SETTLED_MS);
  });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => (over(server) ? process.exit(0) : end(signal)));

/** The database client first: the schema may have changed. */
function start() {
  generate();
  const child = spawn(
    node,
    [...SERVER_FLAGS, join(root, 'server/main.ts'), '--dev', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: environment({ NODE_ENV: 'development' }),
    },
  );
  child.on('exit', (code) => {
    if (changed) {
      changed = false;
      server = start();
    } else process.stdout.write(`The service ended with ${code}; the next change starts it anew.\n`);
  });
  return child;
}

function restart() {
  process.stdout.write('A file of the server changed: starting anew.\n');
  if (over(server)) server = start();
  else {
    changed = true;
    server.kill('SIGTERM');
  }
}

function end(signal) {
  server.removeAllListeners('exit');
  server.on('exit', () => process.exit(0));
  server.kill(signal);
}

function over(child) {
  return child.exitCode !== null || child.signalCode !== null;
}
