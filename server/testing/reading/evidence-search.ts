import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/platform/db.ts';
import type { Shape } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

/** The same services, except that the database runs `search`, which fails or never ends, for each search of transcripts. */
export function withEvidenceSearch(services: Services, search: () => Promise<never>): Services {
  return { ...services, db: searchedBy(services.db, search) };
}

function searchedBy<Over extends Db>(db: Over, search: () => Promise<never>): Over {
  const rows = (shape: Shape, statement: Sql) =>
    statement.sql.includes('FROM passage') ? search() : db.rows(shape, statement);
  const cancelledBy: Db['cancelledBy'] = (signal) => searchedBy(db.cancelledBy(signal), search);
  return Object.assign(Object.create(db) as Over, { rows, cancelledBy });
}
