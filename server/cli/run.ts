import type { Command } from 'commander';
import { loadEnv } from '#server/platform/env.ts';
import { accountOf } from '#server/platform/failure/failure.ts';
import { closeServices, openServices, type Services } from '#server/platform/services.ts';

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

/** Says on standard error what went wrong; returns the exit code. */
export function failure(error: unknown): number {
  process.stderr.write(`${error instanceof CommandError ? error.message : accountOf(error)}\n`);
  return error instanceof CommandError ? error.exitCode : FAILED;
}

/** What a command answers: `data` with --json, else the lines of `text`. */
export type CommandAnswer = { readonly data: unknown; readonly text: string };

/** Runs a command on the services, prints its answer and leaves the database as it found it: running or stopped. */
export async function withServices(
  command: Command,
  work: (services: Services) => Promise<CommandAnswer>,
): Promise<void> {
  // A command's own answer is its output: routine log lines stay out of it.
  const env = {
    ...loadEnv(),
    ...(process.env.EARMARK_LOG_LEVEL ? {} : { EARMARK_LOG_LEVEL: 'error' as const }),
  };
  const services = await openServices(env);
  try {
    print(command, await work(services));
  } finally {
    await closeServices(services);
  }
}

/** Prints an answer in the form the caller asked for. */
export function print(command: Command, answer: CommandAnswer): void {
  const json = command.opts().json === true;
  process.stdout.write(`${json ? JSON.stringify(answer.data) : answer.text}\n`);
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

/** A cell may hold what others wrote: nothing in it moves the cursor or colours the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

export function when(date: Date | null): string {
  return date ? `${date.toISOString().slice(0, 16).replace('T', ' ')}Z` : '-';
}
