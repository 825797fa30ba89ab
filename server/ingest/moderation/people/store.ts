import { rebuildTheses } from '#server/features/theses/store.ts';
import type { SubjectKey } from '#server/features/theses/subject.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const WITHDRAWN = 'people.withdrawn';

/** How a name is compared: without regard to case and spaces around it. */
export function samePerson(name: string): string {
  return name.trim().toLowerCase();
}

/** People whose words are published no more, as `samePerson` writes them. */
export async function withdrawnPeople(db: Db): Promise<ReadonlySet<string>> {
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`SELECT value FROM setting WHERE name = ${WITHDRAWN}`,
  );
  return new Set(row ? (JSON.parse(row.value) as string[]) : []);
}

const subjectKey = { kind: tables.idea.subjectKind.as<SubjectKey['kind']>(), key: tables.idea.subjectKey };

/**
 * Takes what a person said out of every surface, and their name from beside it: ideas under it are hidden and named no more,
 * labels of passages and transcripts go, and nothing is published under the name from then on. One transaction; theses
 * are rebuilt in it. Returns how many ideas were taken out.
 */
export function withdrawPerson(db: Db, name: string, now: Date): Promise<number> {
  const person = samePerson(name);
  return db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO setting (name, value) VALUES (${WITHDRAWN}, jsonb_build_array(${person}::text)::text)
      ON CONFLICT (name) DO UPDATE SET value = CASE WHEN setting.value::jsonb ? ${person} THEN setting.value
        ELSE (setting.value::jsonb || excluded.value::jsonb)::text END`);
    // Held as those who publish hold them (`holdShow`), so that no idea under the name comes after.
    await tx.run(sql`
      SELECT 1 FROM episode WHERE id IN (SELECT "episodeId" FROM idea WHERE lower(trim("speakerName")) = ${person}) ORDER BY id FOR UPDATE`);
    const subjects = await tx.rows(
      subjectKey,
      sql`SELECT DISTINCT "subjectKind" AS kind, "subjectKey" AS key FROM idea WHERE lower(trim("speakerName")) = ${person}`,
    );
    const ideas = await tx.run(sql`
      UPDATE idea SET hidden = true, "speakerName" = NULL, "speakerTitle" = NULL, "speakerRole" = 'unclear'
      WHERE lower(trim("speakerName")) = ${person}`);
    await tx.run(sql`UPDATE passage SET speaker = NULL WHERE lower(trim(speaker)) = ${person}`);
    await tx.run(sql`
      UPDATE transcript SET cues = (
        SELECT jsonb_agg(CASE WHEN lower(trim(cue ->> 2)) = ${person} THEN jsonb_set(cue, '{2}', 'null') ELSE cue END ORDER BY place)
        FROM jsonb_array_elements(cues) WITH ORDINALITY AS told (cue, place))
      WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(cues) AS cue WHERE lower(trim(cue ->> 2)) = ${person})`);
    await rebuildTheses(tx, subjects, now);
    return ideas;
  });
}

/** Publishes what is read under a name again; what was taken out stays out. False when the name was not withdrawn. */
export async function admitPerson(db: Db, name: string): Promise<boolean> {
  const person = samePerson(name);
  const row = await db.row(
    { found: computed.bool },
    sql`
    UPDATE setting SET value = (value::jsonb - ${person}::text)::text WHERE name = ${WITHDRAWN} AND value::jsonb ? ${person}
    RETURNING true AS found`,
  );
  return row !== undefined;
}
