import type { Amendable } from '#server/features/corrections/schema.ts';
import { writeFoundBy } from '#server/features/ideas/found/store.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** Keeps the former values of changed fields, at a moment after every earlier version of the idea. */
export async function keepVersion(
  tx: Db,
  ideaId: string,
  before: Partial<Amendable>,
  note: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO idea_version ("ideaId", at, before, note)
    SELECT ${ideaId}::uuid, GREATEST(${now}::timestamptz, max(v.at) + interval '1 millisecond'), ${JSON.stringify(before)}::jsonb, ${note}
    FROM idea_version v WHERE v."ideaId" = ${ideaId}::uuid`);
}

/** Writes an idea as it was put right, with the rows by which its symbols and themes find it. */
export async function writeAmended(tx: Db, id: string, after: Amendable): Promise<void> {
  await tx.run(sql`
    UPDATE idea SET headline = ${after.headline}, thesis = ${after.thesis}, statement = ${after.statement}, context = ${after.context},
      "riskFlags" = ${[...after.riskFlags]}::text[], "validationSignals" = ${[...after.validationSignals]}::text[],
      stance = ${after.stance}, direction = ${after.direction}, tickers = ${[...after.tickers]}::text[], entities = ${[...after.entities]}::text[],
      "subjectKind" = ${after.subjectKind}, "subjectKey" = ${after.subjectKey}, "subjectName" = ${after.subjectName}, themes = ${[...after.themes]}::text[],
      "participationEtfs" = ${JSON.stringify(after.participationEtfs)}::jsonb, "participationTheme" = ${after.participationTheme},
      "speakerName" = ${after.speakerName}, "speakerTitle" = ${after.speakerTitle}, "speakerRole" = ${after.speakerRole},
      "timestampSeconds" = ${after.timestampSeconds}, "endSeconds" = ${after.endSeconds}, quote = ${after.quote},
      "quoteStartSeconds" = ${after.quoteStartSeconds}, "quoteEndSeconds" = ${after.quoteEndSeconds}, hidden = ${after.hidden}
    WHERE id = ${id}::uuid`);
  await tx.run(
    sql`DELETE FROM idea_ticker WHERE "ideaId" = ${id}::uuid AND symbol <> ALL (${[...after.tickers]}::text[])`,
  );
  await tx.run(
    sql`DELETE FROM idea_theme WHERE "ideaId" = ${id}::uuid AND slug <> ALL (${[...after.themes]}::text[])`,
  );
  await writeFoundBy(tx, [id]);
}
