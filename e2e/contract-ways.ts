import { running } from '#e2e/service.ts';

/** The two ways to the same data. Both must keep the contract. */
export const ways = [
  ['the front door', running().baseUrl],
  ['the route handlers of next start', running().handlersUrl],
] as const;
