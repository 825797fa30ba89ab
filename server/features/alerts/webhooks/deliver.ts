import { alertOf } from '#server/features/alerts/events/rules.ts';
import { listEvents } from '#server/features/alerts/events/store.ts';
import {
  ANSWER_MS,
  type Answer,
  disabledMail,
  LEASE_MS,
  signedHeaders,
  testBody,
  type Verdict,
  verdictOn,
  webhookBody,
} from '#server/features/alerts/webhooks/rules.ts';
import {
  type Attempt,
  beginAttempts,
  beginResend,
  beginTest,
  type DeliveryId,
  disableWebhook,
  type Settled,
  settleAttempt,
} from '#server/features/alerts/webhooks/store.ts';
import { createGuardedPost, type GuardedPost } from '#server/platform/fetch/post.ts';
import { sendMail } from '#server/platform/mail.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import type { Services } from '#server/platform/services.ts';

/** Tries that run at once, each of another webhook: a slow one holds nobody else up for longer than its answer may take. */
const AT_ONCE = 8;
const MOST_ROUNDS = 50;
const UNLISTED = 'Not sent: the idea is no longer listed, or no longer followed.';

/** A guarded POST for webhooks of this deployment. */
export function webhookPost({ env }: Services): GuardedPost {
  return createGuardedPost({
    allowHosts: env.EARMARK_WEBHOOK_ALLOW_HOSTS,
    userAgent: 'Earmark-Webhooks/1.0',
    timeoutMs: ANSWER_MS,
  });
}

/**
 * Sends every delivery that is due. The table is the queue: a try is counted and leased before it is made, so that a
 * crash delays an event and never loses it. Returns how many tries were made.
 */
export async function deliverDue(services: Services, post: GuardedPost): Promise<number> {
  let tries = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const now = services.clock();
    const begun = await beginAttempts(services.db, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
    if (begun.length === 0) return tries;
    await Promise.all(begun.map((attempt) => deliver(services, post, attempt)));
    tries += begun.length;
  }
  return tries;
}

/** Sends a test event now, once; null when the account has no such webhook. */
export async function sendTest(
  services: Services,
  accountId: string,
  webhookId: string,
): Promise<Answer | null> {
  const attempt = await beginTest(services.db, accountId, webhookId, services.clock());
  return attempt && sentOnce(services, attempt, (await bodyOf(services, attempt))!);
}

/** Sends a delivery of the account again now, once; null when there is no such one, or nothing to tell any more. */
export async function resend(
  services: Services,
  accountId: string,
  which: DeliveryId,
): Promise<Answer | null> {
  const attempt = await beginResend(services.db, accountId, which, services.clock());
  const body = attempt && (await bodyOf(services, attempt));
  return attempt && body ? sentOnce(services, attempt, body) : null;
}

/** A try that the holder asked for: how it ends is written down, and changes nothing of what is still to be tried. */
async function sentOnce(services: Services, attempt: Attempt, body: string): Promise<Answer> {
  const { answer, sent } = await send(services, webhookPost(services), attempt, body);
  const verdict = verdictOn(answer, attempt.attempt, services.clock());
  await settleAttempt(services.db, attempt, {
    ...settledBy(verdict, services.clock()),
    nextAttemptAt: 'unchanged',
    sent,
  });
  return answer;
}

async function deliver(services: Services, post: GuardedPost, attempt: Attempt): Promise<void> {
  const { db, clock } = services;
  const body = await bodyOf(services, attempt);
  if (body === null) {
    const untold = { deliveredAt: null, nextAttemptAt: null, status: null, error: UNLISTED, sent: null };
    return settleAttempt(db, attempt, untold);
  }
  const { answer, sent } = await send(services, post, attempt, body);
  const verdict = verdictOn(answer, attempt.attempt, clock());
  metrics.webhookTries.inc({ outcome: verdict.kind });
  await settleAttempt(db, attempt, { ...settledBy(verdict, clock()), sent });
  if (verdict.kind === 'disable') await disable(services, attempt, verdict.reason);
}

/** What a try sends, told from the corpus as it stands now; null for an event that holds no more. */
async function bodyOf({ db, env }: Services, attempt: Attempt): Promise<string | null> {
  if (attempt.kind === 'test') return JSON.stringify(testBody(attempt.at, env.webUrl));
  const row = (await listEvents(db, attempt.accountId, { id: attempt.eventId }, 1))[0];
  const alert = row ? alertOf(row, attempt.plan, env.webUrl) : null;
  return alert && JSON.stringify(webhookBody(alert, env.webUrl));
}

type Sent = { readonly answer: Answer; readonly sent: Settled['sent'] };

async function send(services: Services, post: GuardedPost, attempt: Attempt, body: string): Promise<Sent> {
  const { secret, oldSecret } = attempt;
  const secrets = oldSecret === null ? [secret] : [secret, oldSecret];
  const headers = signedHeaders(secrets, { id: attempt.eventId, at: services.clock(), body });
  const started = performance.now();
  const answer = await post(attempt.url, body, headers);
  const ms = Math.round(performance.now() - started);
  return { answer, sent: { body, answer: answer.kind === 'answered' ? answer.text : null, ms } };
}

function settledBy(verdict: Verdict, now: Date) {
  if (verdict.kind === 'delivered') {
    return { deliveredAt: now, nextAttemptAt: null, status: verdict.status, error: null };
  }
  return {
    deliveredAt: null,
    nextAttemptAt: verdict.kind === 'retry' ? verdict.at : null,
    status: verdict.status,
    error: verdict.reason,
  };
}

async function disable(services: Services, attempt: Attempt, reason: string): Promise<void> {
  if (!(await disableWebhook(services.db, attempt.webhookId, reason, services.clock()))) return;
  const mail = disabledMail(attempt.url, reason, services.env.webUrl);
  await sendMail(services, { to: attempt.email, ...mail }).catch((error: Error) =>
    services.log.warn({ accountId: attempt.accountId, err: error.message }, 'mail about a webhook not sent'),
  );
}
