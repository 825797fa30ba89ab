import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import { Gauge, Registry } from 'prom-client';
import type { Peer } from '#server/edges/http.ts';
import { isFromHere, vouchedAddress } from '#server/edges/pages/request.ts';
import { type Work, workAt } from '#server/ingest/stats/work/store.ts';
import type { Env } from '#server/platform/env.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import type { Services } from '#server/platform/services.ts';

/** Milliseconds that the database is given for its part of the metrics; without an answer the rest is told alone. */
const ANSWER_MS = 2_000;

/**
 * Whether a request may read `/metrics`: one from this machine, one from a network of `EARMARK_METRICS_NETWORKS`, one with the
 * token of `EARMARK_METRICS_TOKEN`. For others there is no such page.
 */
export function mayReadMetrics(req: IncomingMessage, peer: Peer, env: Env): boolean {
  if (isFromHere(req, peer, env)) return true;
  const token = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (env.EARMARK_METRICS_TOKEN && token) return isSame(token, env.EARMARK_METRICS_TOKEN);
  const address = vouchedAddress(req, peer, env);
  return address !== null && isWithin(address, env.EARMARK_METRICS_NETWORKS);
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [block, bits] = ipaddr.parseCIDR(network);
    return block.kind() === parsed.kind() && parsed.match(block, bits);
  });
}

/** What this process counts, the state of its pool, and the work of the whole database, as Prometheus reads it. */
export async function answerMetrics(services: Services, res: ServerResponse): Promise<void> {
  const [own, work] = await Promise.all([metrics.registry.metrics(), stateOf(services)]);
  res.writeHead(200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' });
  res.end(`${own}\n${work}`);
}

/** Gauges of the moment, made anew at each reading: a value that is not known is left out, not told as it was. */
async function stateOf({ db, env, clock }: Services): Promise<string> {
  const registry = new Registry();
  const gauge = (
    name: string,
    help: string,
    values: readonly (readonly [string | null, number | null])[],
    label = '',
  ) => {
    const made = new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] });
    for (const [which, value] of values)
      if (value !== null) which === null ? made.set(value) : made.set({ [label]: which }, value);
  };
  const { totalCount, idleCount, waitingCount } = db.pool;
  const pool = [
    ['used', totalCount - idleCount],
    ['idle', idleCount],
    ['waiting', waitingCount],
  ] as const;
  gauge(
    'earmark_pool_connections',
    'Database connections in use and idle, and who waits for one.',
    pool,
    'state',
  );
  gauge('earmark_pool_size', 'Database connections that there may be at most.', [
    [null, env.EARMARK_DB_POOL],
  ]);
  const now = clock();
  const work = await workAt(db.cancelledBy(AbortSignal.timeout(ANSWER_MS)), now).catch(() => null);
  gauge('earmark_database_up', 'Whether the database answered this reading.', [[null, work ? 1 : 0]]);
  if (work) tellWork(gauge, work, env, now);
  return registry.metrics();
}

type Tell = (
  name: string,
  help: string,
  values: readonly (readonly [string | null, number | null])[],
  label?: string,
) => void;

function tellWork(gauge: Tell, work: Work, env: Env, now: Date): void {
  const since = (moment: Date | null) =>
    moment ? Math.max(0, (now.getTime() - moment.getTime()) / 1000) : null;
  const waits = (moment: Date | null) => since(moment) ?? 0;
  gauge(
    'earmark_feeds',
    'Feeds by state; failing ones are active, too.',
    [
      ['active', work.feedsActive],
      ['failing', work.feedsFailing],
      ['paused', work.feedsPaused],
      ['gone', work.feedsGone],
    ],
    'state',
  );
  gauge('earmark_feed_overdue_seconds', 'How long the feed that was due first has waited for its poll.', [
    [null, waits(work.feedDueSince)],
  ]);
  gauge('earmark_feed_last_poll_seconds', 'Seconds since any feed was polled.', [
    [null, since(work.lastPolledAt)],
  ]);
  gauge(
    'earmark_episodes',
    'Episodes by state.',
    [
      ['pending', work.episodesPending],
      ['transcribed', work.episodesTranscribed],
      ['processed', work.episodesProcessed],
      ['no_transcript', work.episodesWithoutTranscript],
      ['failed', work.episodesFailed],
    ],
    'state',
  );
  gauge('earmark_queue_episodes', 'Episodes that wait for a worker.', [[null, work.episodesDue]]);
  gauge('earmark_queue_age_seconds', 'How long the oldest of them has waited.', [
    [null, waits(work.episodeDueSince)],
  ]);
  gauge('earmark_episodes_put_off', 'Episodes put off, after a failure or for the budget of the model.', [
    [null, work.episodesPutOff],
  ]);
  gauge('earmark_last_published_seconds', 'Seconds since an episode was published.', [
    [null, since(work.lastPublishedAt)],
  ]);
  gauge('earmark_deliveries_waiting', 'Webhook deliveries that wait.', [[null, work.deliveriesWaiting]]);
  gauge('earmark_delivery_overdue_seconds', 'How long the webhook delivery that was due first has waited.', [
    [null, waits(work.deliveryDueSince)],
  ]);
  gauge('earmark_webhooks_off', 'Webhooks switched off after failures.', [[null, work.webhooksOff]]);
  gauge('earmark_digests_failing', 'Accounts whose last digest no mail server took.', [
    [null, work.digestsFailing],
  ]);
  gauge('earmark_model_spent_usd', 'US dollars that models have cost this UTC day.', [
    [null, work.modelUsdToday],
  ]);
  gauge('earmark_model_budget_usd', 'US dollars that models may cost a UTC day.', [
    [null, env.EARMARK_MODEL_PROVIDER ? env.EARMARK_MODEL_DAILY_USD : null],
  ]);
  gauge('earmark_model_failed_calls', 'Calls of a model that failed this UTC day.', [
    [null, work.modelFailedToday],
  ]);
  gauge('earmark_corrections_waiting', 'Reports of mistakes that wait for an operator.', [
    [null, work.correctionsWaiting],
  ]);
  gauge('earmark_claims_waiting', 'Claims of shows that wait for their proof.', [[null, work.claimsWaiting]]);
}
