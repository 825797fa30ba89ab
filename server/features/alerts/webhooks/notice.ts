import { disabledMail } from '#server/features/alerts/webhooks/rules.ts';
import { dueNotices, putOffNotice, takeNotice } from '#server/features/alerts/webhooks/store.ts';
import { HOUR_MS } from '#server/platform/clock.ts';
import { isMailServerAway, sendMail } from '#server/platform/mail.ts';
import type { Services } from '#server/platform/services.ts';

/** For so long the mail about a webhook that was switched off is tried again, once an hour. */
const NOTICE_TRIED_MS = 72 * HOUR_MS;

/**
 * Mails the holders of webhooks that were switched off. A notice waits until the mail server took it: a crash in between
 * sends it again and never loses it. Stops when the mail server does not answer.
 */
export async function tellSwitchedOff(services: Services): Promise<void> {
  for (const id of await dueNotices(services.db, services.clock())) {
    if ((await tell(services, id)) === 'no server') return;
  }
}

async function tell(services: Services, id: string): Promise<'done' | 'no server'> {
  const now = services.clock();
  try {
    await services.db.transaction(async (tx) => {
      const webhook = await takeNotice(tx, id, now);
      if (!webhook) return;
      const mail = disabledMail(webhook.url, webhook.reason, services.env.webUrl);
      // The local outbox writes on this connection: the pool may have no second one.
      await sendMail({ ...services, db: tx }, { to: webhook.email, ...mail });
    });
    return 'done';
  } catch (error) {
    services.log.warn({ webhookId: id, err: (error as Error).message }, 'mail about a webhook not sent');
    const dueAt = new Date(now.getTime() + HOUR_MS);
    await putOffNotice(services.db, id, { dueAt, since: new Date(now.getTime() - NOTICE_TRIED_MS) });
    return isMailServerAway(error) ? 'no server' : 'done';
  }
}
