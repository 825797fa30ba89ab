import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that tests copy. */
    templateUrl: string;
  }
}

/** Test files run in parallel and open several pools each, which close late on a busy machine. */
const MOST_CONNECTIONS = 300;

/** One PostgreSQL for the whole run, deleted at its end. Every test file copies the migrated template. */
export default async function setup(project: TestProject) {
  const dir = newDataFolder();
  const server = await startEmbeddedPostgres(
    dir,
    `-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=${MOST_CONNECTIONS}`,
  );
  const end = async () => {
    await server.leave();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await migrate(server.url);
  } catch (error) {
    await end();
    throw error;
  }
  project.provide('templateUrl', server.url);
  return end;
}
