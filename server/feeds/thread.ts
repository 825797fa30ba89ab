import { parentPort } from 'node:worker_threads';
import { type FeedSource, parseFeed } from '#server/feeds/parse.ts';
import { afterRequests } from '#server/platform/process/after-requests.ts';

afterRequests();

parentPort!.on('message', ({ bytes, source }: { bytes: Uint8Array; source: FeedSource }) => {
  parentPort!.postMessage(parseFeed(bytes, source));
});
