import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import { Gauge, Registry } from 'prom-client';
import type { Peer } from '#server/edges/http.ts';
import { isFromHere, vouchedAddress } from '#server/edges/pages/request.ts';
import { type Work, workAt } from '#server/ingest/stats/work/store.ts';
import { withinTime } from '#server/platform/abort.ts';
import type { Env } from '#server/platform/env.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import type { Services } from '#server/platform/services.ts';

/** Milliseconds that the database has for its part of the metrics; past it the other parts are served alone. */
const ANSWER_MS = 2_000;

/**
 * Whether a request may read `/metrics`: it comes from this machine or a network of `EARMARK_METRICS_NETWORKS`, or carries
 * the token of `EARMARK_METRICS_TOKEN`. For others there is no such page.
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

/** Answers with the counters of this process, the state of its pool and the work of the whole database, as Prometheus reads it. */
export async function answerMetrics(services: Services, res: ServerResponse): Promise<void> {
  const [own, work] = await Promise.all([metrics.registry.metrics(), stateOf(services)]);
  res.writeHead(200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' });
  res.end(`${own}\n${work}`);
}

/** Gauges of the moment, made anew at each reading: a value that is not known is left out, not repeated. */
async function stateOf({ db, env, clock }: Services): Promise<string> {
  const registry = new Registry();
  const gauge = gaugesIn(registry);
  const { totalCount, idleCount, waitingCount } = db.pool;
  const pool = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  gauge('earmark_pool_connections', 'Database connections in use and idle, and who waits for one.', pool);
  gauge('earmark_pool_size', 'Database connections that there may be at most.', env.EARMARK_DB_POOL);
  const now = clock();
  const read = (signal: AbortSignal) => workAt(db.cancelledBy(signal), now);
  const work = await withinTime(ANSWER_MS, read).catch(() => null);
  gauge('earmark_database_up', 'Whether the database answered this reading.', work ? 1 : 0);
  if (!work) return registry.metrics();
  const since = (moment: Date | null) =>
    moment ? Math.max(0, (now.getTime() - moment.getTime()) / 1000) : null;
  gaugeFeeds(gauge, work, since);
  gaugeEpisodes(gauge, work, since);
  gaugeAlerts(gauge, work, since);
  gaugeModel(gauge, work, env);
  gauge(
    'earmark_corrections_waiting',
    'Reports of mistakes that wait for an operator.',
    work.correctionsWaiting,
  );
  gauge('earmark_claims_waiting', 'Claims of shows that wait for their proof.', work.claimsWaiting);
  return registry.metrics();
}

/** Adds a gauge of one value, or of one value for each state; null is left out. */
type AddGauge = (name: string, help: string, value: number | null | Readonly<Record<string, number>>) => void;
/** Seconds since a moment, never below 0; null without one. */
type Since = (moment: Date | null) => number | null;

function gaugesIn(registry: Registry): AddGauge {
  return (name, help, value) => {
    const isByState = typeof value === 'object' && value !== null;
    const gauge = new Gauge({ name, help, labelNames: isByState ? ['state'] : [], registers: [registry] });
    if (isByState) for (const [state, count] of Object.entries(value)) gauge.set({ state }, count);
    else if (value !== null) gauge.set(value);
  };
}

function gaugeFeeds(gauge: AddGauge, work: Work, since: Since): void {
  gauge('earmark_feeds', 'Feeds by state; failing ones are active, too.', {
    active: work.feedsActive,
    failing: work.feedsFailing,
    paused: work.feedsPaused,
    gone: work.feedsGone,
  });
  const waited = since(work.feedDueSince) ?? 0;
  gauge(
    'earmark_feed_overdue_seconds',
    'How long the feed that was due first has waited for its poll.',
    waited,
  );
  gauge('earmark_feed_last_poll_seconds', 'Seconds since any feed was polled.', since(work.lastPolledAt));
}

function gaugeEpisodes(gauge: AddGauge, work: Work, since: Since): void {
  gauge('earmark_episodes', 'Episodes by state.', {
    pending: work.episodesPending,
    transcribed: work.episodesTranscribed,
    processed: work.episodesProcessed,
    no_transcript: work.episodesWithoutTranscript,
    failed: work.episodesFailed,
  });
  const waited = since(work.episodeDueSince) ?? 0;
  const putOff = work.episodesPutOff;
  gauge('earmark_queue_episodes', 'Episodes that wait for a worker.', work.episodesDue);
  gauge('earmark_queue_age_seconds', 'How long the oldest of them has waited.', waited);
  gauge(
    'earmark_episodes_put_off',
    'Episodes put off, after a failure or for the budget of the model.',
    putOff,
  );
  const published = since(work.lastPublishedAt);
  gauge('earmark_last_published_seconds', 'Seconds since an episode was published.', published);
}

function gaugeAlerts(gauge: AddGauge, work: Work, since: Since): void {
  const waited = since(work.deliveryDueSince) ?? 0;
  gauge('earmark_deliveries_waiting', 'Webhook deliveries that wait.', work.deliveriesWaiting);
  gauge(
    'earmark_delivery_overdue_seconds',
    'How long the webhook delivery that was due first has waited.',
    waited,
  );
  gauge('earmark_webhooks_off', 'Webhooks switched off after failures.', work.webhooksOff);
  gauge('earmark_digests_failing', 'Accounts whose last digest no mail server took.', work.digestsFailing);
}

function gaugeModel(gauge: AddGauge, work: Work, env: Env): void {
  const budget = env.EARMARK_MODEL_PROVIDER ? env.EARMARK_MODEL_DAILY_USD : null;
  gauge('earmark_model_spent_usd', 'US dollars that models have cost this UTC day.', work.modelUsdToday);
  gauge('earmark_model_budget_usd', 'US dollars that models may cost a UTC day.', budget);
  gauge('earmark_model_failed_calls', 'Calls of a model that failed this UTC day.', work.modelFailedToday);
}
