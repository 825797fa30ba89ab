import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const log = join(import.meta.dirname, 'log.ts');

/** The lines that a process logs with these statements. */
function logged(statements: string): Record<string, unknown>[] {
  const script = `import { createLog } from ${JSON.stringify(log)}; const log = createLog('info'); ${statements}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it('lines say nothing of what is secret, on their first or their second level', () => {
  const [first, second] = logged(`
    log.info({ token: 'a secret', route: 'search', asked: { key: 'a secret', limit: 3 }, list: ['key'] }, 'first');
    log.error({ email: 'a@b.example' }, 'second');`);
  expect(first).toMatchObject({
    token: '[Redacted]',
    route: 'search',
    asked: { key: '[Redacted]', limit: 3 },
    list: ['key'],
    msg: 'first',
  });
  expect(second).toMatchObject({ email: '[Redacted]', msg: 'second' });
});

it('a warning says what failed, also where that is told as no error of its own', () => {
  const script = `import { createLog, warnOf } from ${JSON.stringify(log)}; const warn = warnOf(createLog('info'), 'queue');
    warn(new Error('It broke.')); warn({ message: 'It broke, too.', queue: 'x' }); warn('gone');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stderr.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).err)).toEqual(['It broke.', 'It broke, too.', 'gone']);
});
