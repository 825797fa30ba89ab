import { alertOf } from '#server/features/alerts/events/rules.ts';
import { listEvents } from '#server/features/alerts/events/store.ts';
import {
  ANSWER_MS,
  type Answer,
  LEASE_MS,
  signedHeaders,
  testBody,
  type Verdict,
  verdictOn,
  webhookBody,
} from '#server/features/alerts/webhooks/rules.ts';
import {
  type Attempt,
  countTry,
  dropDelivery,
  leaseDue,
  type Settled,
  settleAttempt,
  type Try,
} from '#server/features/alerts/webhooks/tries/store.ts';
import { createGuardedPost, type GuardedPost } from '#server/platform/fetch/post.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import type { Services } from '#server/platform/services.ts';

/** How many tries run at once, each of another webhook. A slow one delays the others by `ANSWER_MS` at most. */
const AT_ONCE = 8;
const MOST_ROUNDS = 50;
/** Why a delivery is not sent. */
const DROPPED = {
  gone: 'Not sent: the idea is no longer listed, or no longer followed.',
  premium: 'Not sent: changes of stance need Premium.',
} as const;

/** A guarded POST for webhooks of this deployment. */
export function webhookPost({ env }: Services): GuardedPost {
  return createGuardedPost({
    allowHosts: env.EARMARK_WEBHOOK_ALLOW_HOSTS,
    userAgent: 'Earmark-Webhooks/1.0',
    timeoutMs: ANSWER_MS,
  });
}

/**
 * Sends every delivery that is due. The table is the queue: a delivery is leased before it is tried, so that a crash
 * delays an event and never loses it, and with its webhook, so that events go out in their order. Returns how many tries were made.
 */
export async function deliverDue(services: Services, post: GuardedPost): Promise<number> {
  let tries = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const now = services.clock();
    const leased = await leaseDue(services.db, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
    if (leased.length === 0) return tries;
    const sent = await Promise.all(leased.map((attempt) => deliver(services, post, attempt)));
    tries += sent.filter(Boolean).length;
  }
  return tries;
}

/** Tries a leased delivery; false when it has nothing to send and is dropped. */
async function deliver(services: Services, post: GuardedPost, attempt: Attempt): Promise<boolean> {
  const { db, clock } = services;
  const body = await bodyOf(services, attempt);
  if (body.kind === 'none') {
    await dropDelivery(db, attempt, DROPPED[body.reason]);
    return false;
  }
  await countTry(db, attempt, { counted: 'attempts', body: body.text, at: clock() });
  const { answer, answered } = await send(services, post, attempt, body.text);
  const verdict = verdictOn(answer, attempt.attempt, clock());
  metrics.webhookTries.inc({ outcome: verdict.kind });
  const off = verdict.kind === 'disable' ? { reason: verdict.reason, at: clock() } : null;
  await settleAttempt(db, attempt, { ...settledBy(verdict, clock()), answered }, off);
  return true;
}

/** Sends a delivery once because its holder asked for it. The outcome is kept and changes nothing of the tries to come. */
export async function sendOnce(
  services: Services,
  attempt: Attempt,
  body: string,
  counted: Try['counted'],
): Promise<Answer> {
  const { db, clock } = services;
  await countTry(db, attempt, { counted, body, at: clock() });
  const { answer, answered } = await send(services, webhookPost(services), attempt, body);
  const settled = settledBy(verdictOn(answer, 1, clock()), clock());
  await settleAttempt(db, attempt, { ...settled, nextAttemptAt: 'unchanged', answered });
  return answer;
}

/** What a try sends; without a body, why: the event no longer holds (`gone`), or its plan does not show it (`premium`). */
export type EventBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none'; readonly reason: 'gone' | 'premium' };

/** The body of a delivery, from the corpus as it stands now. */
export async function bodyOf({ db, env }: Services, attempt: Attempt): Promise<EventBody> {
  if (attempt.kind === 'test')
    return { kind: 'text', text: JSON.stringify(testBody(attempt.at, env.webUrl)) };
  const [row] = await listEvents(db, attempt.accountId, { id: attempt.eventId }, 1);
  if (!row) return { kind: 'none', reason: 'gone' };
  const alert = alertOf(row, attempt.plan, env.webUrl);
  if (alert) return { kind: 'text', text: JSON.stringify(webhookBody(alert, env.webUrl)) };
  return { kind: 'none', reason: alertOf(row, 'premium', env.webUrl) ? 'premium' : 'gone' };
}

type Sent = { readonly answer: Answer; readonly answered: Settled['answered'] };

async function send(services: Services, post: GuardedPost, attempt: Attempt, body: string): Promise<Sent> {
  const { secret, oldSecret } = attempt;
  const secrets = oldSecret === null ? [secret] : [secret, oldSecret];
  const headers = signedHeaders(secrets, { id: attempt.eventId, at: services.clock(), body });
  const started = performance.now();
  const answer = await post(attempt.url, body, headers);
  const ms = Math.round(performance.now() - started);
  return { answer, answered: { text: answer.kind === 'answered' ? answer.text : null, ms } };
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
