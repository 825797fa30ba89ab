import { type DigestsSent, sendDigests } from '#server/features/alerts/digest/send.ts';
import { collectEvents, forgetEvents, publicationMark } from '#server/features/alerts/events/store.ts';
import { collectMatches } from '#server/features/alerts/matches/collect.ts';
import { deliverDue, webhookPost } from '#server/features/alerts/webhooks/deliver.ts';
import { tellSwitchedOff } from '#server/features/alerts/webhooks/notice.ts';
import { forgetOldSecrets } from '#server/features/alerts/webhooks/store.ts';
import { warnOf } from '#server/platform/log.ts';
import { type Rounds, startRounds } from '#server/platform/process/rounds.ts';
import type { Services } from '#server/platform/services.ts';

const ALERT_SWEEP_MS = 60_000;
/** A publication is collected at once. This is how often it is done without one: an idea that is shown again is news, too. */
const COLLECT_MS = 15 * 60_000;

export type Swept = {
  /** Events made from what was published. */
  readonly events: number;
  readonly mails: number;
  /** Tries at webhooks. */
  readonly deliveries: number;
};

/**
 * Does all that the rounds do once: events from what was published, deliveries that are due, and `digests`.
 * All that it needs to know is in the tables, so that any call may be the last or run beside another.
 */
export async function sweepAlerts(services: Services, digests: DigestsSent = 'due'): Promise<Swept> {
  const events = await collect(services);
  const deliveries = await deliverDue(services, webhookPost(services));
  await tellSwitchedOff(services);
  const mails = await sendDigests(services, digests);
  await forget(services);
  return { events, mails, deliveries };
}

async function collect(services: Services): Promise<number> {
  const followed = await collectEvents(services.db, services.clock());
  return followed + (await collectMatches(services));
}

async function forget({ db, clock }: Services): Promise<void> {
  await forgetEvents(db, clock());
  await forgetOldSecrets(db, clock());
}

/**
 * Sweeps every minute until `stop`, which waits for what runs. Each part has rounds of its own, one at a time: a mail server
 * or a search that fails holds up no webhook.
 */
export function startAlertSweep(services: Services): Pick<Rounds, 'stop'> {
  let collected = { mark: '', at: 0 };
  const collectNews = async () => {
    const mark = await publicationMark(services.db);
    const now = services.clock().getTime();
    if (mark === collected.mark && now - collected.at < COLLECT_MS) return;
    await collect(services);
    collected = { mark, at: now };
  };
  const parts: Readonly<Record<string, () => Promise<unknown>>> = {
    'alerts: news': collectNews,
    'alerts: webhooks': () => deliverDue(services, webhookPost(services)),
    'alerts: notices': () => tellSwitchedOff(services),
    'alerts: mail': () => sendDigests(services),
    'alerts: old': () => forget(services),
  };
  const rounds = Object.entries(parts).map(([what, part]) =>
    startRounds(ALERT_SWEEP_MS, part, { failed: warnOf(services.log, what) }),
  );
  return {
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}
