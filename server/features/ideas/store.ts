import type { IdeaCard, IdeaFull } from '#server/features/ideas/schema.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, join, sql } from '#server/platform/db.ts';

/** Rows `i` (idea), `e` (episode), `s` (show): ideas that a caller may know of. Every other idea answers as unknown. */
export const visibleIdea = sql`i.hidden = false AND e.hidden = false AND s.hidden = false`;
/** Ideas that lists show: visible ones that no later analysis replaced. */
export const listedIdea = sql`${visibleIdea} AND i."supersededAt" IS NULL`;

/** An idea with its episode and show, under the names that the predicates use. */
export const ideaTables = sql`idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"`;

/** What `toCard` maps. */
export const cardColumns = sql`
  i.id, i.headline, i.thesis, i."discussionDepth", i.stance, i.direction, i.tickers, i.entities, i."ideaType", i."timestampSeconds",
  i."publishedAt", i."supersededAt", s.id AS "showId", s.slug AS "showSlug", s.name AS "showName",
  e.id AS "episodeId", e.title AS "episodeTitle", e."publishedAt" AS "episodePublishedAt", e.guest, e."enclosureUrl", e."youtubeUrl",
  i.quote, s."quoteChars"`;

export type IdeaRow = {
  readonly id: string;
  readonly headline: string;
  readonly thesis: string;
  readonly discussionDepth: number;
  readonly stance: IdeaCard['stance'];
  readonly direction: IdeaCard['direction'];
  readonly tickers: string[];
  readonly entities: string[];
  readonly ideaType: IdeaCard['ideaType'];
  readonly timestampSeconds: number | null;
  readonly publishedAt: Date;
  readonly supersededAt: Date | null;
  readonly showId: string;
  readonly showSlug: string;
  readonly showName: string;
  readonly episodeId: string;
  readonly episodeTitle: string;
  readonly episodePublishedAt: Date;
  readonly guest: string | null;
  readonly enclosureUrl: string | null;
  readonly youtubeUrl: string | null;
  /** As spoken, whole; never served before it is held to `quoteChars`. */
  readonly quote: string | null;
  readonly quoteChars: number;
};

/** A card's row with the metered body and what the show permits to quote. */
export type IdeaDetail = IdeaRow & {
  readonly context: string | null;
  readonly riskFlags: string[];
  readonly validationSignals: string[];
  readonly participationEtfs: { symbol: string; name: string }[];
  readonly participationTheme: string | null;
  readonly speakerName: string | null;
  readonly speakerTitle: string | null;
  readonly speakerRole: NonNullable<IdeaFull['speaker']>['role'];
  readonly quoteStartSeconds: number | null;
  readonly quoteEndSeconds: number | null;
  readonly mediaEnabled: boolean;
};

/** The visible idea with this id, superseded or not; null when it is unknown or hidden. */
export async function findIdea(db: Db, ideaId: string): Promise<IdeaDetail | null> {
  const row = await db.row<IdeaDetail>(sql`
    SELECT ${cardColumns}, i.context, i."riskFlags", i."validationSignals", i."participationEtfs", i."participationTheme",
      i."speakerName", i."speakerTitle", i."speakerRole", i."quoteStartSeconds", i."quoteEndSeconds", s."mediaEnabled"
    FROM ${ideaTables} WHERE i.id = ${ideaId}::uuid AND ${visibleIdea}`);
  return row ?? null;
}

/** Rows of the listed ideas among `ids`, in the order of `ids`. */
export async function findCards(db: Db, ids: readonly string[]): Promise<IdeaRow[]> {
  if (ids.length === 0) return [];
  const list = join(ids.map((id) => sql`${id}::uuid`));
  const rows = await db.rows<IdeaRow>(
    sql`SELECT ${cardColumns} FROM ${ideaTables} WHERE i.id IN (${list}) AND ${listedIdea}`,
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
 * Reads an idea and charges it, in one transaction that holds the account's row: parallel reads of one account are
 * decided one after the other. An idea already opened this UTC day is free (SPEC.md States and transitions).
 */
export function readIdea(db: Db, read: MeteredRead): Promise<ReadOutcome> {
  const day = utcDay(read.now);
  return db.transaction(async (tx) => {
    await tx.row(sql`SELECT 1 FROM account WHERE id = ${read.accountId}::uuid FOR NO KEY UPDATE`);
    const idea = await findIdea(tx, read.ideaId);
    if (!idea) return { kind: 'unknown' };
    const { used, opened } = (await tx.row<{ used: number; opened: boolean }>(sql`
      SELECT count(*)::int AS used, COALESCE(bool_or("ideaId" = ${read.ideaId}::uuid), false) AS opened
      FROM idea_read WHERE "accountId" = ${read.accountId}::uuid AND day = ${day}::date`))!;
    if (opened) return { kind: 'read', idea, used };
    if (read.limit !== null && used >= read.limit) return { kind: 'refused', idea, used };
    if (!read.spend) return { kind: 'read', idea, used };
    await tx.run(sql`
      INSERT INTO idea_read ("accountId", day, "ideaId", "readAt") VALUES (${read.accountId}::uuid, ${day}::date, ${read.ideaId}::uuid, ${read.now})`);
    return { kind: 'read', idea, used: used + 1 };
  });
}
