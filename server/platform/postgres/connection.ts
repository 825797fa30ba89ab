import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SettingError } from '#server/platform/env.ts';
import { causesOf } from '#server/platform/failure/causes.ts';
import { sayingWait } from '#server/platform/postgres/waiting.ts';

const ANSWER_MS = 10_000;
const PAUSE_MS = 250;
/** How long a database that starts beside us may take, as in containers. */
const START_MS = 30_000;

/** The startup options of our connections: days in UTC. Nothing more, since poolers reject options they cannot track. */
export const SESSION_OPTIONS = '-c timezone=UTC';

/** Turns JIT off on the connections of a pool: compiling takes longer than our statements run. */
export function uncompiled(pool: pg.Pool): pg.Pool {
  // If this fails, the next statement reports why.
  return pool.on('connect', (client) => client.query('SET jit = off').catch(() => undefined));
}

/** The database cannot be opened; the message is the one sentence that says why, without the password. */
export class DatabaseUnreachable extends SettingError {}

/**
 * Opens a single connection to the database at `url`. Retries for `patienceMs` milliseconds while the database is starting,
 * stopping or full; `onRefused` is called with the reason each time. A connection that breaks later fails its statements, not
 * the process. Throws DatabaseUnreachable.
 */
export async function connect(
  url: string,
  patienceMs = 10_000,
  onRefused: (why: string) => void = () => undefined,
): Promise<pg.Client> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await connectOnce(url);
    } catch (error) {
      if (!passes(error) || waited >= patienceMs) throw unreachable(url, error);
      onRefused(reasonOf(error));
      await pause(PAUSE_MS);
    }
  }
}

/** Opens a connection at the start of a process, and reports what it waits for. Throws DatabaseUnreachable. */
export function connectAtStart(url: string): Promise<pg.Client> {
  let why = 'it does not answer yet';
  const connected = connect(url, START_MS, (reason) => {
    why = reason;
  });
  return sayingWait(() => `the database ${locationOf(url)}: ${why}`, connected);
}

async function connectOnce(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

// Starting, stopping or in recovery; full; nobody listens; cut off.
const PASSING = new Set(['57P03', '57P01', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
const CUT_OFF = /^Connection terminated unexpectedly/;

function passes(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return PASSING.has(code ?? '') || CUT_OFF.test(message ?? '');
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it hangs up',
  ENOTFOUND: 'the name of its host leads nowhere',
  EAI_AGAIN: 'the name of its host leads nowhere',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the user name or the password',
  '28000': 'it refuses the user name or the password',
  '3D000': 'it has no database of that name',
  '53100': 'its disk is full',
  '53300': 'it takes no more connections',
  '57P01': 'it is stopping',
  '57P03': 'it is starting or stopping',
};

function unreachable(url: string, error: unknown): DatabaseUnreachable {
  return new DatabaseUnreachable(`The database ${locationOf(url)} cannot be opened: ${reasonOf(error)}.`);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return `${REASONS[code ?? ''] ?? message ?? 'it does not answer'}${code ? ` (${code})` : ''}`;
}

/** Throws SettingError where the database at the other end of `client` keeps its text in another encoding than UTF-8. */
export async function requireUtf8(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding === 'UTF8') return;
  throw new SettingError(
    `The database ${locationOf(url)} has the encoding ${encoding}, which cannot hold all that is said: make one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

/** Host, port and name of a database, without user and password: `at localhost:5432/earmark`. */
export function locationOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `at ${hostname || 'localhost'}:${port || 5432}${pathname}`;
}

/** A statement failed because the database cannot be reached or cannot work. `why` is its error code or message. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  readonly why: string;
  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string };
    super(`The database is away: ${REASONS[code ?? ''] ?? message ?? 'it does not answer'}.`, { cause });
    this.why = code ?? message ?? 'unknown';
  }
}

// Full, out of memory, a broken disk, or a read-only standby: temporary as a broken connection, and not caused by the call.
const UNABLE_CODE = /^(?:53...|58030|25006)$/;

/** Wraps the error of a statement in DatabaseAway if the database caused it. */
export function asAway(error: unknown): unknown {
  const { code, severity } = error as { code?: string; severity?: string };
  const isAway = severity === 'FATAL' || UNABLE_CODE.test(code ?? '') || isBrokenConnection(error);
  return isAway ? new DatabaseAway(error) : error;
}

/** The DatabaseAway among the causes of an error; null if there is none. */
export function awayOf(error: unknown): DatabaseAway | null {
  // By name: the pages' bundle and the server may hold two copies of the class.
  for (const cause of causesOf(error)) if (cause.name === 'DatabaseAway') return cause as DatabaseAway;
  return null;
}

// 08: connection exceptions; 57P: the server is shutting down.
const BROKEN_CODE = /^(?:08...|57P0[123]|E(?:CONN\w+|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN))$/;
const BROKEN_MESSAGE = /^Connection terminated|^Client has encountered a connection error/;

/** Whether an error, or one of its causes, is a broken or refused connection to the database. */
export function isBrokenConnection(error: unknown): boolean {
  for (const { code, message } of causesOf(error)) {
    if (BROKEN_CODE.test(String(code ?? '')) || BROKEN_MESSAGE.test(message ?? '')) return true;
  }
  return false;
}
