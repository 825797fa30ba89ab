import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSamples, SAMPLE_ORIGIN, type SampleShow } from '#prisma/samples/build.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { checkKeyText, keyExpiry, mintKey } from '#server/features/keys/rules.ts';
import { scopes } from '#server/features/keys/schema.ts';
import { findConnectorKey, insertConnectorKey } from '#server/features/keys/store.ts';
import { addFeed } from '#server/ingest/feed/store.ts';
import { openTools } from '#server/ingest/tools.ts';
import { drain } from '#server/ingest/worker.ts';
import { sql } from '#server/platform/db.ts';
import type { FetchResult, GuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

const LOADED_AT = 'samples.loadedAt';

/** A fetch that serves the sample shows from memory, dated from the day they were first loaded, and passes everything else on. */
export function sampleFetch(services: Services, network: GuardedFetch): GuardedFetch {
  let shows: Promise<readonly SampleShow[]> | undefined;
  return async (url, wanted) => {
    if (!url.startsWith(`${SAMPLE_ORIGIN}/`)) return network(url, wanted);
    shows ??= loadedAt(services).then((day) => buildSamples(day, services.env.webUrl));
    return serve(await shows, url);
  };
}

function serve(shows: readonly SampleShow[], url: string): FetchResult {
  const answered = { etag: null, lastModified: null, finalUrl: url, permanentRedirectTo: null };
  for (const show of shows) {
    if (url === show.feedUrl)
      return {
        ...answered,
        status: 'ok',
        bytes: Buffer.from(show.feedXml),
        contentType: 'application/rss+xml',
      };
    const file = show.files.find(({ name }) => url === `${SAMPLE_ORIGIN}/${show.slug}/${name}`);
    if (file)
      return { ...answered, status: 'ok', bytes: Buffer.from(file.body), contentType: file.contentType };
  }
  return {
    status: 'failed',
    kind: 'status',
    reason: 'The sample shows have no such file.',
    httpStatus: 404,
    retryAfterSeconds: null,
    gone: false,
  };
}

async function loadedAt(services: Services): Promise<Date> {
  const row = await services.db.row<{ value: string }>(sql`
    INSERT INTO setting (name, value) VALUES (${LOADED_AT}, ${services.clock().toISOString()})
    ON CONFLICT (name) DO UPDATE SET value = setting.value RETURNING value`);
  return new Date(row!.value);
}

/**
 * Loads the sample shows through the real ingestion when the corpus is empty. Returns the text of the newcomer's key,
 * kept in the data directory for the operator who started the service; null when an operator brought shows of their own.
 */
export async function loadSamplesOnce(services: Services): Promise<string | null> {
  const { feeds } = (await services.db.row<{ feeds: number }>(
    sql`SELECT count(*)::int AS feeds FROM feed WHERE NOT sample`,
  ))!;
  const loaded = await services.db.row(sql`SELECT 1 FROM setting WHERE name = 'samples.done'`);
  if (!loaded && feeds === 0) await loadSamples(services);
  return newcomerKey(services);
}

async function loadSamples(services: Services): Promise<void> {
  const tools = await openTools(services);
  try {
    const shows = buildSamples(await loadedAt(services), services.env.webUrl);
    const ids: string[] = [];
    for (const show of shows) ids.push((await addFeed(services.db, show.feedUrl, services.clock(), true)).id);
    const total = shows.reduce((sum, show) => sum + show.files.length, 0);
    await drain(services, tools, ids, ({ processed }) =>
      showProgress(`Loading the sample shows: ${processed} of ${total} episodes`),
    );
    process.stderr.write('\n');
    await services.db.run(
      sql`INSERT INTO setting (name, value) VALUES ('samples.done', 'true') ON CONFLICT DO NOTHING`,
    );
  } finally {
    await tools.close();
  }
}

/** One line that is written over on a terminal, and left alone elsewhere. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}`);
}

async function newcomerKey(services: Services): Promise<string | null> {
  const samples = await services.db.row(sql`SELECT 1 FROM feed WHERE sample LIMIT 1`);
  if (!samples) return null;
  const file = join(services.env.dataDir, 'newcomer.key');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const now = services.clock();
  if (checkKeyText(kept, services.env.EARMARK_ENV) === 'connector') {
    const found = await findConnectorKey(services.db, kept, now);
    if (found && found !== 'expired') return kept;
  }
  const account = await upsertAccount(services.db, 'newcomer@earmark.example', now);
  const minted = mintKey('connector', services.env.EARMARK_ENV);
  const stored = await insertConnectorKey(services.db, {
    accountId: account.id,
    name: 'First steps',
    scopes,
    env: services.env.EARMARK_ENV,
    minted,
    createdAt: now,
    expiresAt: keyExpiry(now),
  });
  if (!stored) return null;
  mkdirSync(services.env.dataDir, { recursive: true });
  writeFileSync(file, minted.text, { mode: 0o600 });
  return minted.text;
}
