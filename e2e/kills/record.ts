import { createHash } from 'node:crypto';
import type { Database } from '#server/platform/db.ts';

/** Count and hash of the rows of a table. */
export type Rows = { readonly count: number; readonly hash: string };
export type RecordTold = Readonly<Record<string, Rows>>;

const EPISODE = 'JOIN episode e ON e.id = x."episodeId"';

/** Statements of what the record holds, without what differs between runs: ids and moments of writing. */
const TABLES: Readonly<Record<string, string>> = {
  shows: 'SELECT slug, name, description FROM show',
  episodes: 'SELECT guid, title, guest, "engineVersion", "adRanges" FROM episode',
  transcripts: `SELECT e.guid, x."textHash", x.cues FROM transcript x ${EPISODE}`,
  passages: `SELECT e.guid, x."startSeconds", x."endSeconds", x.speaker, x.text FROM passage x ${EPISODE}`,
  ideas: `SELECT e.guid, x.headline, x.thesis, x.statement, x.context, x.stance, x.direction, x."discussionDepth", x.tickers, x.themes,
    x.entities, x."speakerName", x."timestampSeconds", x.quote, x."supersededAt" IS NULL, x.hidden FROM idea x ${EPISODE}`,
  symbols: 'SELECT i.headline, x.symbol FROM idea_ticker x JOIN idea i ON i.id = x."ideaId"',
  themes: 'SELECT i.headline, x.slug FROM idea_theme x JOIN idea i ON i.id = x."ideaId"',
  heldBack: `SELECT e.guid, x.symbol, x.slug, x.name, x.seconds FROM held_back_name x ${EPISODE}`,
  mentions: `SELECT e.guid, x.symbol, x.seconds, x.name FROM ticker_mention x ${EPISODE}`,
  theses: 'SELECT "subjectKind", "subjectKey", line, title, state, tickers FROM thesis',
  statements: `SELECT t."subjectKey", t.line, i.headline, x.stance, x.relation, x.depth, x.quote FROM thesis_statement x
    JOIN thesis t ON t.id = x."thesisId" JOIN idea i ON i.id = x."ideaId"`,
  transitions: `SELECT t."subjectKey", t.line, x."fromState", x."toState" FROM thesis_transition x JOIN thesis t ON t.id = x."thesisId"`,
};

/** Count and hash of each table of the record. */
export async function told(db: Database): Promise<RecordTold> {
  const rows: Record<string, Rows> = {};
  for (const [name, statement] of Object.entries(TABLES)) rows[name] = await rowsOf(db, statement);
  return rows;
}

async function rowsOf(db: Database, statement: string): Promise<Rows> {
  const { rows } = await db.pool.query<{ row: string }>(
    `SELECT told::text AS row FROM (${statement}) AS told ORDER BY 1`,
  );
  const hash = createHash('sha256');
  for (const { row } of rows) hash.update(row).update('\n');
  return { count: rows.length, hash: hash.digest('hex').slice(0, 16) };
}

/** The tables in which two records differ, as `name: count and count`. */
export function differences(one: RecordTold, other: RecordTold): string[] {
  return Object.entries(one)
    .filter(([name, rows]) => rows.hash !== other[name]?.hash)
    .map(([name, rows]) => `${name}: ${rows.count} and ${other[name]?.count}`);
}
