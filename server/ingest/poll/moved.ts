import { type FeedRecord, findFeed } from '#server/ingest/poll/store.ts';
import type { Db } from '#server/platform/db.ts';

const BEFORE = 'The address permanently redirects to ';
const AFTER = ', a feed that is there already: this one is polled no more.';

/** Why a feed is paused whose address permanently redirects to that of another. */
export function movedReason(address: string): string {
  return `${BEFORE}${address}${AFTER}`;
}

/** The polled feed to which this one moved when it was last polled (`movedReason`); null where it did not, or that one is not polled. */
export async function movedTo(db: Db, { lastError }: FeedRecord): Promise<FeedRecord | null> {
  if (!lastError?.startsWith(BEFORE) || !lastError.endsWith(AFTER)) return null;
  const known = await findFeed(db, lastError.slice(BEFORE.length, -AFTER.length));
  return known?.state === 'active' ? known : null;
}
