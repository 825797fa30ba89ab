import { SettingError } from '#server/platform/env.ts';
import { awayOf, isBrokenConnection } from '#server/platform/postgres/connection.ts';

/** The message for the error that ends a process: one sentence if that is enough, else the stack. */
export function accountOf(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  if (isBrokenConnection(error))
    return `The connection to the database broke (${brokenBy(error)}): what was not finished is left as it was; try again.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function brokenBy(error: unknown): string {
  return ((awayOf(error)?.cause ?? error) as Error).message;
}
