import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { projectRoot, SettingError } from '#server/platform/env.ts';
import { addressOf, connect } from '#server/platform/postgres/connection.ts';

const migrationsDir = join(projectRoot, 'prisma/migrations');
const schemaPath = join(projectRoot, 'prisma/schema.prisma');
const MIGRATION_LOCK = 7_305_001;

type SchemaEngine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>;
  diagnoseMigrationHistory(
    input: unknown,
  ): Promise<{ editedMigrationNames: string[]; failedMigrationNames: string[] }>;
  diff(input: unknown): Promise<{ exitCode: number; stdout: string | null }>;
};

/**
 * Applies the pending migrations of `prisma/migrations` with Prisma's own schema engine (WebAssembly build).
 * Returns the names applied now. Safe to call from several processes at once; a database that is up to date costs one query.
 * Throws SettingError where the database is not one that this user may set up.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    if (await isCurrent(client)) return [];
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await isCurrent(client)) return [];
    const applied = await withEngine(databaseUrl, (engine) =>
      engine.applyMigrations({ migrationsList: migrationsList(), filters: noFilters }),
    );
    return applied.appliedMigrationNames;
  } catch (error) {
    throw unfit(databaseUrl, error);
  } finally {
    await client.end();
  }
}

// As PostgreSQL and the engine word it; whatever else goes wrong is told with where it happened.
const UNFIT = /permission denied for [^\n]+|must be owner of [^\n]+|(?<=The )database schema is not empty/;

function unfit(databaseUrl: string, error: unknown): unknown {
  const why = UNFIT.exec(error instanceof Error ? error.message : String(error))?.[0];
  return why ? new SettingError(`The database ${addressOf(databaseUrl)} cannot be set up: ${why}.`) : error;
}

export type MigrationState = {
  readonly applied: string[];
  readonly pending: string[];
  readonly failed: string[];
};

/** Which of our migrations a database has, lacks, or failed to take. */
export async function migrationState(databaseUrl: string): Promise<MigrationState> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ migration_name: string; done: boolean }>(
      'SELECT migration_name, finished_at IS NOT NULL AS done FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    const applied = rows.filter((row) => row.done).map((row) => row.migration_name);
    const failed = rows.filter((row) => !row.done).map((row) => row.migration_name);
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

function migrationsList() {
  const lock = join(migrationsDir, 'migration_lock.toml');
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames().map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

async function isCurrent(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS found`);
  if (!rows[0].found) return false;
  const applied = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const done = new Set(applied.rows.map((row) => row.migration_name));
  return migrationNames().every((name) => done.has(name));
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
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
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

// The package exports no loader for Node: its glue and its .wasm are joined here by file path, once, since the glue caches views of one memory.
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

// PostgreSQL 17's catalogue answers the engine with columns of type "char", which the adapter does not know: they are read as text.
function poolWithReadableChars(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // An idle connection that breaks is no fault of ours: the next statement opens another, or fails.
  pool.on('error', () => undefined);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const readable = async (...args: unknown[]) => {
    const result = await query(...args);
    for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    return result;
  };
  return Object.assign(pool, { query: readable }) as pg.Pool;
}
