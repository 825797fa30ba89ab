import type { ServerResponse } from 'node:http';
import { renderRefusal } from '#server/api/errors.ts';
import type { Closing } from '#server/edges/life/closing.ts';
import { faulty } from '#server/edges/refusal.ts';
import { findFault } from '#server/platform/failure/readiness.ts';
import type { Services } from '#server/platform/services.ts';

/** Answers `/livez`: 200 as long as this process runs, whatever else is down. A supervisor restarts it when no answer comes. */
export function answerLive(res: ServerResponse): void {
  send(res, 200, { status: 'live' });
}

/**
 * Answers `/readyz` for load balancers: 200 while calls can be answered, else 503 with `failing`: `draining`, `database`,
 * `migrations` or `disk`. The reason is in the log.
 */
export async function answerReady(services: Services, closing: Closing, res: ServerResponse): Promise<void> {
  if (closing.begun()) return send(res, 503, { status: 'not ready', failing: 'draining' });
  const fault = await findFault(services);
  if (!fault) return send(res, 200, { status: 'ready' });
  const { headers } = renderRefusal(faulty(services, fault), services.env.webUrl);
  send(res, 503, { status: 'not ready', failing: fault.of }, headers);
}

function send(
  res: ServerResponse,
  status: number,
  body: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}
