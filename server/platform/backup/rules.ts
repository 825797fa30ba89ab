import { FORMAT, type Header, type Table } from '#server/platform/backup/contents.ts';
import { HOUR_MS } from '#server/platform/clock.ts';

/** Rows of table `from` refer to rows of table `to`. */
export type Reference = { readonly from: string; readonly to: string };

/** Sorts tables so that each comes after those its rows refer to, then by name. */
export function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = [];
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  while (left.length > 0) {
    const waits = ({ name }: Table) =>
      references.some(({ from, to }) => from === name && to !== name && left.some((one) => one.name === to));
    const free = left.filter((table) => !waits(table));
    // Tables that refer to each other in a cycle have no such order: keep them by name.
    const next = free.length > 0 ? free : left;
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** What this service can read: its own migrations, and its data version. */
export type Ours = { readonly migrations: Header['migrations']; readonly dataVersion: number };

/** Why a backup cannot be restored by this version, as the end of a sentence; null where it can. */
export function misfit(header: Header, ours: Ours): string | null {
  if (header.format > FORMAT) return `was written by a later version of Earmark (${header.version})`;
  const known = new Map(ours.migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = header.migrations.find(({ name }) => !known.has(name));
  if (unknown || header.dataVersion > ours.dataVersion)
    return `was made by a later version of Earmark (${header.version}${unknown ? `, migration ${unknown.name}` : ''}): restore it with that one`;
  const changed = header.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  return changed ? `comes from a database whose migration ${changed.name} is not ours` : null;
}

/** Why an automatic backup was made: it was scheduled, or the database was about to be migrated. */
export type BackupKind = 'scheduled' | 'before-upgrade';

const ENDINGS: Readonly<Record<BackupKind, string>> = {
  scheduled: '.backup',
  'before-upgrade': '-before-upgrade.backup',
};

/** The file name of a backup made at `now`. Names sort by time. */
export function fileName(kind: BackupKind, now: Date): string {
  return `earmark-${now.toISOString().replace(/[-:]|\.\d+/g, '')}${ENDINGS[kind]}`;
}

const NAME = /^earmark-\d{8}T\d{6}Z(.+)$/;

/** Whether this is the name of an automatic backup. */
export function isFileName(name: string): boolean {
  return Object.values(ENDINGS).some((ending) => NAME.exec(name)?.[1] === ending);
}

/** A backup that is being written, or that a killed process left. `host` is null where a version before this one wrote it. */
export type Unfinished = { readonly file: string; readonly host: string | null; readonly pid: number };

/** The name of a backup while it is written. It names the writing host and process, so others can tell if it was abandoned. `host` has no dot. */
export function unfinishedName(file: string, host: string, pid: number): string {
  return `${file}.${host}-${pid}.part`;
}

/** Reads such a name; null for any other. */
export function readUnfinished(name: string): Unfinished | null {
  const [, file, host = null, pid] = /^(.+)\.(?:([^.]+)-)?(\d+)\.part$/.exec(name) ?? [];
  return file ? { file, host, pid: Number(pid) } : null;
}

/** The backups of a kind in a folder beyond the newest `keep`. Files of other names are left alone. */
export function outdated(names: readonly string[], kind: BackupKind, keep: number): string[] {
  const ours = names.filter((name) => NAME.exec(name)?.[1] === ENDINGS[kind]);
  return ours.toSorted().slice(0, -keep);
}

/** The last results of the scheduled backups. */
export type BackupRecord = {
  readonly done: { readonly at: string; readonly file: string; readonly bytes: number } | null;
  /** The last failure since `done`. */
  readonly failed: { readonly at: string; readonly reason: string } | null;
};

/** Whether a scheduled backup is due: `everyHours` have passed, and none failed within the last hour. */
export function isDue({ done, failed }: BackupRecord, everyHours: number, now: Date): boolean {
  if (failed && since(failed.at, now) < HOUR_MS) return false;
  return !done || since(done.at, now) >= everyHours * HOUR_MS;
}

/** Whether the last scheduled backup is older than two intervals. */
export function isOverdue({ done }: BackupRecord, everyHours: number, now: Date): boolean {
  return !done || since(done.at, now) > 2 * everyHours * HOUR_MS;
}

/**
 * Milliseconds since a moment that was noted. One that is still to come by more than machines' clocks differ was noted by a wrong
 * clock: it counts as long past, since no backup would be made until it comes.
 */
function since(at: string, now: Date): number {
  const passed = now.getTime() - Date.parse(at);
  return passed < -HOUR_MS ? Number.POSITIVE_INFINITY : passed;
}

/** Bytes in megabytes, for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
