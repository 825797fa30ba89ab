import { CommandError } from '#server/cli/run.ts';
import { openFetch } from '#server/feeds/fetch.ts';
import { feedAddress, withoutCredentials } from '#server/feeds/identity.ts';
import { type FeedRecord, findFeed, findMove } from '#server/ingest/poll/store.ts';
import type { Services } from '#server/platform/services.ts';

/** The feed that an operator names by its id or address. Throws CommandError. */
export async function feedNamed(services: Services, named: string): Promise<FeedRecord> {
  return (await findFeed(services.db, named)) ?? throwMissing(services, named);
}

/** Throws CommandError for a feed that is not there; it says where the feed went if the address permanently redirects to it. */
export async function throwMissing(services: Services, named: string): Promise<never> {
  const moved = await movedFeed(services, named);
  throw new CommandError(
    moved
      ? `There is no feed ${named}: the address permanently redirects to ${moved.url}, which is there.`
      : `There is no feed ${named}.`,
  );
}

/** The address, without a password, of the known feed to which a feed moved, as its last poll found; null where it did not. */
export async function knownMove({ db }: Services, named: string): Promise<string | null> {
  const to = await findMove(db, named);
  return to && withoutCredentials(to.url);
}

export function moveSentence(address: string): string {
  return `It moved to ${address}, which is known.`;
}

/** The polled feed that an address permanently redirects to, which has no feed of its own; null where it does not, or does not answer. */
export async function polledElsewhere(services: Services, address: string): Promise<FeedRecord | null> {
  if (await findFeed(services.db, address)) return null;
  const known = await movedFeed(services, address);
  return known?.state === 'active' ? known : null;
}

/** The feed that an address permanently redirects to; a poll has stored it under its new address. */
async function movedFeed(services: Services, named: string): Promise<FeedRecord | null> {
  if (!URL.canParse(named)) return null;
  const fetched = await openFetch(services)(named);
  if (fetched.status === 'failed' || fetched.permanentRedirectTo === null) return null;
  return findFeed(services.db, feedAddress(fetched.permanentRedirectTo));
}
