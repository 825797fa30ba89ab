import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { frontDoor } from '#server/edges/listener.ts';
import { productVersion, readEnv } from '#server/platform/env.ts';
import { startTraces } from '#server/platform/observe/otel.ts';
import { openServices } from '#server/platform/services.ts';
import { unmetered } from '../unmetered.ts';

// A server that the benches measure, in a process of its own: `served`, the front door without rate limits; `unlisted`, the same
// without the list of calls; or `bare`, a handler that sends the same statements, prepared, and answers the same body.

export type Statement = { readonly text: string; readonly values: unknown[] };
export type Asked =
  | { readonly ask: 'record' | 'recorded' | 'cpu' }
  | { readonly ask: 'days'; readonly areEachCalls: boolean }
  | { readonly ask: 'play'; readonly statements: readonly Statement[]; readonly body: unknown };

const url = process.env.DATABASE_URL!;
let statements: Statement[] = [];
let body: unknown = {};
/** Whether each call is made on another UTC day, so that counts of the day start again. */
let isDaily = false;
const DAY_MS = 86_400_000;
// The two servers write into one database, on different days.
let day = Date.parse(process.argv[2] === 'bare' ? '1500-01-01' : '2020-01-01');

process.on('message', (asked: Asked) => {
  if (asked.ask === 'record') statements = [];
  if (asked.ask === 'days') isDaily = asked.areEachCalls;
  if (asked.ask === 'play') [statements, body] = [[...asked.statements], asked.body];
  const { user, system } = process.cpuUsage();
  process.send!({ statements, cpuMicros: user + system });
});

const server = createServer(process.argv[2] === 'bare' ? bare() : await served());
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));

async function served(): Promise<RequestListener> {
  recordStatements();
  const env = readEnv({ ...process.env, DATABASE_URL: url });
  await startTraces(env, productVersion);
  const services = await openServices(env);
  const isListed = () => process.argv[2] !== 'unlisted' && !isDaily;
  const add: typeof services.calls.add = (call) => isListed() && services.calls.add(call);
  const calls = { ...services.calls, add };
  const clock = () => (isDaily ? new Date(dayBefore()) : services.clock());
  return frontDoor(unmetered({ ...services, calls, clock }), (_req, res) => void res.end());
}

function dayBefore(): number {
  day -= DAY_MS;
  return day;
}

function recordStatements(): void {
  const { prototype } = pg.Client as unknown as { prototype: { query(...given: unknown[]): unknown } };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...given) {
    const [first] = given as [string | Statement];
    const text = typeof first === 'string' ? first : first.text;
    // The list of calls is written a second later, for many calls: not part of one.
    if (/INTO api_call/.test(text)) return query.apply(this, given);
    // One call sends few statements; those that follow under load are not needed.
    if (statements.length < 64)
      statements.push(typeof first === 'string' ? { text, values: [] } : { text, values: first.values });
    return query.apply(this, given);
  };
}

function bare(): RequestListener {
  const pool = new pg.Pool({ connectionString: url, max: 16, options: '-c timezone=UTC' });
  return async (req, res) => {
    for await (const _part of req);
    const values = isDaily ? onItsDay(dayBefore()) : (given: Statement) => given.values;
    const client = await pool.connect();
    for (const statement of statements) {
      const { text } = statement;
      // A transaction opens with two statements in one round trip, which cannot be prepared.
      if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) await client.query(text);
      else await client.query({ name: nameOf(text), text, values: values(statement) });
    }
    client.release();
    const answer = JSON.stringify(body);
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
    res.end(answer);
  };
}

const names = new Map<string, string>();

/** The name under which a statement is prepared: one for each text, since a second text under a name is refused. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `statement ${names.size}`;
  names.set(text, known);
  return known;
}

/** Replaces the recorded day by this one in the values of a statement. */
function onItsDay(at: number): (given: Statement) => unknown[] {
  const own = new Date(at).toISOString().slice(0, 10);
  return ({ values }) =>
    values.map((value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? own : value));
}
