import { sendDigests } from '#server/features/alerts/digest/send.ts';
import { collectEvents, forgetEvents } from '#server/features/alerts/events/store.ts';
import { deliverDue, webhookPost } from '#server/features/alerts/webhooks/deliver.ts';
import type { Services } from '#server/platform/services.ts';

export const ALERT_SWEEP_MS = 60_000;

export type Swept = {
  /** Events made from what was published. */
  readonly events: number;
  readonly mails: number;
  /** Tries at webhooks. */
  readonly deliveries: number;
};

/**
 * One round of alerts: events from what was published, digests that are due (`early`: all that wait), deliveries that
 * are due. All that it needs to know is in the tables, so that any round may be the last or run beside another.
 */
export async function sweepAlerts(services: Services, early = false): Promise<Swept> {
  const now = services.clock();
  const events = await collectEvents(services.db, services.env.webUrl, now);
  const deliveries = await deliverDue(services, webhookPost(services));
  const mails = await sendDigests(services, early);
  await forgetEvents(services.db, now);
  return { events, mails, deliveries };
}

/** Sweeps every minute, one round at a time, until `stop`, which waits for the round that runs. */
export function startAlertSweep(services: Services): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const round = () => {
    if (busy) return;
    busy = true;
    running = sweepAlerts(services)
      .catch((error: Error) => services.log.warn({ err: error.message }, 'alerts'))
      .finally(() => {
        busy = false;
      });
  };
  round();
  const timer = setInterval(round, ALERT_SWEEP_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
