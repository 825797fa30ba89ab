import { type SearchBounds, withinBounds } from '#server/features/ask/find/bounds/store.ts';
import { visibleEpisode } from '#server/features/visibility/store.ts';
import { personKey, type Withdrawn, whoIn } from '#server/features/visibility/withdrawn/rules.ts';
import { withdrawnPeople } from '#server/features/visibility/withdrawn/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const namingEpisode = {
  ...pick(tables.episode, 'id', 'title', 'publishedAt'),
  showName: tables.show.name,
  /** The name that it gives, as it was sought. */
  name: computed.text,
  /** Whether its feed's list of people or a label of its transcript gives the name, which its title or notes may only speak of. */
  speaks: computed.bool,
};
/** An episode that names somebody, which proves none of its words to be theirs. */
export type NamingEpisode = RowOf<typeof namingEpisode>;

const MOST_EPISODES = 100;

const byFeed = sql`(to_tsvector('simple', title || ' ' || coalesce(description, '')) || to_tsvector('simple', people))`;
const byLabels = sql`to_tsvector('simple', jsonb_path_query_array(cues, '$[*][2]'))`;

/**
 * Visible episodes within bounds that give the name of somebody: those that give it as a speaker's first, then the newest. None
 * for somebody withdrawn, whoever else of the name there may be.
 */
export async function episodesNaming(db: Db, name: string, scope: SearchBounds): Promise<NamingEpisode[]> {
  if (mayBeWithdrawn(name, await withdrawnPeople(db))) return [];
  const named = sql`phraseto_tsquery('simple', ${name})`;
  return db.rows(
    namingEpisode,
    sql`
    WITH labelled AS (SELECT "episodeId" AS id FROM transcript WHERE ${byLabels} @@ ${named}),
    named AS (SELECT id FROM episode WHERE ${byFeed} @@ ${named})
    SELECT e.id, e.title, e."publishedAt", s.name AS "showName", ${name}::text AS name,
      (e.id IN (SELECT id FROM labelled) OR to_tsvector('simple', e.people) @@ ${named}) AS speaks
    FROM episode e JOIN show s ON s.id = e."showId"
    WHERE e.id IN (SELECT id FROM labelled UNION SELECT id FROM named) AND e.state = 'processed'
      AND ${visibleEpisode} AND ${withinBounds(scope, sql`e."publishedAt"`)}
    ORDER BY speaks DESC, e."publishedAt" DESC, e.id LIMIT ${MOST_EPISODES}`,
  );
}

/** Whether a name gives that of somebody withdrawn, or one part of it alone. */
function mayBeWithdrawn(name: string, withdrawn: Withdrawn): boolean {
  if (whoIn(name, withdrawn).length > 0) return true;
  return [...withdrawn].some((person) => person.split(' ').includes(personKey(name)));
}
