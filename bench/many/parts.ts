import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/platform/postgres/embedded.ts';
import { ownSettingsUnset } from '#server/testing/own-settings.ts';

/** A program of the installation that can be killed and started again at its port. */
export type Part = {
  readonly name: string;
  readonly port: number;
  start(): void;
  /** Ends it with SIGKILL, as if its machine lost its power. */
  kill(): Promise<void>;
};

export type Ports = {
  readonly http: number;
  readonly database: number;
  readonly pooler: number;
  readonly redis: number;
  readonly replica: number;
  readonly servers: readonly number[];
};

const running = new Set<ChildProcess>();
let isOver = false;
const broken = Promise.withResolvers<never>();

/** Rejects as soon as a program cannot be started. */
export const unstartable = broken.promise;

/** A program whose output goes into a file under `dir`. */
export function program(
  dir: string,
  name: string,
  port: number,
  command: readonly [string, ...string[]],
  options: { env?: Record<string, string>; uid?: number; gid?: number; cwd?: string } = {},
): Part {
  let child: ChildProcess | undefined;
  const { env, ...as } = options;
  return {
    name,
    port,
    start: () => {
      if (isOver) return;
      const log = openSync(join(dir, `${name}.log`), 'a');
      const [file, ...args] = command;
      child = spawn(file, args, {
        ...as,
        env: { ...process.env, ...ownSettingsUnset(), ...env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child.once('error', ({ message }) =>
        broken.reject(new Error(`${name} cannot be started: ${message}.`)),
      );
      running.add(child);
    },
    kill: async () => {
      if (child) await killed(child);
    },
  };
}

/** Ends all programs; none can be started afterwards. */
export async function endAll(): Promise<void> {
  isOver = true;
  await Promise.all([...running].map(killed));
}

async function killed(child: ChildProcess): Promise<void> {
  running.delete(child);
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

export async function takePorts(servers: number): Promise<Ports> {
  const [http, database, pooler, redis, replica, ...rest] = await Promise.all(
    Array.from({ length: servers + 5 }, freePort),
  );
  return {
    http: http!,
    database: database!,
    pooler: pooler!,
    redis: redis!,
    replica: replica!,
    servers: rest,
  };
}

/**
 * HAProxy. Calls go to the servers that are ready, and to all of them while none is: the cause is then not theirs, and they still
 * answer what needs no database, and say when to try again. Statements go to the primary, and to the standby once the primary
 * is gone; it refuses writes until it is promoted.
 */
export function haproxy(dir: string, ports: Ports, primary: number): Part {
  const file = join(dir, 'haproxy.cfg');
  const backend = (name: string, checks: string) => `backend ${name}
  mode http
  balance roundrobin
  option redispatch
  retries 2
  retry-on conn-failure empty-response
${ports.servers.map((port, n) => `  server s${n + 1} 127.0.0.1:${port}${checks}`).join('\n')}`;
  writeFileSync(
    file,
    `defaults
  timeout connect 2s
  timeout client 120s
  timeout server 120s
  timeout check 4s
frontend calls
  mode http
  bind 127.0.0.1:${ports.http}
  option forwardfor
  use_backend unready if { nbsrv(servers) eq 0 }
  default_backend servers
${backend('servers', ' check inter 1s fall 2 rise 1')}
  option httpchk GET /readyz
${backend('unready', '')}
frontend statements
  mode tcp
  bind 127.0.0.1:${ports.database}
  default_backend database
backend database
  mode tcp
  option tcp-check
  default-server on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary} check inter 1s fall 2
  server standby 127.0.0.1:${ports.replica} check inter 1s fall 2 backup
`,
  );
  return program(dir, 'haproxy', ports.http, ['haproxy', '-db', '-f', file]);
}

/** PgBouncer in transaction mode, in front of the database that HAProxy leads to. */
export function pgbouncer(dir: string, ports: Ports, url: URL, owner: { uid: number; gid: number }): Part {
  const file = join(dir, 'pgbouncer.ini');
  const users = join(dir, 'users.txt');
  writeFileSync(users, `"${url.username}" "${url.password}"\n`, { mode: 0o644 });
  writeFileSync(
    file,
    `[databases]
${url.pathname.slice(1)} = host=127.0.0.1 port=${ports.database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
ignore_startup_parameters = options,extra_float_digits
server_login_retry = 1
server_check_delay = 1
`,
  );
  return program(dir, 'pgbouncer', ports.pooler, ['pgbouncer', file], owner);
}

export function redis(dir: string, ports: Ports): Part {
  const command = [
    'redis-server',
    '--port',
    String(ports.redis),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
  ] as const;
  return program(dir, 'redis', ports.redis, [...command, '--appendonly', 'no', '--dir', dir]);
}

/** Waits until an address answers with a status below 500, at most `seconds`. */
export async function answers(address: string, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const status = await fetch(address).then(
      (answer) => answer.status,
      () => 599,
    );
    if (status < 500) return;
    await pause(250);
  }
  throw new Error(`${address} did not answer in ${seconds} s.`);
}
