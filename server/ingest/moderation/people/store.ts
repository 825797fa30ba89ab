import type { Sql } from 'sql-template-tag';
import { hideReadings } from '#server/features/corrections/readings/store.ts';
import { holdRepeats, type OfTalk, othersOfTalk } from '#server/features/visibility/repeats/store.ts';
import { turnIdeas } from '#server/features/visibility/turn.ts';
import {
  isNameOf,
  type Letters,
  personKey,
  saysWho,
  wholeName,
} from '#server/features/visibility/withdrawn/rules.ts';
import { changeWithdrawn, keepWithdrawn } from '#server/features/visibility/withdrawn/store.ts';
import { markProcessedForAnalysis } from '#server/ingest/episodes/store.ts';
import { isCalledShort, namelessOf, shortName } from '#server/ingest/moderation/people/rules.ts';
import {
  answersQuoting,
  ideasBeside,
  ideasQuoting,
  labelsHeard,
} from '#server/ingest/moderation/people/said/store.ts';
import { type EpisodeLabels, ownLabels, removeLabels } from '#server/ingest/transcript/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** How many ideas, episodes and kept answers a withdrawal changed, and what other episodes tell of the same talks. */
export type Taken = {
  readonly ideas: number;
  readonly episodes: number;
  readonly answers: number;
  /** Listed ideas of others in these episodes: they are read again. */
  readonly beside: number;
  readonly others: readonly OfTalk[];
};

/**
 * Withdraws a person, in one transaction. Hides the ideas under the name and those that quote the person's words (`ideasQuoting`), and
 * removes the name from them; removes the person's words from transcripts and passages, also those under a short name ("Ann" where the
 * feed lists Ann Lee); removes the name from the people of episodes and shows, its author and owner; empties kept answers and notes of
 * corrections that tell of the person, and copies of news and mails. Episodes in which the person speaks are analysed again, and nothing
 * is published under the name from then on. Does nothing and returns null when the record does not hold the name, unless `inAdvance`.
 */
export function withdrawPerson(
  db: Db,
  name: string,
  now: Date,
  { inAdvance = false } = {},
): Promise<Taken | null> {
  const person = personKey(name);
  return db.transaction(async (tx) => {
    const withdrawn = await changeWithdrawn(tx);
    const names = await spellingsIn(tx, person);
    const said = await lockSaid(tx, names, shortName(person));
    const episodes = said.map(({ id }) => id);
    const quoting = await answersQuoting(tx, names, said);
    const ideas = await takeIdeas(tx, names, await ideasQuoting(tx, said), now);
    await takeWords(tx, person, names, said);
    await takeFromLists(tx, names, shortName(person));
    const isKnown = withdrawn.has(person) || names.length > 0;
    const told = { person, ideas, isKnown };
    const notes = await takeNotes(tx, told);
    const news = await takeFromNews(tx, told);
    const answers = await takeAnswers(tx, told, quoting);
    const isHeld = isKnown || notes + news + answers > 0 || (await isNamedByOthers(tx, person));
    if (!isHeld && !inAdvance) return null;
    await keepWithdrawn(tx, new Set([...withdrawn, person]));
    const others = await othersOfTalk(tx, ideas);
    const beside = await ideasBeside(tx, episodes);
    return { ideas: ideas.length, episodes: episodes.length, answers, beside, others };
  });
}

/** The spellings of the name in the record: in ideas and their earlier versions, speaker labels, and people of feeds. */
async function spellingsIn(tx: Db, person: string): Promise<string[]> {
  const rows = await tx.rows(
    { name: computed.text },
    sql`
    SELECT DISTINCT name FROM (
      SELECT "speakerName" AS name FROM idea UNION ALL SELECT name FROM speaker_name UNION ALL SELECT before ->> 'speakerName' FROM idea_version
      UNION ALL SELECT speaker FROM passage UNION ALL SELECT cue ->> 2 FROM transcript, jsonb_array_elements(cues) AS cue
      UNION ALL SELECT one ->> 'name' FROM episode, jsonb_array_elements(people) AS one UNION ALL SELECT guest FROM episode
      UNION ALL SELECT one ->> 'name' FROM show, jsonb_array_elements(people) AS one
      UNION ALL SELECT author FROM show UNION ALL SELECT "ownerName" FROM show) AS told
    WHERE name IS NOT NULL`,
  );
  return rows.map(({ name }) => name).filter((name) => isNameOf(person, name));
}

/** Condition: the column `people` lists the person. */
function lists(names: readonly string[]): Sql {
  return sql`EXISTS (SELECT 1 FROM jsonb_array_elements(people) AS one WHERE one ->> 'name' = ANY(${[...names]}::text[]))`;
}

/**
 * Locks the episodes in which the person speaks or is listed, as publishing does, and then the shows that name them. So no new idea
 * under the name can appear. Rows are locked before repeats, which rules out a deadlock. Returns the episodes in which they speak, with
 * the labels of their words.
 */
async function lockSaid(tx: Db, names: readonly string[], short: string | null): Promise<EpisodeLabels[]> {
  const are = sql`= ANY(${[...names]}::text[])`;
  const rows = await tx.rows(
    { id: tables.episode.id, isListed: computed.bool, speaks: computed.bool, labels: computed.texts },
    sql`
    WITH speaking AS (
      SELECT "episodeId" FROM idea WHERE "speakerName" ${are}
      UNION SELECT "episodeId" FROM passage WHERE speaker ${are}
      UNION SELECT "episodeId" FROM transcript, jsonb_array_elements(cues) AS cue WHERE cue ->> 2 ${are})
    SELECT e.id, ${lists(names)} AS "isListed", e.id IN (SELECT "episodeId" FROM speaking) AS speaks,
      ARRAY(SELECT DISTINCT cue ->> 2 FROM transcript t, jsonb_array_elements(t.cues) AS cue
        WHERE t."episodeId" = e.id AND cue ->> 2 IS NOT NULL) AS labels
    FROM episode e
    WHERE e.id IN (SELECT "episodeId" FROM speaking) OR ${lists(names)} OR e.guest ${are} ORDER BY e.id FOR UPDATE OF e`,
  );
  await tx.run(sql`
    SELECT 1 FROM show WHERE ${lists(names)} OR author ${are} OR "ownerName" ${are} ORDER BY id FOR UPDATE`);
  const heard = await labelsHeard(tx, names);
  const isOwn = (label: string, { id, isListed }: { readonly id: string; readonly isListed: boolean }) =>
    names.includes(label) ||
    heard.get(id)?.has(label) === true ||
    (isListed && short !== null && isCalledShort(label, short));
  return rows
    .map((row) => ({ ...row, labels: row.labels.filter((label) => isOwn(label, row)) }))
    .filter(({ speaks, labels }) => speaks || labels.length > 0);
}

/** Hides the ideas under the name, and those that quote the person's words (`quoting`). Returns their ids. */
async function takeIdeas(
  tx: Db,
  names: readonly string[],
  quoting: readonly string[],
  now: Date,
): Promise<string[]> {
  await holdRepeats(tx);
  const ideas = await tx.rows(
    pick(tables.idea, 'id'),
    sql`
    UPDATE idea SET hidden = true, "hiddenWith" = NULL, withdrawn = true, "speakerName" = NULL, "speakerTitle" = NULL, "speakerRole" = 'unclear'
    WHERE "speakerName" = ANY(${[...names]}::text[]) OR id = ANY(${[...quoting]}::uuid[]) RETURNING id`,
  );
  await tx.run(sql`DELETE FROM speaker_name WHERE name = ANY(${[...names]}::text[])`);
  // A correction may have replaced this name by another, or another by this one.
  await tx.run(sql`
    UPDATE idea_version SET before = before || '{"speakerName": null}' WHERE before ->> 'speakerName' = ANY(${[...names]}::text[])`);
  const ids = ideas.map(({ id }) => id);
  await hideReadings(tx, ids);
  await turnIdeas(tx, ids, now);
  return ids;
}

/** Windows that others share with the person are deleted, too, until the episode has been analysed again. */
async function takeWords(
  tx: Db,
  person: string,
  names: readonly string[],
  said: readonly EpisodeLabels[],
): Promise<void> {
  const own = ownLabels(said);
  await tx.run(sql`
    DELETE FROM passage p USING ${own} WHERE p."episodeId" = own.id
      AND (p.speaker IS NULL OR p.speaker = ANY(${[...names]}::text[]) OR p.speaker = ANY(own.labels))`);
  // It counts as fetched since the last analysis: it is read again, even if it is fetched first and says what it said.
  await tx.run(sql`UPDATE transcript t SET "fetchedAt" = now() FROM ${own} WHERE t."episodeId" = own.id`);
  await removeLabels(
    tx,
    said.map((one) => ({ ...one, people: namelessOf(one.labels, () => person) })),
  );
  await markProcessedForAnalysis(
    tx,
    said.map(({ id }) => id),
  );
}

/** Removes the name from the people of episodes and shows. An episode keeps the short name, for transcripts that come after. */
async function takeFromLists(tx: Db, names: readonly string[], short: string | null): Promise<void> {
  const isOne = sql`one ->> 'name' = ANY(${[...names]}::text[])`;
  const others = sql`COALESCE((
    SELECT jsonb_agg(one ORDER BY place) FROM jsonb_array_elements(people) WITH ORDINALITY AS listed (one, place)
    WHERE (${isOne}) IS NOT TRUE), '[]')`;
  const kept = JSON.stringify(short === null ? [] : [{ withdrawn: short }]);
  await tx.run(sql`
    UPDATE episode SET people = ${others} || ${kept}::jsonb, guest = (
      SELECT string_agg(one ->> 'name', ', ' ORDER BY place) FROM jsonb_array_elements(people) WITH ORDINALITY AS listed (one, place)
      WHERE one ->> 'role' = 'guest' AND (${isOne}) IS NOT TRUE)
    WHERE ${lists(names)}`);
  await tx.run(sql`UPDATE episode SET guest = NULL WHERE guest = ANY(${[...names]}::text[])`);
  await tx.run(sql`UPDATE show SET people = ${others} WHERE ${lists(names)}`);
  await tx.run(sql`UPDATE show SET author = NULL WHERE author = ANY(${[...names]}::text[])`);
  await tx.run(sql`UPDATE show SET "ownerName" = NULL WHERE "ownerName" = ANY(${[...names]}::text[])`);
}

/** Somebody whom texts may mention. `isKnown`: the record has the name, so its case in a text is ignored. */
type Told = { readonly person: string; readonly ideas: readonly string[]; readonly isKnown: boolean };

/** Condition: a text names the person, by a name that says who is meant, or holds the id of one of their ideas. */
function tellsOf(text: Sql, { person, ideas, isKnown }: Told): Sql {
  const isNamedIn = saysWho(person)
    ? named(text, person, isKnown ? 'in any case' : 'in capitals')
    : sql`false`;
  return sql`(${isNamedIn} OR EXISTS (
    SELECT 1 FROM unnest(${[...ideas]}::text[]) AS idea WHERE position(idea IN ${text}) > 0))`;
}

function named(text: Sql, person: string, letters: Letters): Sql {
  return sql`${text} ~ ${wholeName(person, letters)}`;
}

/** Empties the notes of corrections that tell of the person: they are shown with the corrected idea. Returns how many. */
function takeNotes(tx: Db, told: Told): Promise<number> {
  return tx.run(
    sql`UPDATE idea_version SET note = NULL WHERE note IS NOT NULL AND ${tellsOf(sql`note`, told)}`,
  );
}

/** Deletes copies of sent webhook bodies and mails of the local outbox that tell of the person; returns how many. */
async function takeFromNews(tx: Db, told: Told): Promise<number> {
  const copies = await tx.run(sql`
    UPDATE alert_delivery SET "lastBody" = NULL, "lastAnswer" = NULL
    WHERE "lastBody" IS NOT NULL AND ${tellsOf(sql`"lastBody"`, told)}`);
  const mails = await tx.run(
    sql`DELETE FROM outbox_mail WHERE ${tellsOf(sql`(subject || ' ' || text)`, told)}`,
  );
  return copies + mails;
}

const NO_ANSWER =
  'This answer told of somebody whose words were taken out of the record since. Ask again for one without them.';

/** Empties kept answers that tell of the person, and those of `quoting`; the questions stay. Returns how many. */
function takeAnswers(tx: Db, told: Told, quoting: readonly string[]): Promise<number> {
  const instead = { answer: null, citations: [], coverage: 'none', message: NO_ANSWER };
  return tx.run(sql`
    UPDATE message SET text = ${NO_ANSWER}, answer = answer || ${JSON.stringify(instead)}::jsonb
    WHERE kind = 'answer' AND (id = ANY(${[...quoting]}::uuid[]) OR ${tellsOf(sql`(text || ' ' || answer::text)`, told)})`);
}

/** Allows publication under a name again; what was removed stays removed. False when the name was not withdrawn. */
export function admitPerson(db: Db, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const withdrawn = new Set(await changeWithdrawn(tx));
    if (!withdrawn.delete(personKey(name))) return false;
    await keepWithdrawn(tx, withdrawn);
    const short = shortName(name);
    const isShared = [...withdrawn].some((other) => shortName(other) === short);
    if (short !== null && !isShared) await admitShortName(tx, short);
    return true;
  });
}

async function admitShortName(tx: Db, short: string): Promise<void> {
  const admitted = JSON.stringify([{ withdrawn: short }]);
  await tx.run(sql`
    UPDATE episode SET people = COALESCE((
      SELECT jsonb_agg(one ORDER BY place) FROM jsonb_array_elements(people) WITH ORDINALITY AS listed (one, place)
      WHERE one ->> 'withdrawn' IS DISTINCT FROM ${short}), '[]')
    WHERE people @> ${admitted}::jsonb`);
}

const naming = {
  kind: computed.text.as<'idea' | 'episode' | 'show'>(),
  id: computed.text,
  title: computed.text,
};

/** Statement: at most `limit` places where served words that are not the person's own name them. */
function placesWhere(isNamed: (text: Sql) => Sql, limit: number): Sql {
  return sql`
    SELECT 'show' AS kind, slug AS id, name AS title FROM show
    WHERE NOT hidden AND ${isNamed(sql`concat_ws(' ', name, description, author)`)}
    UNION ALL
    SELECT 'episode', e.id::text, e.title FROM episode e JOIN show s ON s.id = e."showId"
    WHERE NOT e.hidden AND NOT s.hidden AND ${isNamed(sql`concat_ws(' ', e.title, e.description)`)}
    UNION ALL
    SELECT 'idea', i.id::text, i.headline FROM idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE NOT i.hidden AND NOT e.hidden AND NOT s.hidden
      AND ${isNamed(sql`concat_ws(' ', i.headline, i.thesis, i.statement, i.context, i.quote)`)}
    LIMIT ${limit}`;
}

/** Whether served words that are not the person's own name them. */
async function isNamedByOthers(db: Db, person: string): Promise<boolean> {
  if (!saysWho(person)) return false;
  return (await db.row(placesWhere((text) => named(text, person, 'in capitals'), 1))) !== undefined;
}

/**
 * At most `limit` places where served words that are not the person's own still name them: what others said, and a publisher's titles
 * and notes. An operator decides on each with `hide`.
 */
export function placesNaming(db: Db, name: string, limit: number) {
  return db.rows(
    naming,
    placesWhere((text) => named(text, name, 'in any case'), limit),
  );
}
