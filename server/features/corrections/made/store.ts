import type { Sql } from 'sql-template-tag';
import { type FoundIdea, type Reviewed, spanOf } from '#server/features/corrections/made/rules.ts';
import { changedOf } from '#server/features/corrections/rules.ts';
import type { Amendable, ShownCorrection } from '#server/features/corrections/schema.ts';
import { licensedHeadline } from '#server/features/ideas/licence.ts';
import { currentIdea, ideaTables, isRepeat } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const version = {
  ...pick(tables.ideaVersion, 'at', 'note'),
  before: tables.ideaVersion.before.as<Partial<Amendable>>(),
};
type VersionRow = RowOf<typeof version>;

const shown = ({ at, note, before }: VersionRow): ShownCorrection => ({
  at,
  note,
  changed: changedOf(before),
});

/** Corrections of an idea: when, what and why, newest first. */
export async function correctionsOfIdea(db: Db, ideaId: string): Promise<ShownCorrection[]> {
  const rows = await db.rows(
    version,
    sql`SELECT at, note, before FROM idea_version WHERE "ideaId" = ${ideaId}::uuid ORDER BY at DESC LIMIT 20`,
  );
  return rows.map(shown);
}

export type ListedCorrection = ShownCorrection & {
  readonly ideaId: string;
  readonly headline: string;
  readonly show: string;
};

/** Corrections of ideas that are current, newest first. Withdrawn ideas are not: they answer as unknown everywhere. */
export async function recentCorrections(db: Db, limit: number): Promise<ListedCorrection[]> {
  const rows = await db.rows(
    {
      ...version,
      ...pick(tables.idea, 'headline', 'quote', 'subjectKind', 'subjectName'),
      ...pick(tables.show, 'quoteChars', 'mediaEnabled'),
      ideaId: tables.idea.id,
      show: tables.show.name,
    },
    sql`
    SELECT v.at, v.note, v.before, i.id AS "ideaId", i.headline, i.quote, i."subjectKind", i."subjectName", s."quoteChars", s."mediaEnabled", s.name AS show
    FROM idea_version v JOIN (${ideaTables}) ON i.id = v."ideaId" WHERE ${currentIdea} ORDER BY v.at DESC, i.id LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    ...shown(row),
    ideaId: row.ideaId,
    headline: licensedHeadline(row.headline, row),
    show: row.show,
  }));
}

/** Ideas of an episode that an operator corrected or hid, with their present and former subjects and places. */
export function reviewedIdeas(db: Db, episodeId: string): Promise<Reviewed[]> {
  return reviewedWhere(db, sql`i."episodeId" = ${episodeId}::uuid`);
}

/**
 * The same of several episodes. Leaves out a hidden idea if another of the same talk is now listed: `hide` already told the operator of
 * that one.
 */
export function unreplacedReviewed(db: Db, episodeIds: readonly string[]): Promise<Reviewed[]> {
  if (episodeIds.length === 0) return Promise.resolve([]);
  const isReplaced = sql`i.hidden AND ${isRepeat}`;
  return reviewedWhere(db, sql`i."episodeId" = ANY(${[...episodeIds]}::uuid[]) AND NOT (${isReplaced})`);
}

function reviewedWhere(db: Db, condition: Sql): Promise<Reviewed[]> {
  return toldIdeas(
    db,
    sql`${condition} AND i."supersededAt" IS NULL
      AND (i.hidden OR EXISTS (SELECT 1 FROM idea_version v WHERE v."ideaId" = i.id))`,
  );
}

/** An idea as it is told and was told before corrections. */
export type ToldIdea = Reviewed & {
  readonly episodeId: string;
  readonly superseded: boolean;
  /** As it is told now; null where it has no moment. */
  readonly found: FoundIdea | null;
};

type Place = Pick<
  Amendable,
  'subjectKind' | 'subjectKey' | 'speakerName' | 'quoteStartSeconds' | 'quoteEndSeconds' | 'timestampSeconds'
>;

/** The ideas `i` of a condition, with their present and former subjects and places. */
export async function toldIdeas(db: Db, condition: Sql): Promise<ToldIdea[]> {
  const rows = await db.rows(
    {
      ...pick(tables.idea, 'id', 'episodeId', 'hidden', 'withdrawn'),
      superseded: computed.bool,
      now: computed.json.as<Place>(),
      versions: computed.json.as<Partial<Place>[]>(),
    },
    sql`
    SELECT i.id, i."episodeId", i.hidden, i.withdrawn, i."supersededAt" IS NOT NULL AS superseded,
      json_build_object('subjectKind', i."subjectKind", 'subjectKey', i."subjectKey", 'speakerName', i."speakerName", 'quoteStartSeconds', i."quoteStartSeconds",
        'quoteEndSeconds', i."quoteEndSeconds", 'timestampSeconds', i."timestampSeconds") AS now,
      COALESCE((SELECT json_agg(v.before) FROM idea_version v WHERE v."ideaId" = i.id), '[]'::json) AS versions
    FROM idea i WHERE ${condition}`,
  );
  return rows.map(({ now, versions, withdrawn, ...idea }) => {
    const places = [now, ...versions.map((version) => ({ ...now, ...version }))];
    const span = spanOf(now);
    return {
      ...idea,
      subjects: places.map(({ subjectKind: kind, subjectKey: key }) => ({ kind, key })),
      // Whose name was taken out is nobody whom an analysis names now.
      speakers: places.flatMap(({ speakerName }) => (withdrawn && speakerName === null ? [] : [speakerName])),
      spans: places.flatMap((place) => spanOf(place) ?? []),
      found: span ? { kind: now.subjectKind, key: now.subjectKey, speaker: now.speakerName, ...span } : null,
    };
  });
}
