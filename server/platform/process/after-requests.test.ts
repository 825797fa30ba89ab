import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')('lowers its own thread and no other', async () => {
  const before = getPriority();
  const thread = new Worker(
    `import(${JSON.stringify(new URL('./after-requests.ts', import.meta.url).href)}).then(({ afterRequests }) => {
      afterRequests();
      require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority(0));
    })`,
    { eval: true },
  );
  const [priority] = await once(thread, 'message');
  await thread.terminate();
  expect(priority).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(getPriority()).toBe(before);
});
