import { createHmac } from 'node:crypto';
import { attribution } from '#server/api/attribution.ts';
import type { Alert, WebhookBody } from '#server/features/alerts/schema.ts';
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts';

/** Waits after the first and each later try. A failure after the last wait switches the webhook off. */
export const RETRY_WAITS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];
/** Tries of one delivery, the first included. */
export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1;
/** A delivery whose try never ended (the process died) is due again after this time. */
export const LEASE_MS = 5 * MINUTE_MS;
/** An answer must come within this time. */
export const ANSWER_MS = 10_000;
/** How long a replaced secret signs beside its successor. */
export const SECRET_OVERLAP_MS = 24 * HOUR_MS;

/** Text of a new secret in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. */
export function secretText(bytes: Buffer): string {
  return `whsec_${bytes.toString('base64')}`;
}

/**
 * The headers of one try (Standard Webhooks 1.0): an HMAC-SHA256 over `id.timestamp.body` by each secret, the newest
 * first, so that a receiver that knows only one of them still verifies. Every try of an event has the same id, by which
 * a receiver recognises a repetition.
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** The body for an event: the card, never what a full read is charged for and never a transcript quote. */
export function webhookBody(alert: Alert, webUrl: string): WebhookBody {
  return {
    type: alert.change ? 'stance.changed' : 'idea.new',
    timestamp: alert.at.toISOString(),
    data: {
      idea: alert.card,
      ...(alert.change ? { stanceChange: alert.change } : {}),
      followed: {
        show: alert.followed.show,
        tickers: [...alert.followed.tickers],
        searches: [...alert.followed.searches],
      },
    },
    attribution: attribution(webUrl, `/ideas/${alert.card.id}`),
  };
}

/** The body of a test event. */
export function testBody(at: Date, webUrl: string): WebhookBody {
  return {
    type: 'test',
    timestamp: at.toISOString(),
    data: { message: 'A test that the account holder asked for. No idea was published.' },
    attribution: attribution(webUrl),
  };
}

export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

export type Verdict =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'retry'; readonly at: Date; readonly status: number | null; readonly reason: string }
  /** The webhook is switched off, with all that waits for it. */
  | { readonly kind: 'disable'; readonly status: number | null; readonly reason: string };

/**
 * What an answer to try number `attempt` (from 1) means: 2xx is delivered, 410 switches the webhook off, anything else
 * is retried until the waits are used up.
 */
export function verdictOn(answer: Answer, attempt: number, now: Date): Verdict {
  const status = answer.kind === 'answered' ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === 410) {
    return { kind: 'disable', status, reason: 'The address answered 410: it wants no more events.' };
  }
  const reason = answer.kind === 'failed' ? answer.reason : statusReason(answer.status);
  const wait = RETRY_WAITS_MS[attempt - 1];
  if (wait === undefined) {
    return { kind: 'disable', status, reason: `An event failed ${attempt} times, last so: ${reason}` };
  }
  return { kind: 'retry', at: new Date(now.getTime() + wait), status, reason };
}

function statusReason(status: number): string {
  if (status >= 300 && status < 400) {
    return `The address answered ${status}: redirects are not followed, give the final address.`;
  }
  return `The address answered ${status}; an event counts as delivered with 200 to 299.`;
}

/** A webhook's address as a mail may show it: without the query, which may hold a secret of the receiver. */
function shownUrl(url: string): string {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname}`;
}

/** The mail that tells a holder that a webhook was switched off. */
export function disabledMail(url: string, reason: string, webUrl: string): { subject: string; text: string } {
  return {
    subject: 'Earmark switched off a webhook of yours',
    text: [
      `Events are no longer sent to ${shownUrl(url)}.`,
      '',
      reason,
      '',
      `Events that waited are dropped; the ideas themselves are on the site. When the address answers again, switch the webhook on and test it here: ${webUrl}/settings/alerts`,
    ].join('\n'),
  };
}
