import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'what npm start and earmark run hears a %s that only they are sent, and they end as it does',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'earmark-hand-over-'));
    const service = join(folder, 'service.mjs');
    writeFileSync(
      service,
      `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up');`,
    );
    const prepare = join(projectRoot, 'server/bin/prepare.mjs');
    const wrapper = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { handOver } from '${prepare}'; handOver('${relative(projectRoot, service)}');`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await once(wrapper.stdout!, 'data');
      wrapper.kill(signal);
      expect(await once(wrapper, 'exit')).toEqual([7, null]);
    } finally {
      wrapper.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
  30_000,
);
