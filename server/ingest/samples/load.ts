import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSamples } from '#prisma/samples/build.ts';
import { scopes } from '#server/api/scopes.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { checkKeyText } from '#server/features/keys/rules.ts';
import { findConnectorKey, issueConnectorKey } from '#server/features/keys/store.ts';
import { setRightsById } from '#server/features/owners/rights/store.ts';
import { OPERATOR } from '#server/features/owners/rules.ts';
import { partSamples } from '#server/features/theses/store.ts';
import { hasSamples, markSamplesDone, samplesLoadedAt, samplesWanted } from '#server/feeds/samples/store.ts';
import { drain } from '#server/ingest/drain.ts';
import { addFeed, findFeed } from '#server/ingest/poll/store.ts';
import { openTools } from '#server/ingest/tools.ts';
import { endProgress, showProgress } from '#server/platform/progress.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Loads the sample shows through the real ingestion when the corpus is empty. Returns the text of the newcomer's key, which
 * a file of the data directory keeps for the operator; null when the corpus has no samples.
 */
export async function loadSamplesOnce(services: Services): Promise<string | null> {
  if (await samplesWanted(services.db)) await loadSamples(services);
  await partSamples(services.db, services.clock());
  return newcomerKey(services);
}

async function loadSamples(services: Services): Promise<void> {
  await loadSampleShows(services, (done, total) =>
    showProgress(`Loading the sample shows: ${done} of ${total} episodes`),
  );
  endProgress();
  await markSamplesDone(services.db);
}

/** Loads the sample shows through the real ingestion, dated from the day of their first loading. */
export async function loadSampleShows(
  services: Services,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const tools = await openTools(services);
  try {
    const shows = buildSamples(await samplesLoadedAt(services.db, services.clock()), services.env.webUrl);
    const ids: string[] = [];
    for (const show of shows) ids.push((await addFeed(services.db, show.feedUrl, services.clock(), true)).id);
    const embeddable = ids.filter((_, at) => shows[at]!.embeds);
    const total = shows.reduce((sum, show) => sum + show.files.length, 0);
    await drain(services, tools, ids, ({ processed }) => onProgress(processed, total));
    for (const id of embeddable) await allowEmbeds(services, id);
  } finally {
    await tools.close();
  }
}

/** Allows widgets of a feed's show, as its owner would. */
async function allowEmbeds({ db, clock }: Services, feedId: string): Promise<void> {
  const feed = await findFeed(db, feedId);
  if (feed?.showId) await setRightsById(db, feed.showId, { embedEnabled: true }, OPERATOR, clock());
}

async function newcomerKey(services: Services): Promise<string | null> {
  if (!(await hasSamples(services.db))) return null;
  const file = join(services.env.dataDir, 'newcomer.key');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const now = services.clock();
  if (checkKeyText(kept, services.env.EARMARK_ENV) === 'connector') {
    const found = await findConnectorKey(services.db, { text: kept, address: '127.0.0.1' }, now);
    if (found && found.refused !== 'expired') return kept;
  }
  const account = await upsertAccount(services.db, 'newcomer@earmark.example', now);
  const wanted = { accountId: account.id, name: 'First steps', scopes, env: services.env.EARMARK_ENV };
  const issued = await issueConnectorKey(services.db, wanted, now);
  if (!issued) return null;
  mkdirSync(services.env.dataDir, { recursive: true });
  writeFileSync(file, issued.text, { mode: 0o600 });
  return issued.text;
}
