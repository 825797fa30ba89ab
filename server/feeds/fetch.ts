import { sampleFetch } from '#server/feeds/samples/fetch.ts';
import { productVersion } from '#server/platform/env.ts';
import { createGuardedFetch, FETCH_DEFAULTS, type GuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

const USER_AGENT = `Earmark/${productVersion} (+podcast index; reads feeds and transcripts)`;

/** The guarded fetch that feeds and transcripts are read with; sample shows come from memory. */
export function openFetch(services: Services): GuardedFetch {
  const network = createGuardedFetch({
    ...FETCH_DEFAULTS,
    allowHosts: services.env.EARMARK_FEED_ALLOW_HOSTS,
    userAgent: USER_AGENT,
  });
  return sampleFetch(services, network);
}
