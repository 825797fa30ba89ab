import { createHash } from 'node:crypto';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { doing } from '#server/platform/observe/doing.ts';

/** How many statements a connection keeps prepared; their plans take memory in the server. */
const MOST_KEPT = 100;

/** The prepared statements of each connection by text, least recently used first. */
const kept = new WeakMap<pg.ClientBase, Map<string, string>>();

/**
 * The name under which a connection prepares a statement, so that the server parses and plans it once. Beyond `MOST_KEPT`,
 * the least recently used statement is dropped. Names are hashes of texts: connections mixed up by a pooler can fail, but never
 * run each other's statements.
 */
function preparedName(client: pg.ClientBase, text: string): string {
  const names = kept.get(client) ?? new Map<string, string>();
  kept.set(client, names);
  const name = names.get(text) ?? nameOf(text);
  names.delete(text);
  names.set(text, name);
  if (names.size > MOST_KEPT) giveUp(client, names);
  return name;
}

/** Whether a statement failed because its prepared plan no longer fits the tables. */
export function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '0A000' && message === 'cached plan must not change result type';
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function giveUp(client: pg.ClientBase, names: Map<string, string>): void {
  const [[text, name]] = names as unknown as [[string, string]];
  names.delete(text);
  const parsed = parsedOn(client);
  // The server does not know a statement that never parsed: deallocating it would fail the transaction.
  if (parsed[name] === undefined) return;
  client.query(`DEALLOCATE "${name}"`).then(
    () => delete parsed[name],
    () => undefined,
  );
}

/** What the driver knows of a connection's prepared statements. */
function parsedOn(client: pg.ClientBase): Record<string, string | undefined> {
  const { connection } = client as unknown as {
    connection: { parsedStatements: Record<string, string | undefined> };
  };
  return connection.parsedStatements;
}

/** The driver's form of a statement: prepared on the connection if allowed, else planned for its values. */
export function asQuery(client: pg.ClientBase, statement: Sql, prepares: boolean): pg.QueryConfig {
  const { text, values } = statement;
  return prepares && !plannedEachTime.has(statement)
    ? { name: preparedName(client, text), text, values }
    : { text, values };
}

/**
 * The same run of a statement under the name of the request that asks for it: PostgreSQL's log of slow statements and of
 * errors names it (`execute <statement>/<request>.<n>`). Only outside of transactions: in one, what a named run holds
 * would stay until its end.
 */
export function marked(query: pg.QueryConfig): pg.QueryConfig {
  const request = doing();
  if (!request) return query;
  request.statements += 1;
  const portal = `${request.id}.${request.statements}`;
  return { ...query, portal } as pg.QueryConfig;
}

/** Begins a transaction and names its request in `application_name` until its end, in one round trip. */
export function beginning(): string {
  const request = doing();
  if (!request) return 'BEGIN';
  return `BEGIN; SET LOCAL application_name = ${pg.escapeLiteral(`earmark ${request.id}`)}`;
}

const plannedEachTime = new WeakSet<Sql>();

/** Has a statement planned at each run: for one whose best plan depends on its values, such as how common a word is. */
export function planEachTime(statement: Sql): Sql {
  plannedEachTime.add(statement);
  return statement;
}

/**
 * Hides a value (`sql`${value}::type``) from the planner, so that one prepared plan serves all values: planning a look-up takes
 * longer than running it. Use it where the best plan is the same for every value.
 */
export function unseen(value: Sql): Sql {
  return sql`(SELECT ${value})`;
}
