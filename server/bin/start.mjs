// npm start: installs, generates, builds (build.mjs), then hands over to the pinned Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import './build.mjs';
import { environment, node, root } from './prepare.mjs';

const server = spawn(node, [join(root, 'server/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ NODE_ENV: 'production' }),
});
// The terminal sends its signal to both; a supervisor may send it to this process only.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
