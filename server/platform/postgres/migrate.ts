import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { projectRoot, SettingError } from '#server/platform/env.ts';
import { connect, connectAtStart, locationOf, requireUtf8 } from '#server/platform/postgres/connection.ts';
import { DATA_VERSION, noteDataVersion, storedDataVersion } from '#server/platform/postgres/data-version.ts';
import { sayingWait } from '#server/platform/postgres/waiting.ts';

const migrationsDir = join(projectRoot, 'prisma/migrations');
const schemaPath = join(projectRoot, 'prisma/schema.prisma');
const MIGRATION_LOCK = 7_305_001;
/** Held by each script while it runs, even after the process that sent it has died. */
const SCRIPT_LOCK = 7_305_002;

type SchemaEngine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>;
  diagnoseMigrationHistory(
    input: unknown,
  ): Promise<{ editedMigrationNames: string[]; failedMigrationNames: string[] }>;
  diff(input: unknown): Promise<{ exitCode: number; stdout: string | null }>;
};

/**
 * Applies the pending migrations of `prisma/migrations` with Prisma's own schema engine (WebAssembly build).
 * Returns the names applied now. Safe to call from several processes at once; a database that is up to date costs a few
 * queries. `before` gets the pending migrations of a database that has tables of ours, before it is touched; nothing is applied
 * when it throws. Throws SettingError where the database is of a later version, is not in UTF-8, or may not be set up by this user.
 */
export async function migrate(
  databaseUrl: string,
  before: (pending: readonly string[]) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const client = await connectAtStart(databaseUrl);
  try {
    await requireUtf8(client, databaseUrl);
    if (await isCurrent(client)) return [];
    const lock = client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await sayingWait(() => 'another process, which brings the database to this version', lock);
    // That process may be of a later version.
    if (await isCurrent(client)) return [];
    const applied = await appliedMigrations(client);
    const pending = migrationNames().filter((name) => !applied.includes(name));
    if (applied.length > 0 && pending.length > 0) await before(pending);
    if (pending.length > 0) await forgetUndone(client);
    const done = pending.length > 0 ? await applyMigrations(databaseUrl) : [];
    await noteDataVersion(client);
    return done;
  } catch (error) {
    throw unfit(databaseUrl, error);
  } finally {
    await client.end();
  }
}

/**
 * Deletes the engine's record of an interrupted migration of ours, which would make it refuse all further ones. Each migration is
 * one transaction, so all of it was applied or nothing. If only its process died, the script may still run: wait for it.
 */
async function forgetUndone(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS found`);
  if (!rows[0].found) return;
  await client.query(`SELECT pg_advisory_lock(${SCRIPT_LOCK})`);
  await client.query(`SELECT pg_advisory_unlock(${SCRIPT_LOCK})`);
  await client.query(
    'DELETE FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL AND migration_name = ANY($1)',
    [migrationNames()],
  );
}

async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const applied = await withEngine(databaseUrl, (engine) =>
    engine.applyMigrations({ migrationsList: migrationsList(), filters: noFilters }),
  );
  return applied.appliedMigrationNames;
}

// Messages of PostgreSQL and the engine; any other error is reported with its stack.
const UNFIT = /permission denied for [^\n]+|must be owner of [^\n]+|(?<=The )database schema is not empty/;

function unfit(databaseUrl: string, error: unknown): unknown {
  if (error instanceof LaterVersion)
    return new SettingError(
      `The database ${locationOf(databaseUrl)} is of a later version of Earmark (${error.message}): run that version, or restore a backup from before it into an empty one.`,
    );
  const why = UNFIT.exec(error instanceof Error ? error.message : String(error))?.[0];
  return why ? new SettingError(`The database ${locationOf(databaseUrl)} cannot be set up: ${why}.`) : error;
}

/** Whether a database needs no upgrade; only looks. Throws SettingError where it is of a later version. */
export async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const client = await connectAtStart(databaseUrl);
  try {
    return await isCurrent(client);
  } catch (error) {
    throw unfit(databaseUrl, error);
  } finally {
    await client.end();
  }
}

export type MigrationState = {
  readonly applied: string[];
  readonly pending: string[];
  readonly failed: string[];
};

/** Which of our migrations a database has applied, lacks, or failed to apply. */
export async function migrationState(databaseUrl: string): Promise<MigrationState> {
  const client = await connect(databaseUrl);
  try {
    const noted = await notedMigrations(client);
    const applied = noted.filter(({ done }) => done).map(({ name }) => name);
    const failed = noted.filter(({ done }) => !done).map(({ name }) => name);
    return { applied, failed, pending: migrationNames().filter((name) => !applied.includes(name)) };
  } finally {
    await client.end();
  }
}

/** SQL that would bring a database built from the migrations to `schema.prisma`; null when they agree. `databaseUrl` must hold only the migrations. */
export async function schemaDrift(databaseUrl: string): Promise<string | null> {
  const result = await withEngine(databaseUrl, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files: [schemaFile()], configDir: projectRoot },
      to: { tag: 'schemaDatamodel', files: [schemaFile()] },
      script: true,
      exitCode: true,
      filters: noFilters,
    }),
  );
  return result.exitCode === 0 ? null : result.stdout;
}

const noFilters = { externalTables: [], externalEnums: [] };

function schemaFile() {
  return { path: schemaPath, content: readFileSync(schemaPath, 'utf8') };
}

/** Our migrations, oldest first. */
export function migrationNames(): string[] {
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Our migrations, oldest first, with the text of each and its SHA-256, as Prisma notes it. */
export function migrationTexts(): { name: string; text: string; checksum: string }[] {
  return migrationNames().map((name) => {
    const text = readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Keeps other processes from migrating the database until the transaction of `client` ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/** The table in which Prisma's engine records migrations, as it creates it itself. */
const NOTES = `CREATE TABLE _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
  logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Runs these of our migrations in order, in the transaction of `client`, on an empty database. Prisma's records of them must
 * be written by the caller: without them the database counts as not migrated.
 */
export async function replayMigrations(
  client: pg.Client,
  wanted: readonly { readonly name: string }[],
): Promise<void> {
  const texts = new Map(migrationTexts().map(({ name, text }) => [name, text]));
  await client.query(NOTES);
  for (const { name } of wanted) await client.query(texts.get(name)!);
}

function migrationsList() {
  const lock = join(migrationsDir, 'migration_lock.toml');
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: migrationTexts().map(({ name, text }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: text } },
    })),
  };
}

/** Whether the database has all our migrations and our data version. Throws LaterVersion where it has more. */
async function isCurrent(client: pg.Client): Promise<boolean> {
  const applied = await appliedMigrations(client);
  const ours = migrationNames();
  const later = applied.find((name) => !ours.includes(name));
  if (later) throw new LaterVersion(`it has the migration ${later}`);
  if (!ours.every((name) => applied.includes(name))) return false;
  const version = await storedDataVersion(client);
  if (version > DATA_VERSION) throw new LaterVersion(`its data version is ${version}, ours ${DATA_VERSION}`);
  return version === DATA_VERSION;
}

/** Refused, since older code might damage newer data. */
class LaterVersion extends Error {}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  return (await notedMigrations(client)).filter(({ done }) => done).map(({ name }) => name);
}

/** The engine's record of migrations; empty where the database never had one. */
async function notedMigrations(client: pg.Client): Promise<{ name: string; done: boolean }[]> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS found`);
  if (!rows[0].found) return [];
  const noted = await client.query<{ name: string; done: boolean }>(
    'SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return noted.rows;
}

type EngineGlue = {
  new: (options: unknown, log: (line: string) => void, adapter: unknown) => Promise<SchemaEngine>;
};
let engineGlue: Promise<EngineGlue> | undefined;

async function withEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  engineGlue ??= loadEngine();
  const pool = poolWithReadableChars(databaseUrl);
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool));
    const engine = await (await engineGlue).new(
      { datamodels: [[schemaPath, schemaFile().content]] },
      () => undefined,
      adapter,
    );
    return await work(engine);
  } finally {
    await pool.end();
  }
}

// The package has no loader for Node: load its glue and .wasm by file path, and only once, since the glue caches views of one memory.
async function loadEngine(): Promise<EngineGlue> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasmPath = join(
    dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')),
    'schema_engine_bg.wasm',
  );
  const module = await WebAssembly.compile(readFileSync(wasmPath));
  const instance = await WebAssembly.instantiate(module, {
    './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports,
  });
  const setWasm = (glue as unknown as { __wbg_set_wasm: (exports: WebAssembly.Exports) => void })
    .__wbg_set_wasm;
  setWasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue.SchemaEngine as unknown as EngineGlue;
}

const CHAR_OID = 18;
const TEXT_OID = 25;

// PostgreSQL 17's catalogue has columns of type "char", which the engine's adapter does not know: read them as text.
function poolWithReadableChars(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // An idle connection that breaks must not end the process: the next statement opens another.
  pool.on('error', () => undefined);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const readable = async (...args: unknown[]) => {
    const result = await query(...args);
    // A script of several statements has as many results.
    for (const field of [result].flat().flatMap(({ fields }) => fields))
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    return result;
  };
  return Object.assign(pool, { query: readable }) as pg.Pool;
}

/** Sends a migration to PostgreSQL whole: the adapter would split it at every semicolon, even inside functions. */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (sql) => {
      const locked = `SELECT pg_advisory_xact_lock(${SCRIPT_LOCK});\n${sql}`;
      await adapter.executeRaw({ sql: locked, args: [], argTypes: [] });
    };
    return adapter;
  }
}
