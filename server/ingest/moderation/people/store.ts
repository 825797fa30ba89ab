import { updateTheses } from '#server/features/theses/update/store.ts';
import { samePerson, type Withdrawn } from '#server/ingest/moderation/people/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const WITHDRAWN = 'people.withdrawn';
const LOCK = sql`hashtext(${WITHDRAWN})`;

/** People whose words are published no more. */
export async function withdrawnPeople(db: Db): Promise<Withdrawn> {
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`SELECT value FROM setting WHERE name = ${WITHDRAWN}`,
  );
  return new Set(row ? (JSON.parse(row.value) as string[]) : []);
}

/**
 * The same for a transaction that writes what is said and by whom: nobody is withdrawn until it ends. Call before it locks shows
 * or episodes.
 */
export async function holdWithdrawn(tx: Db): Promise<Withdrawn> {
  await tx.row(sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`);
  return withdrawnPeople(tx);
}

/** What was taken out with a person. */
export type Taken = { readonly ideas: number; readonly episodes: number; readonly answers: number };

/**
 * Takes what a person said out of every surface, and their name from beside it, in one transaction: ideas under it are hidden
 * and named no more, their words leave transcripts and passages, their name the people of episodes and shows, and
 * answers of Ask that tell of them tell no more. Nothing is published under the name from then on. Episodes that they
 * are heard in wait to be read again, without them.
 */
export function withdrawPerson(db: Db, name: string, now: Date): Promise<Taken> {
  const person = samePerson(name);
  return db.transaction(async (tx) => {
    await tx.row(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    await tx.run(sql`
      INSERT INTO setting (name, value) VALUES (${WITHDRAWN}, jsonb_build_array(${person}::text)::text)
      ON CONFLICT (name) DO UPDATE SET value = CASE WHEN setting.value::jsonb ? ${person} THEN setting.value
        ELSE (setting.value::jsonb || excluded.value::jsonb)::text END`);
    const episodes = await lockEpisodesOf(tx, person);
    const ideas = await takeIdeas(tx, person, now);
    await takeWords(tx, person, episodes);
    await takeFromLists(tx, person);
    await takeFromNews(tx, person, ideas);
    return {
      ideas: ideas.length,
      episodes: episodes.length,
      answers: await takeAnswers(tx, person, ideas),
    };
  });
}

/** Episodes in which the person is heard, held as those who publish hold them: no idea under the name comes after. */
async function lockEpisodesOf(tx: Db, person: string): Promise<string[]> {
  const rows = await tx.rows(
    pick(tables.episode, 'id'),
    sql`
    SELECT e.id FROM episode e WHERE e.id IN (
      SELECT "episodeId" FROM idea WHERE lower(trim("speakerName")) = ${person}
      UNION SELECT "episodeId" FROM passage WHERE lower(trim(speaker)) = ${person}
      UNION SELECT "episodeId" FROM transcript, jsonb_array_elements(cues) AS cue WHERE lower(trim(cue ->> 2)) = ${person})
    ORDER BY e.id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}

async function takeIdeas(tx: Db, person: string, now: Date): Promise<string[]> {
  const ideas = await tx.rows(
    pick(tables.idea, 'id'),
    sql`
    UPDATE idea SET hidden = true, "speakerName" = NULL, "speakerTitle" = NULL, "speakerRole" = 'unclear'
    WHERE lower(trim("speakerName")) = ${person} RETURNING id`,
  );
  await tx.run(sql`DELETE FROM speaker_name WHERE lower(trim(name)) = ${person}`);
  // An operator may have put another name in its place, or this one.
  await tx.run(sql`
    UPDATE idea_version SET before = before || '{"speakerName": null}' WHERE lower(trim(before ->> 'speakerName')) = ${person}`);
  const ids = ideas.map(({ id }) => id);
  await updateTheses(tx, ids, now);
  return ids;
}

/** Windows that others share with the person go too, until the episode has been read again. */
async function takeWords(tx: Db, person: string, episodes: readonly string[]): Promise<void> {
  const ids = [...episodes];
  await tx.run(sql`
    DELETE FROM passage WHERE "episodeId" = ANY(${ids}::uuid[]) AND (speaker IS NULL OR lower(trim(speaker)) = ${person})`);
  await tx.run(sql`
    UPDATE transcript SET cues = COALESCE((
      SELECT jsonb_agg(cue ORDER BY place) FROM jsonb_array_elements(cues) WITH ORDINALITY AS told (cue, place)
      WHERE lower(trim(cue ->> 2)) IS DISTINCT FROM ${person}), '[]')
    WHERE "episodeId" = ANY(${ids}::uuid[])`);
  await tx.run(sql`
    UPDATE episode SET state = 'transcribed', attempts = 0, "nextAttemptAt" = NULL
    WHERE id = ANY(${ids}::uuid[]) AND state = 'processed' AND EXISTS (SELECT 1 FROM transcript t WHERE t."episodeId" = episode.id)`);
}

/** Who an episode's guests are and a show's people. */
async function takeFromLists(tx: Db, person: string): Promise<void> {
  const isOther = sql`lower(trim(one ->> 'name')) IS DISTINCT FROM ${person}`;
  const others = sql`COALESCE((
    SELECT jsonb_agg(one ORDER BY place) FROM jsonb_array_elements(people) WITH ORDINALITY AS listed (one, place) WHERE ${isOther}), '[]')`;
  const isListed = sql`EXISTS (SELECT 1 FROM jsonb_array_elements(people) AS one WHERE lower(trim(one ->> 'name')) = ${person})`;
  await tx.run(sql`
    UPDATE episode SET people = ${others}, guest = (
      SELECT string_agg(one ->> 'name', ', ' ORDER BY place) FROM jsonb_array_elements(people) WITH ORDINALITY AS listed (one, place)
      WHERE one ->> 'role' = 'guest' AND ${isOther})
    WHERE ${isListed}`);
  await tx.run(sql`UPDATE episode SET guest = NULL WHERE lower(trim(guest)) = ${person}`);
  await tx.run(sql`UPDATE show SET people = ${others} WHERE ${isListed}`);
  await tx.run(sql`UPDATE show SET author = NULL WHERE lower(trim(author)) = ${person}`);
  await tx.run(sql`UPDATE show SET "ownerName" = NULL WHERE lower(trim("ownerName")) = ${person}`);
}

/** Whether a text holds the name, or one of the ideas. */
function tellsOf(text: ReturnType<typeof sql>, person: string, ideas: readonly string[]) {
  return sql`(position(${person} IN lower(${text})) > 0 OR EXISTS (
    SELECT 1 FROM unnest(${[...ideas]}::text[]) AS idea WHERE position(idea IN ${text}) > 0))`;
}

/** Copies of what was sent, which holders of webhooks look at, and the local outbox. */
async function takeFromNews(tx: Db, person: string, ideas: readonly string[]): Promise<void> {
  await tx.run(sql`
    UPDATE alert_delivery SET "lastBody" = NULL, "lastAnswer" = NULL
    WHERE "lastBody" IS NOT NULL AND ${tellsOf(sql`"lastBody"`, person, ideas)}`);
  await tx.run(sql`DELETE FROM outbox_mail WHERE ${tellsOf(sql`(subject || ' ' || text)`, person, ideas)}`);
}

const NO_ANSWER =
  'This answer told of somebody whose words were taken out of the record since. Ask again for one without them.';

/** Answers that account holders kept: the question stays. */
function takeAnswers(tx: Db, person: string, ideas: readonly string[]): Promise<number> {
  const instead = { answer: null, citations: [], coverage: 'none', message: NO_ANSWER };
  return tx.run(sql`
    UPDATE message SET text = ${NO_ANSWER}, answer = answer || ${JSON.stringify(instead)}::jsonb
    WHERE kind = 'answer' AND ${tellsOf(sql`(text || ' ' || answer::text)`, person, ideas)}`);
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

const naming = {
  kind: computed.text.as<'idea' | 'episode' | 'show'>(),
  id: computed.text,
  title: computed.text,
};

/**
 * Where a name still stands in words that are served and are not the person's own, at most so many: what others said of them, and
 * a publisher's titles and notes. An operator decides of each by `hide`.
 */
export function placesNaming(db: Db, name: string, limit: number) {
  const person = samePerson(name);
  return db.rows(
    naming,
    sql`
    SELECT 'show' AS kind, slug AS id, name AS title FROM show
    WHERE NOT hidden AND position(${person} IN lower(concat_ws(' ', name, description, author))) > 0
    UNION ALL
    SELECT 'episode', e.id::text, e.title FROM episode e JOIN show s ON s.id = e."showId"
    WHERE NOT e.hidden AND NOT s.hidden AND position(${person} IN lower(concat_ws(' ', e.title, e.description))) > 0
    UNION ALL
    SELECT 'idea', i.id::text, i.headline FROM idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE NOT i.hidden AND NOT e.hidden AND NOT s.hidden
      AND position(${person} IN lower(concat_ws(' ', i.headline, i.thesis, i.statement, i.context, i.quote))) > 0
    LIMIT ${limit}`,
  );
}
