import { createHash } from 'node:crypto';
import { digestMail } from '#server/features/alerts/digest/rules.ts';
import {
  holdSubscriber,
  markDigest,
  markMailFailure,
  type Subscriber,
  waitingSubscribers,
} from '#server/features/alerts/digest/store.ts';
import { alertOf } from '#server/features/alerts/events/rules.ts';
import { listEvents, markMailed } from '#server/features/alerts/events/store.ts';
import { digestUntil, mailRetry, unsubscribeLinks } from '#server/features/alerts/rules.ts';
import { quietOf } from '#server/features/alerts/store.ts';
import type { Db } from '#server/platform/db.ts';
import { isMailServerAway, sendMail } from '#server/platform/mail.ts';
import type { Services } from '#server/platform/services.ts';

/** Events read for one digest. What is older waits for the next one. */
const MOST_READ = 5000;

/** Digests whose hour has come, or all, whatever the hour. */
export type DigestsSent = 'due' | 'all waiting';

/**
 * Sends the digests that are due, or all that wait. One transaction marks a digest as sent and commits once the
 * mail server took it: a crash in between sends that digest again with the same Message-ID and never loses it. Stops
 * when the mail server does not answer. Returns how many were sent.
 */
export async function sendDigests(services: Services, which: DigestsSent = 'due'): Promise<number> {
  let sent = 0;
  for (const accountId of await waitingSubscribers(services.db)) {
    const outcome = await sendOne(services, accountId, which);
    if (outcome === 'no server') break;
    if (outcome === 'sent') sent += 1;
  }
  return sent;
}

async function sendOne(
  services: Services,
  accountId: string,
  which: DigestsSent,
): Promise<'sent' | 'not sent' | 'no server'> {
  const now = services.clock();
  let failures = 0;
  try {
    const sent = await services.db.transaction(async (tx) => {
      const subscriber = await holdSubscriber(tx, accountId, now);
      if (!subscriber) return false;
      failures = subscriber.mailFailures;
      const until =
        which === 'all waiting' ? now : digestUntil({ ...subscriber, quiet: quietOf(subscriber) }, now);
      return until !== null && (await sendUntil(services, tx, subscriber, until));
    });
    return sent ? 'sent' : 'not sent';
  } catch (error) {
    services.log.warn({ accountId, err: (error as Error).message }, 'digest not sent');
    await markMailFailure(services.db, accountId, mailRetry(failures, now));
    return isMailServerAway(error) ? 'no server' : 'not sent';
  }
}

async function sendUntil(services: Services, tx: Db, subscriber: Subscriber, until: Date): Promise<boolean> {
  const { accountId, email, plan, mail: rhythm } = subscriber;
  const { webUrl } = services.env;
  const now = services.clock();
  const span = { unmailedFrom: subscriber.mailSince ?? until, until };
  const rows = await listEvents(tx, accountId, span, MOST_READ);
  const alerts = rows.flatMap((row) => alertOf(row, plan, webUrl) ?? []);
  const mail = digestMail({
    alerts,
    rhythm: rhythm === 'off' ? 'daily' : rhythm,
    webUrl,
    unsubscribe: unsubscribeLinks(webUrl, accountId, services.secrets[0]),
  });
  const last = rows.length < MOST_READ ? null : rows.at(-1)!;
  await markMailed(tx, accountId, { ...span, last }, now);
  if (!mail) return false;
  await markDigest(tx, accountId, now);
  const name = createHash('sha256')
    .update(`${accountId}:${alerts.map((alert) => alert.id).join()}`)
    .digest('hex');
  const messageId = `<digest-${name.slice(0, 32)}@${new URL(webUrl).hostname}>`;
  // The local outbox writes on this connection: the pool may have no second one.
  await sendMail({ ...services, db: tx }, { to: email, ...mail, messageId });
  return true;
}
