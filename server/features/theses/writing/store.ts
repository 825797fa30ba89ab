import type { Thesis } from '#server/features/theses/rules.ts';
import type { SubjectKey } from '#server/features/theses/subject.ts';
import { type Db, join, sql } from '#server/platform/db.ts';

/** Subjects as a list of pairs. */
export function subjectList(subjects: readonly SubjectKey[]) {
  return join(subjects.map(({ kind, key }) => sql`(${kind}, ${key})`));
}

/** Deletes what theses of the subjects there are besides these. */
export function deleteOthers(
  tx: Db,
  subjects: readonly SubjectKey[],
  theses: readonly Thesis[],
): Promise<number> {
  return tx.run(sql`
    DELETE FROM thesis WHERE ("subjectKind", "subjectKey") IN (${subjectList(subjects)})
      AND id <> ALL (${theses.map((thesis) => thesis.id)}::uuid[])`);
}

/** Writes the rows of these theses, where they differ from those there are. */
export async function writeTheses(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.map(({ statements: _, transitions: __, subject, ...thesis }) => ({
    ...thesis,
    subjectKind: subject.kind,
    subjectKey: subject.key,
  }));
  await tx.run(sql`
    INSERT INTO thesis AS t (id, "subjectKind", "subjectKey", line, sample, title, state, "firstHeardAt", "lastMentionAt", "lastShowId", tickers)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, "subjectKind" text, "subjectKey" text,
      line text, sample boolean, title text, state text, "firstHeardAt" timestamptz, "lastMentionAt" timestamptz, "lastShowId" uuid, tickers text[])
    ON CONFLICT (id) DO UPDATE SET "subjectKind" = excluded."subjectKind", "subjectKey" = excluded."subjectKey", title = excluded.title, state = excluded.state, "firstHeardAt" = excluded."firstHeardAt",
      "lastMentionAt" = excluded."lastMentionAt", "lastShowId" = excluded."lastShowId", tickers = excluded.tickers
    WHERE (t."subjectKind", t."subjectKey", t.title, t.state, t."firstHeardAt", t."lastMentionAt", t."lastShowId", t.tickers)
      IS DISTINCT FROM (excluded."subjectKind", excluded."subjectKey", excluded.title, excluded.state, excluded."firstHeardAt", excluded."lastMentionAt", excluded."lastShowId", excluded.tickers)`);
}

/** Deletes what statements these theses have besides those given. */
export async function deleteOtherStatements(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.flatMap(({ id, statements }) =>
    statements.map(({ ideaId }) => ({ thesisId: id, ideaId })),
  );
  await tx.run(sql`
    DELETE FROM thesis_statement WHERE "thesisId" = ANY (${theses.map((thesis) => thesis.id)}::uuid[])
      AND ("thesisId", "ideaId") NOT IN (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, "ideaId" uuid))`);
}

/**
 * Writes the given statements of these theses, where they differ from those there are. What stands already is read as one
 * stretch of each thesis, by date (`OFFSET 0` keeps it one): to look up each statement by its key, as a conflict does, takes
 * six pages for each.
 */
export async function writeStatements(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.flatMap(({ id, statements }) => statements.map((said) => ({ thesisId: id, ...said })));
  await tx.run(sql`
    WITH stands AS MATERIALIZED (
      SELECT st.* FROM jsonb_to_recordset(${JSON.stringify(spans(theses))}::jsonb) AS p(id uuid, "from" timestamptz, until timestamptz)
      CROSS JOIN LATERAL (SELECT * FROM thesis_statement WHERE "thesisId" = p.id AND date >= p."from" AND date <= p.until OFFSET 0) st)
    INSERT INTO thesis_statement AS s ("thesisId", "ideaId", date, "showId", stance, depth, relation, quote)
    SELECT r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, "ideaId" uuid, date timestamptz,
      "showId" uuid, stance text, depth int, relation text, quote text)
    WHERE NOT EXISTS (SELECT FROM stands o WHERE o."thesisId" = r."thesisId" AND o."ideaId" = r."ideaId"
      AND (o.date, o."showId", o.stance, o.depth, o.relation, o.quote) IS NOT DISTINCT FROM (r.date, r."showId", r.stance, r.depth, r.relation, r.quote))
    ON CONFLICT ("thesisId", "ideaId") DO UPDATE SET date = excluded.date, "showId" = excluded."showId",
      stance = excluded.stance, depth = excluded.depth, relation = excluded.relation, quote = excluded.quote`);
}

/** Between which air dates the statements of each thesis lie. */
function spans(theses: readonly Thesis[]): { id: string; from: Date; until: Date }[] {
  return theses.flatMap(({ id, statements }) => {
    const [first, last] = [statements[0], statements.at(-1)];
    return first && last ? [{ id, from: first.date, until: last.date }] : [];
  });
}

/** Replaces all transitions of the theses by these. */
export async function writeTransitions(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.flatMap(({ id, transitions }) =>
    transitions.map((move) => ({ thesisId: id, ...move })),
  );
  await tx.run(sql`
    DELETE FROM thesis_transition WHERE "thesisId" = ANY (${theses.map((thesis) => thesis.id)}::uuid[])`);
  await tx.run(sql`
    INSERT INTO thesis_transition ("thesisId", at, "fromState", "toState", "ideaId")
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, at timestamptz,
      "fromState" text, "toState" text, "ideaId" uuid)`);
}
