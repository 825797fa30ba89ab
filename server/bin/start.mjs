// npm start: installs, generates, builds (build.mjs), then hands over to the pinned Node.
import './build.mjs';
import { handOver, root, SERVER_FLAGS } from './prepare.mjs';

handOver('server/main.ts', { cwd: root, env: { NODE_ENV: 'production' }, flags: SERVER_FLAGS });
