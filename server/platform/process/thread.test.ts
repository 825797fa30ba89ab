import { expect, it } from 'vitest';
import { answeringThread } from '#server/platform/process/thread.ts';

/** A thread that echoes a text, but dies or ends where it says so. */
const FRAIL = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (text) => {
    if (text === 'die') throw new Error('out of memory');
    if (text === 'end') process.exit();
    parentPort.postMessage(text);
  });`;

const frail = () =>
  answeringThread({
    file: new URL(`data:text/javascript,${encodeURIComponent(FRAIL)}`),
    resourceLimits: {},
    timeMs: 60_000,
    late: 'It was late.',
    ended: 'It ended.',
  });

it.each(['die', 'end'])('runs no longer once it has had to %s while nobody asked it', async (text) => {
  const threads = frail();
  const first = threads.start(null);
  const gone = new Promise((done) => first.once('exit', done));
  expect(await threads.ask(first, 'once')).toBe('once');
  first.postMessage(text);
  await gone;
  expect(threads.running()).toBeNull();
  const second = threads.start(null);
  expect(await threads.ask(second, 'again')).toBe('again');
  await threads.end(second);
});
