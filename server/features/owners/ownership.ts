import { randomBytes } from 'node:crypto';
import { takeOrRefuse } from '#server/api/buckets/take.ts';
import { Refusal } from '#server/api/errors.ts';
import { mailNotSent } from '#server/features/accounts/signin/not-sent.ts';
import {
  ownerAddedMail,
  ownerRemovedMail,
  ownershipMail,
  ownershipProvedMail,
} from '#server/features/owners/mails.ts';
import { addressDigest, digest, isBacked, PROOF_DAYS, tokensIn } from '#server/features/owners/rules.ts';
import type { ProofMethod } from '#server/features/owners/schema.ts';
import { type OwnableShow, storeFeedFacts } from '#server/features/owners/shows/store.ts';
import {
  findMailedOwnership,
  type ListedOwnership,
  type Ownership,
  ownersOf,
  startFeedOwnership,
  startMailOwnership,
  verifyOwnerships,
  waitingFeedOwnerships,
} from '#server/features/owners/store.ts';
import { feedReader } from '#server/feeds/read-apart.ts';
import { beforeAbort } from '#server/platform/abort.ts';
import type { BucketName } from '#server/platform/buckets/policies.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { type Mail, sendMail } from '#server/platform/mail.ts';
import type { Services } from '#server/platform/services.ts';

/** Starts an ownership to be proved by the feed, or returns the one that waits. 429 past 10 claims a day of one account. */
export async function claimByFeed(
  services: Services,
  show: OwnableShow,
  accountId: string,
  now: Date,
): Promise<Ownership> {
  await take(services, 'claim', accountId, 'You have started many claims today');
  const token = newToken('feed');
  return startFeedOwnership(services.db, { ...fresh(show, accountId, now), token, addressHash: null }, now);
}

/**
 * Mails a link to the owner address that the feed names. 422 when it names none; 429 past 10 claims a day of one account
 * or 3 mails a day about one show, whoever asks; 503 when no mail server takes it: an earlier link then still works.
 */
export async function claimByMail(
  services: Services,
  show: OwnableShow,
  claimant: { accountId: string; email: string },
  now: Date,
): Promise<void> {
  if (show.ownerEmail === null) {
    throw new Refusal('invalid_request', {
      message: 'The feed names no owner address: claim the show by its feed instead.',
    });
  }
  await take(services, 'claim', claimant.accountId, 'You have started many claims today');
  await take(services, 'claimMail', show.id, 'This show’s owner has been written to enough for today');
  const token = newToken('mail');
  const ownership = {
    ...fresh(show, claimant.accountId, now),
    token: digest(token),
    addressHash: addressDigest(show.ownerEmail),
  };
  const letter = ownershipMail(services.env.webUrl, { show: show.name, claimant: claimant.email, token });
  const mail = { to: show.ownerEmail, ...letter };
  try {
    await services.db.transaction(async (tx) => {
      await startMailOwnership(tx, ownership, now);
      // The local outbox writes on this connection: the pool may have no second one.
      await sendMail({ ...services, db: tx }, mail);
    });
  } catch (error) {
    await services.buckets.giveBack('claim', claimant.accountId, 1);
    await services.buckets.giveBack('claimMail', show.id, 1);
    throw mailNotSent(services, error as Error, 'mail about a claim not sent');
  }
}

/**
 * Confirms a mailed link, once, as the account that asked for it, and returns the show's slug. 404 for a link that is
 * unknown, used, expired or another account's, or was sent to an address that the feed no longer names.
 */
export async function confirmMailedOwnership(
  services: Services,
  token: string,
  accountId: string,
  now: Date,
): Promise<string> {
  const ownership = await mailedOwnershipFor(services, token, accountId, now);
  if (!ownership || !(await settle(services, ownership.showId, [ownership], now)).includes(accountId)) {
    throw new Refusal('not_found', {
      message:
        'This link was used already, has run out, or was replaced by a later one: claim the show again.',
    });
  }
  return ownership.slug;
}

/** The ownership of a mailed link for the account that asked for it; null for any other account. Changes nothing. */
export async function mailedOwnershipFor(
  services: Services,
  token: string,
  accountId: string,
  now: Date,
): Promise<ListedOwnership | null> {
  const ownership = await findMailedOwnership(services.db, digest(token), now);
  return ownership && ownership.accountId === accountId && isBacked(ownership, ownership) ? ownership : null;
}

/**
 * Reads a show's feed now and settles the ownerships whose tokens it holds. 422 when the feed cannot be read; 429 past 12
 * readings an hour of one show or by one account.
 */
export async function checkFeedNow(
  services: Services,
  fetchGuarded: GuardedFetch,
  show: OwnableShow,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  if (show.feedUrl === null) {
    throw new Refusal('invalid_request', {
      message: 'This show came from a file: it has no feed to look at.',
    });
  }
  for (const who of [accountId, show.id])
    await take(services, 'feedCheck', who, 'The feed was looked at many times');
  const fetched = await fetchGuarded(show.feedUrl, { signal });
  if (fetched.status !== 'ok') throw unreadable(fetched.status === 'failed' ? fetched.reason : null);
  const source = { contentType: fetched.contentType, url: fetched.finalUrl };
  const parsed = await beforeAbort(signal, feedReader().read(fetched.bytes, source));
  if (!parsed.ok) throw unreadable(parsed.reason);
  const { ownerEmail, txt } = parsed.feed.show;
  await storeFeedFacts(services.db, show.id, { ownerEmail, feedTxt: txt });
  await settleOwnerships(services, show.id, accountId);
}

/**
 * Verifies the waiting ownerships of a show whose tokens its feed held when last read. Called after every poll, so that
 * late tokens count. Claimants are mailed, except the one who `watches` and sees it at once.
 */
export async function settleOwnerships(
  services: Services,
  showId: string,
  watches: string | null = null,
): Promise<void> {
  const now = services.clock();
  const waiting = await waitingFeedOwnerships(services.db, showId, now);
  const proved = waiting.filter((ownership) => tokensIn(ownership.feedTxt).includes(ownership.token));
  const claimants = await settle(services, showId, proved, now);
  for (const { email, slug, showName, accountId } of proved) {
    if (accountId === watches || !claimants.includes(accountId)) continue;
    await tell(services, {
      to: email,
      ...ownershipProvedMail(services.env.webUrl, { slug, name: showName }),
    });
  }
}

/** Verifies ownerships and mails the former owners. Returns the accounts that became owners. */
async function settle(
  services: Services,
  showId: string,
  ownerships: readonly ListedOwnership[],
  now: Date,
): Promise<string[]> {
  if (ownerships.length === 0) return [];
  const before = await ownersOf(services.db, showId);
  const ids = ownerships.map((ownership) => ownership.id);
  const added = await verifyOwnerships(services.db, showId, ids, now);
  if (added.length === 0) return added;
  for (const { email, slug, showName } of before)
    await tell(services, { to: email, ...ownerAddedMail(services.env.webUrl, { slug, name: showName }) });
  return added;
}

/** Tells an account that another owner or an operator ended its ownership. */
export async function tellRemoved(services: Services, email: string, show: { name: string }): Promise<void> {
  await tell(services, { to: email, ...ownerRemovedMail(show) });
}

/** Sends a notice. A mail failure is only logged: what it tells of is done already. */
async function tell(services: Services, mail: Mail): Promise<void> {
  await sendMail(services, mail).catch((error: Error) =>
    services.log.warn({ err: error.message, subject: mail.subject }, 'a notice to an owner was not sent'),
  );
}

/** A new secret to put into the feed or to mail. */
function newToken(method: ProofMethod): string {
  return randomBytes(method === 'feed' ? 16 : 32).toString('hex');
}

function fresh(show: OwnableShow, accountId: string, now: Date) {
  return { showId: show.id, accountId, expiresAt: new Date(now.getTime() + PROOF_DAYS * DAY_MS) };
}

async function take(services: Services, bucket: BucketName, who: string, why: string): Promise<void> {
  await takeOrRefuse(services.buckets, bucket, who, (wait) => `${why}: try again in ${wait}.`);
}

function unreadable(reason: string | null): Refusal {
  return new Refusal('invalid_request', {
    message: `The feed could not be read just now${reason ? `: ${reason}` : '.'}`,
  });
}
