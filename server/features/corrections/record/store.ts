import { isId } from '#server/api/inputs.ts';
import type { Amendable } from '#server/features/corrections/schema.ts';
import { ideaTables } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const amendableColumns = sql`
  i.headline, i.thesis, i.statement, i.context, i."riskFlags", i."validationSignals", i.stance, i.direction, i.tickers, i.entities, i."subjectKind", i."subjectKey", i."subjectName",
  i.themes, i."participationEtfs", i."participationTheme", i."speakerName", i."speakerTitle", i."speakerRole", i."timestampSeconds", i."endSeconds", i.quote, i."quoteStartSeconds", i."quoteEndSeconds", i.hidden`;

const ideaRecord = {
  ...pick(
    tables.idea,
    'id',
    'episodeId',
    'publishedAt',
    'discussionDepth',
    'headline',
    'thesis',
    'statement',
    'context',
    'riskFlags',
    'validationSignals',
    'tickers',
    'entities',
    'subjectKey',
    'subjectName',
    'themes',
    'participationTheme',
    'speakerName',
    'speakerTitle',
    'timestampSeconds',
    'endSeconds',
    'quote',
    'quoteStartSeconds',
    'quoteEndSeconds',
    'hidden',
  ),
  stance: tables.idea.stance.as<NonNullable<Amendable['stance']>>(),
  direction: tables.idea.direction.as<NonNullable<Amendable['direction']>>(),
  subjectKind: tables.idea.subjectKind.as<Amendable['subjectKind']>(),
  participationEtfs: tables.idea.participationEtfs.as<Amendable['participationEtfs']>(),
  speakerRole: tables.idea.speakerRole.as<NonNullable<Amendable['speakerRole']>>(),
  superseded: computed.bool,
  show: tables.show.name,
  episode: tables.episode.title,
};
export type IdeaRecord = Amendable & Omit<RowOf<typeof ideaRecord>, keyof Amendable>;

/** An idea as an operator sees it, hidden or not; null when there is none. */
export async function findRecord(db: Db, ideaId: string): Promise<IdeaRecord | null> {
  if (!isId(ideaId)) return null;
  const row = await db.row(
    ideaRecord,
    sql`
    SELECT i.id, i."episodeId", i."publishedAt", i."discussionDepth", i."supersededAt" IS NOT NULL AS superseded, s.name AS show, e.title AS episode, ${amendableColumns}
    FROM ${ideaTables} WHERE i.id = ${ideaId}::uuid`,
  );
  return row ?? null;
}

/** The fields of an idea that a correction may change. */
export function amendableOf(idea: IdeaRecord): Amendable {
  const { id, episodeId, publishedAt, discussionDepth, superseded, show, episode, ...amendable } = idea;
  return amendable;
}
