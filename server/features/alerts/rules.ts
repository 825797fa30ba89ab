import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Refusal } from '#server/api/errors.ts';
import type { MailRhythm } from '#server/features/alerts/schema.ts';
import { premiumRequired } from '#server/features/plans/rules.ts';
import { DAY_MS, HOUR_MS, utcMidnight, WEEK_MS, weekStart } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';

/** An episode that aired longer ago alerts nobody, even if it is read for the first time. */
export const NEWS_DAYS = 7;
/** How long after publication an idea may still become an event, so that a worker that was down catches up. */
export const CATCH_UP_HOURS = 72;
/** Events are kept this long. It must exceed the time in which an idea can become one again. */
export const KEEP_DAYS = 30;
/** Webhooks an account may have. */
export const MAX_WEBHOOKS = 3;

/** Digests leave at this UTC hour; weekly ones on Mondays. */
const MAIL_HOUR = 6;
const MAIL_MS = MAIL_HOUR * HOUR_MS;

/** Least time between two mails of rhythm `at_once`. */
const AT_ONCE_MS = 15 * 60_000;

/** A rhythm whose digests are due at fixed hours. */
type Slotted = Exclude<MailRhythm, 'off' | 'at_once'>;

/** The last moment at which a digest of this rhythm was due, as of `now`. Events up to it belong to that digest. */
export function lastSlot(rhythm: Slotted, now: Date): Date {
  const startOf = rhythm === 'daily' ? utcMidnight : weekStart;
  return new Date(startOf(new Date(now.getTime() - MAIL_MS)).getTime() + MAIL_MS);
}

/** When the next digest of this rhythm is due. */
export function nextSlot(rhythm: Slotted, now: Date): Date {
  return new Date(lastSlot(rhythm, now).getTime() + stepOf(rhythm));
}

function stepOf(rhythm: Slotted): number {
  return rhythm === 'daily' ? DAY_MS : WEEK_MS;
}

/** Hours of the day (0 to 23) in which no mail is sent, `until` excluded; over midnight where `until` is earlier. Null for none. */
export type QuietHours = { readonly from: number; readonly until: number; readonly timeZone: string } | null;

/** Quiet hours as a form sends them. */
type ChosenHours = { readonly from: number | null; readonly until: number | null };

/** What is wrong with chosen quiet hours, as a sentence; null when nothing is. */
export function quietFault({ from, until }: ChosenHours): string | null {
  if ((from === null) !== (until === null))
    return 'Quiet hours need both, from when and until when; choose none twice to have no quiet hours.';
  if (from !== null && from === until)
    return 'Quiet hours that begin and end at the same hour are none. Choose another end, or set the mail to off.';
  return null;
}

/** The quiet hours that are chosen; null for none. */
export function quietHoursOf(chosen: (ChosenHours & { readonly timeZone: string }) | null): QuietHours {
  if (chosen === null || chosen.from === null || chosen.until === null) return null;
  return { from: chosen.from, until: chosen.until, timeZone: chosen.timeZone };
}

/** Whether `now` is a quiet hour. Hours that begin and end at the same hour are none. */
export function isQuiet(quiet: QuietHours, now: Date): boolean {
  if (quiet === null) return false;
  const { from, until, timeZone } = quiet;
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now),
  );
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** Whether a text names an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

export type DigestState = {
  readonly mail: MailRhythm;
  readonly mailSince: Date | null;
  readonly lastMailAt: Date | null;
  readonly mailRetryAt: Date | null;
  readonly quiet: QuietHours;
};

/** The moment up to which events go into the digest that is due now. Null when none is due or this is a quiet hour. */
export function digestUntil(state: DigestState, now: Date): Date | null {
  if (state.mail === 'off' || state.mailSince === null) return null;
  if (state.mailRetryAt !== null && state.mailRetryAt > now) return null;
  if (isQuiet(state.quiet, now)) return null;
  if (state.mail === 'at_once') {
    const since = now.getTime() - (state.lastMailAt?.getTime() ?? 0);
    return since >= AT_ONCE_MS ? now : null;
  }
  const slot = lastSlot(state.mail, now);
  const done = state.lastMailAt ?? state.mailSince;
  return done < slot ? slot : null;
}

/** When to retry a digest that no mail server took: after 10 minutes, doubling up to 6 hours. */
export function mailRetry(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(10 * 60_000 * 2 ** Math.min(failures, 10), 6 * HOUR_MS));
}

/** The signature of an unsubscribe link of this account; it opens nothing else. */
export function unsubscribeToken(accountId: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe:${accountId}`).digest('base64url');
}

/** True for the token of this account, made with any of the secrets. */
export function isUnsubscribeToken(accountId: string, token: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(token);
  return secrets.some((secret) => {
    const expected = Buffer.from(unsubscribeToken(accountId, secret));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

export type UnsubscribeLinks = {
  /** A page with a button, for people. */
  readonly page: string;
  /** Takes the one-click POST of mail programs (RFC 8058); a GET leads to the page. */
  readonly oneClick: string;
};

/** The signed links that end the digest of an account. */
export function unsubscribeLinks(webUrl: string, accountId: string, secret: string): UnsubscribeLinks {
  const query = new URLSearchParams({ account: accountId, token: unsubscribeToken(accountId, secret) });
  return { page: `${webUrl}/unsubscribe?${query}`, oneClick: `${webUrl}/unsubscribe/one-click?${query}` };
}

/** Whether a text has the form of a feed secret: 32 random bytes in base64url. */
export function isFeedSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Address of an account's personal feed. */
export function feedUrl(webUrl: string, secret: string): string {
  return `${webUrl}/feeds/${secret}`;
}

/** The refusal to send a change of stance on the free plan (docs/contract.md, Added: Webhooks 2). */
export function stanceChangesNeedPremium(env: Env): Refusal {
  return premiumRequired(env, 'stance_changes', 'Changes of stance need a Premium plan.');
}
