import { createGuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;

/**
 * A fetch for what a client publishes about itself (OAuth Client ID Metadata Document, its keys). It never reads a private
 * address and follows no redirect. Throws TypeError.
 */
export function fetchDocument({ env }: Services) {
  const fetchGuarded = createGuardedFetch({
    allowHosts: [],
    userAgent: `Earmark (+${env.webUrl})`,
    timeoutMs: TIMEOUT_MS,
    maxWireBytes: MAX_BYTES,
    maxBytes: MAX_BYTES,
  });
  return async (url: string | URL | Request): Promise<Response> => {
    const address = String(url);
    const fetched = await fetchGuarded(address, { accept: 'application/json' });
    if (fetched.status === 'failed') throw new TypeError(fetched.reason);
    if (fetched.status !== 'ok') throw new TypeError('The document was not sent.');
    if (fetched.finalUrl !== new URL(address).href) throw new TypeError('The document is somewhere else.');
    return new Response(Buffer.from(fetched.bytes), {
      headers: { 'Content-Type': fetched.contentType ?? 'application/json' },
    });
  };
}
