import { running } from '#e2e/service.ts';

/** The two ways to the same service: both must keep the same contract. */
export const ways = [
  ['the front door', running().baseUrl],
  ['the route handlers of next start', running().handlersUrl],
] as const;
