import { parentPort } from 'node:worker_threads';
import { afterRequests } from '#server/platform/process/after-requests.ts';
import type { Text } from '#server/reader/amid.ts';
import { loadEmbed } from '#server/reader/load.ts';

/** Messages of the thread: ready, the vector of the last text, or why there is none. */
export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'vector'; readonly vector: Float32Array }
  | { readonly kind: 'failed'; readonly reason: string };

const say = (said: Said) => parentPort!.postMessage(said);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

// Lower priority: most texts are of episodes, which nobody waits for, and a question is short.
afterRequests();

try {
  const embed = await loadEmbed();
  parentPort!.on('message', (text: Text) => {
    embed(text).then(
      (vector) => say({ kind: 'vector', vector }),
      (error) => say({ kind: 'failed', reason: reasonOf(error) }),
    );
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'failed', reason: reasonOf(error) });
}
