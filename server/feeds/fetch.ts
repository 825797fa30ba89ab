import { sampleFetch } from '#server/feeds/samples/fetch.ts';
import { productVersion } from '#server/platform/env.ts';
import {
  createGuardedFetch,
  FETCH_DEFAULTS,
  type GuardConfig,
  type GuardedFetch,
} from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

const USER_AGENT = `Earmark/${productVersion} (+podcast index; reads feeds and transcripts)`;

type Limits = Pick<GuardConfig, 'timeoutMs' | 'maxWireBytes' | 'maxBytes'>;

/** The guarded fetch that feeds and transcripts are read with, or audio with other limits; sample shows come from memory. */
export function openFetch(services: Services, limits: Limits = FETCH_DEFAULTS): GuardedFetch {
  const network = createGuardedFetch({
    ...limits,
    allowHosts: services.env.EARMARK_FEED_ALLOW_HOSTS,
    userAgent: USER_AGENT,
  });
  return sampleFetch(services, network);
}
