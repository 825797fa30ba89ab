import { DAY_SECONDS } from '#server/platform/clock.ts';

/** What each bucket of calls holds, and over how many seconds (docs/contract.md, Limits 1 to 5 and 22; the rest is ours). */
export const bucketPolicies = {
  key: { quota: 120, windowSeconds: 60 },
  account: { quota: 600, windowSeconds: 3600 },
  ask: { quota: 10, windowSeconds: 60 },
  keyless: { quota: 30, windowSeconds: 60 },
  badKey: { quota: 120, windowSeconds: 60 },
  // Hosted assistants connect and renew for all their users from a few addresses.
  oauth: { quota: 600, windowSeconds: 60 },
  oauthClient: { quota: 120, windowSeconds: 3600 },
  embed: { quota: 300, windowSeconds: 60 },
  draw: { quota: 30, windowSeconds: 60 },
  mail: { quota: 5, windowSeconds: 900 },
  form: { quota: 20, windowSeconds: 3600 },
  claim: { quota: 10, windowSeconds: DAY_SECONDS },
  claimMail: { quota: 3, windowSeconds: DAY_SECONDS },
  feedCheck: { quota: 12, windowSeconds: 3600 },
} as const;
export type BucketName = keyof typeof bucketPolicies;
