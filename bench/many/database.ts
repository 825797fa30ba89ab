import {
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Part, program } from './parts.ts';

type Owner = { readonly uid: number; readonly gid: number };

/** A running primary and where its files are. */
export type Primary = {
  readonly url: URL;
  readonly data: string;
  readonly pid: number;
  readonly owner: Owner;
};

export async function primaryAt(address: string): Promise<Primary> {
  const data = await asked(address, async (client) => {
    const { rows } = await client.query('SHOW data_directory');
    return rows[0].data_directory as string;
  });
  const { uid, gid } = statSync(data);
  return { url: new URL(address), data, pid: pidOf(data), owner: { uid, gid } };
}

function pidOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A standby made from a base backup of the primary's files, which follows it by a replication slot. */
export async function standbyOf(primary: Primary, dir: string, port: number): Promise<Part> {
  const data = join(dir, 'standby');
  const { url, owner } = primary;
  await asked(url.href, async (client) => {
    await client.query("SELECT pg_create_physical_replication_slot('standby', true)");
    await client.query("SELECT pg_backup_start('standby', true)");
    cpSync(primary.data, data, {
      recursive: true,
      filter: (path) =>
        !/\/(postmaster\.(pid|opts)|server\.log|pg_wal\/[0-9A-F]{24}|pg_replslot\/.+)$/.test(path),
    });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
  });
  writeFileSync(join(data, 'standby.signal'), '');
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password}'\nprimary_slot_name = 'standby'\n`,
  );
  handOver(data, owner);
  const postgres = readlinkSync(`/proc/${primary.pid}/exe`);
  const flags = [
    `-p${port}`,
    '-clisten_addresses=127.0.0.1',
    '-cunix_socket_directories=',
    '-chot_standby=on',
  ];
  const part = program(dir, 'standby', port, [postgres, '-D', data, ...flags], {
    ...owner,
    cwd: data,
    env: { LD_LIBRARY_PATH: join(dirname(postgres), '../lib') },
  });
  return {
    ...part,
    start: () => {
      rmSync(join(data, 'postmaster.pid'), { force: true });
      part.start();
    },
  };
}

function handOver(folder: string, { uid, gid }: Owner): void {
  chownSync(folder, uid, gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, path), uid, gid);
}

/** Kills the primary. Its other processes end when they notice. */
export async function killPrimary({ data }: Primary): Promise<void> {
  process.kill(pidOf(data), 'SIGKILL');
  await pause(100);
}

/** Makes the standby the primary. */
export function promote(url: URL, port: number): Promise<void> {
  const there = new URL(url);
  there.port = String(port);
  return asked(there.href, async (client) => {
    await client.query('SELECT pg_promote(true, 30)');
  });
}

/** Runs `work` on a connection of its own. */
export async function asked<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
