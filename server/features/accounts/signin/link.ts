import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { takeOrRefuse } from '#server/api/buckets/take.ts';
import { Refusal } from '#server/api/errors.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { mailNotSent } from '#server/features/accounts/signin/not-sent.ts';
import {
  hashSignInToken,
  LINK_MINUTES,
  safePath,
  signInMail,
  signInUrl,
} from '#server/features/accounts/signin/rules.ts';
import { createSignInToken } from '#server/features/accounts/signin/store.ts';
import { normalEmail } from '#server/features/accounts/store.ts';
import { sendMail } from '#server/platform/mail.ts';
import type { Services } from '#server/platform/services.ts';

const emailSchema = z.email().max(mostCharacters.email);

/**
 * Sends a sign-in link to an address. The outcome never tells whether an account has the address. Throws
 * `invalid_request` for what is no address, `rate_limited` past 5 mails in 15 minutes per address or reader, and
 * `internal_server_error` (503) when no mail server takes it.
 */
export async function requestSignInLink(
  services: Services,
  asked: { email: string; next: string; ip: string },
): Promise<void> {
  const parsed = emailSchema.safeParse(normalEmail(asked.email));
  if (!parsed.success) {
    throw new Refusal('invalid_request', {
      field: 'email',
      message: 'That does not look like an e-mail address: check it and try again.',
    });
  }
  const email = parsed.data;
  await takeMail(services, asked.ip);
  await takeMail(services, email);
  const token = await storeToken(services, email, LINK_MINUTES);
  await sendSignInLink(services, { email, token, next: asked.next }).catch((error: Error) => {
    throw mailNotSent(services, error, 'sign-in mail not sent');
  });
}

/** A sign-in link to hand over otherwise than by mail. It works once, within `minutes`. */
export async function makeSignInLink(services: Services, email: string, minutes: number): Promise<string> {
  const token = await storeToken(services, email, minutes);
  return signInUrl(services.env.webUrl, { email, token, next: '/' });
}

async function storeToken({ db, clock, secrets }: Services, email: string, minutes: number): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const now = clock();
  const expires = new Date(now.getTime() + minutes * 60_000);
  await createSignInToken(db, { identifier: email, hash: hashSignInToken(token, secrets[0]), expires }, now);
  return token;
}

/** Sends the mail of a token that is already stored. */
export async function sendSignInLink(
  services: Services,
  link: { email: string; token: string; next: string },
): Promise<void> {
  const { webUrl } = services.env;
  const next = safePath(link.next.startsWith(`${webUrl}/`) ? link.next.slice(webUrl.length) : link.next);
  await sendMail(services, { to: link.email, ...signInMail(webUrl, { ...link, next }) });
}

async function takeMail({ buckets }: Services, who: string): Promise<void> {
  const told = (wait: string) => `Too many sign-in mails were asked for: wait ${wait} and try again.`;
  await takeOrRefuse(buckets, 'mail', who, told);
}
