import type { IdeaCard, IdeaFull } from '#server/features/ideas/schema.ts';
import { lockAccount } from '#server/features/plans/store.ts';
import { currentIdea, ideaTables, visibleIdea } from '#server/features/visibility/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** What `toCard` maps. */
export const cardColumns = sql`
  i.id, i.headline, i.thesis, i."discussionDepth", i.stance, i.direction, i.tickers, i.entities, i."ideaType", i."timestampSeconds",
  i."publishedAt", i."supersededAt", s.id AS "showId", s.slug AS "showSlug", s.name AS "showName",
  e.id AS "episodeId", e.title AS "episodeTitle", e."publishedAt" AS "episodePublishedAt", e.guest, e."enclosureUrl", e."youtubeUrl",
  i.quote, i."subjectKind", i."subjectName", i."speakerName", s."quoteChars", s."mediaEnabled"`;

/** What `cardColumns` gives. */
export const cardRow = {
  ...pick(
    tables.idea,
    'id',
    'headline',
    'thesis',
    'discussionDepth',
    'tickers',
    'entities',
    'timestampSeconds',
    'publishedAt',
    'supersededAt',
  ),
  stance: tables.idea.stance.as<NonNullable<IdeaCard['stance']>>(),
  direction: tables.idea.direction.as<NonNullable<IdeaCard['direction']>>(),
  ideaType: tables.idea.ideaType.as<NonNullable<IdeaCard['ideaType']>>(),
  showId: tables.show.id,
  showSlug: tables.show.slug,
  showName: tables.show.name,
  episodeId: tables.episode.id,
  episodeTitle: tables.episode.title,
  episodePublishedAt: tables.episode.publishedAt,
  ...pick(tables.episode, 'guest', 'enclosureUrl', 'youtubeUrl'),
  /** As spoken, whole; never served before it is held to `quoteChars`. */
  quote: tables.idea.quote,
  quoteChars: tables.show.quoteChars,
  mediaEnabled: tables.show.mediaEnabled,
  ...pick(tables.idea, 'subjectKind', 'subjectName', 'speakerName'),
};
export type IdeaRow = RowOf<typeof cardRow>;

/** The metered body and what the show permits to quote, beside `cardColumns`. */
export const detailColumns = sql`${cardColumns}, i.context, i."riskFlags", i."validationSignals", i."participationEtfs", i."participationTheme",
  i."speakerTitle", i."speakerRole", i."quoteStartSeconds", i."quoteEndSeconds"`;

/** What `detailColumns` gives. */
export const detailRow = {
  ...cardRow,
  ...pick(
    tables.idea,
    'context',
    'riskFlags',
    'validationSignals',
    'participationTheme',
    'speakerTitle',
    'quoteStartSeconds',
    'quoteEndSeconds',
  ),
  participationEtfs: tables.idea.participationEtfs.as<{ symbol: string; name: string }[]>(),
  speakerRole: tables.idea.speakerRole.as<NonNullable<NonNullable<IdeaFull['speaker']>['role']>>(),
};
export type IdeaDetail = RowOf<typeof detailRow>;

/** The visible idea with this id, superseded or not; null when it is unknown or hidden. */
export async function findIdea(db: Db, ideaId: string): Promise<IdeaDetail | null> {
  const row = await db.row(
    detailRow,
    sql`
    SELECT ${detailColumns}
    FROM ${ideaTables} WHERE i.id = ${ideaId}::uuid AND ${visibleIdea}`,
  );
  return row ?? null;
}

/** Rows of the current ideas among `ids`, in the order of `ids`. */
export async function findCurrentCards(db: Db, ids: readonly string[]): Promise<IdeaRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows(
    cardRow,
    sql`SELECT ${cardColumns} FROM ${ideaTables} WHERE i.id = ANY(${[...ids]}::uuid[]) AND ${currentIdea}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type MeteredRead = {
  readonly accountId: string;
  readonly ideaId: string;
  readonly now: Date;
  /** Distinct ideas a UTC day; null when unlimited. */
  readonly limit: number | null;
  /** False answers what a read would, without recording one. */
  readonly spend: boolean;
};

/** `used` counts the day's distinct ideas, this one included when it was recorded. */
export type ReadOutcome =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly idea: IdeaDetail; readonly used: number }
  | { readonly kind: 'read'; readonly idea: IdeaDetail; readonly used: number };

/**
 * Reads an idea and charges it. What is charged is decided in a transaction that holds the account's row: parallel reads
 * of one account are decided one after the other. An idea already opened this UTC day is free (docs/contract.md, States and transitions 2).
 */
export async function readIdea(db: Db, read: MeteredRead): Promise<ReadOutcome> {
  const found = await lookUp(db, read);
  // A day's reads only grow: what is decided without the account's row stands, but for a read that would be charged.
  if (!isCharged(found, read)) return outcomeOf(found, read);
  return db.transaction(async (tx) => {
    await lockAccount(tx, read.accountId);
    const now = await lookUp(tx, read);
    if (!isCharged(now, read)) return outcomeOf(now, read);
    await tx.run(sql`
      INSERT INTO idea_read ("accountId", day, "ideaId", "readAt")
      VALUES (${read.accountId}::uuid, ${utcDay(read.now)}::date, ${read.ideaId}::uuid, ${read.now})`);
    return { ...outcomeOf(now, read), used: now.used + 1 };
  });
}

const meteredRow = { ...detailRow, used: computed.int, opened: computed.bool };
type Metered = RowOf<typeof meteredRow>;

/** The visible idea with what the account has read that UTC day, and whether this one is among it. */
function lookUp(db: Db, { accountId, ideaId, now }: MeteredRead): Promise<Metered | undefined> {
  return db.row(
    meteredRow,
    sql`
    SELECT ${detailColumns}, r.used, r.opened
    FROM ${ideaTables} CROSS JOIN (
      SELECT count(*)::int AS used, COALESCE(bool_or("ideaId" = ${ideaId}::uuid), false) AS opened
      FROM idea_read WHERE "accountId" = ${accountId}::uuid AND day = ${utcDay(now)}::date) r
    WHERE i.id = ${ideaId}::uuid AND ${visibleIdea}`,
  );
}

function isCharged(found: Metered | undefined, { limit, spend }: MeteredRead): found is Metered {
  return found !== undefined && !found.opened && spend && (limit === null || found.used < limit);
}

/** What a read that is not charged answers. */
function outcomeOf(found: Metered, read: MeteredRead): Exclude<ReadOutcome, { kind: 'unknown' }>;
function outcomeOf(found: Metered | undefined, read: MeteredRead): ReadOutcome;
function outcomeOf(found: Metered | undefined, { limit }: MeteredRead): ReadOutcome {
  if (!found) return { kind: 'unknown' };
  const { used, opened, ...idea } = found;
  const refused = !opened && limit !== null && used >= limit;
  return { kind: refused ? 'refused' : 'read', idea, used };
}
