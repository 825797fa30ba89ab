import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';

/** What a terminal gets of a command that shows its progress and then does `last`. */
function shownBy(last: string): string {
  const program = `import { failure, print } from '#server/cli/run.ts';
    import { createLog } from '#server/platform/log.ts';
    import { showProgress } from '#server/platform/progress.ts';
    process.stderr.isTTY = true;
    showProgress('30 of 30 subjects');
    ${last}`;
  const command = [process.execPath, '--input-type=module', '-e', program];
  return spawnSync('sh', ['-c', '"$@" 2>&1', 'sh', ...command], { cwd: projectRoot, encoding: 'utf8' })
    .stdout;
}

it('prints nothing that colours or turns the terminal', () => {
  const text = 'Ann\\u001b[31m says\\n\\u202eso';
  expect(shownBy(`print({ opts: () => ({}) }, { data: {}, text: '${text}' });`)).toContain(
    'Ann [31m says\n so\n',
  );
}, 30_000);

it.each([
  ['an answer', "print({ opts: () => ({}) }, { data: {}, text: '30 subjects' });", '30 subjects'],
  ['an error of the log', "createLog('error').error('The episode failed.');", 'The episode failed.'],
  ['a failure', "failure(new Error('The disk is full.'));", 'Error: The disk is full.'],
])(
  'prints %s below the progress',
  (_what, last, line) => {
    const [progress, next] = shownBy(last).split('\n');
    expect([progress, next]).toEqual(['\r\x1b[K30 of 30 subjects', expect.stringContaining(line)]);
  },
  30_000,
);
