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
    INSERT INTO thesis AS t (id, "subjectKind", "subjectKey", line, title, state, "firstHeardAt", "lastMentionAt", tickers)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, "subjectKind" text, "subjectKey" text,
      line text, title text, state text, "firstHeardAt" timestamptz, "lastMentionAt" timestamptz, tickers text[])
    ON CONFLICT (id) DO UPDATE SET "subjectKind" = excluded."subjectKind", "subjectKey" = excluded."subjectKey", title = excluded.title, state = excluded.state, "firstHeardAt" = excluded."firstHeardAt",
      "lastMentionAt" = excluded."lastMentionAt", tickers = excluded.tickers
    WHERE (t."subjectKind", t."subjectKey", t.title, t.state, t."firstHeardAt", t."lastMentionAt", t.tickers)
      IS DISTINCT FROM (excluded."subjectKind", excluded."subjectKey", excluded.title, excluded.state, excluded."firstHeardAt", excluded."lastMentionAt", excluded.tickers)`);
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

/** Writes the given statements of these theses, where they differ from those there are. */
export async function writeStatements(tx: Db, theses: readonly Thesis[]): Promise<void> {
  const rows = theses.flatMap(({ id, statements }) => statements.map((said) => ({ thesisId: id, ...said })));
  await tx.run(sql`
    INSERT INTO thesis_statement AS s ("thesisId", "ideaId", date, "showId", stance, depth, relation, quote)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("thesisId" uuid, "ideaId" uuid, date timestamptz,
      "showId" uuid, stance text, depth int, relation text, quote text)
    ON CONFLICT ("thesisId", "ideaId") DO UPDATE SET date = excluded.date, "showId" = excluded."showId",
      stance = excluded.stance, depth = excluded.depth, relation = excluded.relation, quote = excluded.quote
    WHERE (s.date, s."showId", s.stance, s.depth, s.relation, s.quote)
      IS DISTINCT FROM (excluded.date, excluded."showId", excluded.stance, excluded.depth, excluded.relation, excluded.quote)`);
}

/** Puts these transitions in the place of those that the theses have. */
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
