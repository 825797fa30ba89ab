import { rights } from '#server/features/owners/rights/store.ts';
import type { FeedText } from '#server/features/owners/rules.ts';
import { visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** What a show's feed says of its owner. */
export const feedFacts = {
  ownerEmail: tables.show.ownerEmail,
  feedTxt: tables.show.feedTxt.as<FeedText[]>(),
};
const ownable = {
  ...pick(tables.show, 'id', 'slug', 'name'),
  ...rights,
  ...feedFacts,
  /** Where the feed is read; null when the show came from a file. */
  feedUrl: computed.text.orNull(),
  sample: computed.bool,
};
export type OwnableShow = RowOf<typeof ownable>;

/** A show by slug with what its feed says of its owner; null when unknown or hidden. */
export async function findOwnable(db: Db, slug: string): Promise<OwnableShow | null> {
  const row = await db.row(
    ownable,
    sql`
    SELECT s.id, s.slug, s.name, s."ownerEmail", s."feedTxt", s."embedEnabled", s."mediaEnabled", s."quoteChars", COALESCE(f.sample, false) AS sample,
      CASE WHEN f.url LIKE 'http%' THEN f.url END AS "feedUrl"
    FROM show s LEFT JOIN feed f ON f."showId" = s.id WHERE s.slug = ${slug} AND ${visibleShow}`,
  );
  return row ?? null;
}

/** Stores what a feed that was read on demand says of its owner. The ordinary poll stores the rest. */
export async function storeFeedFacts(
  db: Db,
  showId: string,
  facts: { readonly ownerEmail: string | null; readonly feedTxt: readonly FeedText[] },
): Promise<void> {
  await db.run(sql`
    UPDATE show SET "ownerEmail" = ${facts.ownerEmail}, "feedTxt" = ${JSON.stringify(facts.feedTxt)}::jsonb WHERE id = ${showId}::uuid`);
}
