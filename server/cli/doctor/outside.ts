import { type Checks, type Finding, ill, well } from '#server/cli/doctor/check.ts';
import { alertCounts, alertTrouble } from '#server/features/alerts/store.ts';
import { mailServerFault } from '#server/platform/mail.ts';
import type { Services } from '#server/platform/services.ts';

/** Checks of the services that Earmark talks to. */
export const outsideChecks: Checks = { mail, digests, webhooks, 'rate buckets': rateBuckets };

async function mail({ env }: Services): Promise<Finding> {
  if (!env.EARMARK_SMTP_URL) return well('kept in the local outbox (EARMARK_SMTP_URL sends it)');
  const fault = await mailServerFault(env.EARMARK_SMTP_URL);
  const host = new URL(env.EARMARK_SMTP_URL).host;
  if (fault === null) return well(`${host} takes it`);
  return ill(
    `${host} takes none: ${fault}`,
    'nobody can sign in by mail: check the server and EARMARK_SMTP_URL',
  );
}

async function digests({ db, clock }: Services): Promise<Finding> {
  const { mailing, unmailed } = await alertCounts(db, clock());
  const { untakenDigests } = await alertTrouble(db, clock());
  if (untakenDigests === 0) return well(`${mailing} accounts, ${unmailed} events wait`);
  return ill(
    `${untakenDigests} of ${mailing} accounts whose last digest no mail server took`,
    'see why in the log under "digest not sent"; earmark alerts run --early sends what waits',
  );
}

/** Deliveries are sent every minute: this late, in milliseconds, no worker is sending them. */
const LATE_MS = 15 * 60_000;

async function webhooks({ db, clock }: Services): Promise<Finding> {
  const now = clock();
  const { webhooks: on, waiting, overdueSince } = await alertCounts(db, now);
  const { webhooksLatelyOff } = await alertTrouble(db, now);
  if (overdueSince && now.getTime() - overdueSince.getTime() > LATE_MS)
    return ill(
      `${waiting} deliveries wait, the oldest since ${overdueSince.toISOString()}`,
      'is a worker running?',
    );
  if (webhooksLatelyOff > 0)
    return ill(
      `${webhooksLatelyOff} switched off within the last 30 days, ${on} on`,
      'their receivers failed, and their owners were told by mail; when several are, can this machine reach the internet?',
    );
  return well(`${on} on, ${waiting} deliveries wait`);
}

async function rateBuckets({ env, buckets }: Services): Promise<Finding> {
  if (!env.REDIS_URL) return well('in memory');
  if (await buckets.shared()) return well('in Redis');
  return ill(
    'Redis does not answer; kept in memory',
    'limits hold for each process alone until it does: check REDIS_URL',
  );
}
