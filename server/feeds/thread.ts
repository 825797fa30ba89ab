import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { type FeedSource, parseFeed } from '#server/feeds/parse.ts';
import { afterRequests } from '#server/platform/process/after-requests.ts';

afterRequests();

const { memoryMb } = workerData as { readonly memoryMb: number };

function whyStop(): string | null {
  if (getHeapStatistics().used_heap_size <= memoryMb * 1024 * 1024) return null;
  return `The feed takes more than ${memoryMb} MB of memory to read.`;
}

parentPort!.on('message', ({ bytes, source }: { bytes: Uint8Array; source: FeedSource }) => {
  parentPort!.postMessage(parseFeed(bytes, source, whyStop));
});
