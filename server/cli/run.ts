import type { Command } from 'commander';
import { thereAreMore } from '#server/edges/operator/told.ts';
import { type Env, loadEnv } from '#server/platform/env.ts';
import { accountOf } from '#server/platform/failure/failure.ts';
import { createLog } from '#server/platform/log.ts';
import { printable } from '#server/platform/pattern.ts';
import { writeOut } from '#server/platform/process/outputs.ts';
import { endProgress } from '#server/platform/progress.ts';
import { closeServices, openServices, reachDatabase, type Services } from '#server/platform/services.ts';

export const FAILED = 1;
export const WRONG_USAGE = 2;

/** A failure whose message says it all; exits 1, or 2 when the command was used wrongly. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = FAILED) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reports an error on standard error; returns the exit code. */
export function failure(error: unknown): number {
  endProgress();
  process.stderr.write(
    `${printableLines(error instanceof CommandError ? error.message : accountOf(error))}\n`,
  );
  return error instanceof CommandError ? error.exitCode : FAILED;
}

/** The answer of a command: `data` with --json, else `text`. */
export type CommandAnswer = { readonly data: unknown; readonly text: string };

/** Runs a command on the services and prints its answer, before anything is closed: a key that was made is shown once. */
export async function withServices(
  command: Command,
  work: (services: Services) => Promise<CommandAnswer>,
): Promise<void> {
  await onServices(async (services) => print(command, await work(services)));
}

/** Runs `work` on the services, and leaves the database as it found it: running or stopped. */
export async function onServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result> {
  const services = await openServices(commandEnv());
  try {
    return await work(services);
  } finally {
    await closeServices(services);
  }
}

/** A database that was not migrated, of any version. */
export type DatabaseInReach = { readonly env: Env; readonly url: string };

/** Runs a command on the database without migrating it first, and prints its answer. */
export async function withDatabase(
  command: Command,
  work: (database: DatabaseInReach) => Promise<CommandAnswer>,
): Promise<void> {
  await onDatabase(async (database) => print(command, await work(database)));
}

/** Runs `work` on the database without migrating it first. */
export async function onDatabase<Result>(
  work: (database: DatabaseInReach) => Promise<Result>,
): Promise<Result> {
  const env = commandEnv();
  const { url, leave } = await reachDatabase(env, createLog(env.EARMARK_LOG_LEVEL));
  try {
    return await work({ env, url });
  } finally {
    await leave();
  }
}

/** Settings for a command, which logs errors alone unless a level is set. */
function commandEnv(): Env {
  return loadEnv({ EARMARK_LOG_LEVEL: 'error' });
}

/** Prints an answer in the form the caller asked for. */
export function print(command: Command, answer: CommandAnswer): void {
  endProgress();
  const json = command.opts().json === true;
  try {
    writeOut(`${json ? JSON.stringify(answer.data) : printableLines(answer.text)}\n`);
  } catch (error) {
    throw unwritten(error as NodeJS.ErrnoException);
  }
}

/** The failure of a command whose answer could not be written, such as on a full disk. */
export function unwritten({ code = 'unknown' }: NodeJS.ErrnoException): CommandError {
  return new CommandError(`The answer could not be written (${code}); what the command did stands.`);
}

/** What a publisher wrote may stand in a text; it may not colour or turn the terminal. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** The most entries of a list that are printed. Ask for one more to know whether there are others. */
export const MOST_LISTED = 200;

/** Says below a list that there are entries beside those that are printed. */
export function withRest(text: string, hasMore: boolean, most = MOST_LISTED): string {
  return hasMore ? `${text}\n${thereAreMore(most)}` : text;
}

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [headings, ...rows].map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '-' : printable(String(cell)))),
  );
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A moment for a table, to the minute in UTC; a dash for none. */
export function when(date: Date | null): string {
  return date ? `${date.toISOString().slice(0, 16).replace('T', ' ')}Z` : '-';
}
