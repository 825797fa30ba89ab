import { sendDigests } from '#server/features/alerts/digest/send.ts';
import { collectEvents, forgetEvents, publicationMark } from '#server/features/alerts/events/store.ts';
import { collectMatches } from '#server/features/alerts/matches/collect.ts';
import { deliverDue, webhookPost } from '#server/features/alerts/webhooks/deliver.ts';
import { forgetOldSecrets } from '#server/features/alerts/webhooks/store.ts';
import { warnOf } from '#server/platform/log.ts';
import { type Rounds, startRounds } from '#server/platform/process/rounds.ts';
import type { Services } from '#server/platform/services.ts';

const ALERT_SWEEP_MS = 60_000;
/** What was published is looked through at once, and otherwise this often: an idea that is shown again is news too. */
const COLLECT_MS = 15 * 60_000;

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
  const followed = await collectEvents(services.db, services.clock());
  const events = followed + (await collectMatches(services));
  return { events, ...(await sendWhatIsDue(services, early)) };
}

async function sendWhatIsDue(services: Services, early: boolean): Promise<Omit<Swept, 'events'>> {
  const deliveries = await deliverDue(services, webhookPost(services));
  const mails = await sendDigests(services, early);
  await forgetEvents(services.db, services.clock());
  await forgetOldSecrets(services.db, services.clock());
  return { mails, deliveries };
}

/** Sweeps every minute, one round at a time, until `stop`, which waits for the round that runs. */
export function startAlertSweep(services: Services): Pick<Rounds, 'stop'> {
  let collected = { mark: '', at: 0 };
  const round = async () => {
    const mark = await publicationMark(services.db);
    const now = services.clock().getTime();
    if (mark === collected.mark && now - collected.at < COLLECT_MS) return sendWhatIsDue(services, false);
    const swept = await sweepAlerts(services);
    collected = { mark, at: now };
    return swept;
  };
  return startRounds(ALERT_SWEEP_MS, round, { failed: warnOf(services.log, 'alerts') });
}
