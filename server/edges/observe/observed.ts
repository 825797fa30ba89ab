import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageRoute } from '#server/edges/observe/page-route.ts';
import { begun, type Doing, during, readTraceparent } from '#server/platform/observe/doing.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { type Span, spans } from '#server/platform/observe/spans.ts';
import type { Services } from '#server/platform/services.ts';

/** The status in logs of a request whose caller hung up before the answer. */
const HUNG_UP = 499;

/**
 * Runs the work that answers a request under an id of its own, which the answer carries as `X-Request-Id`. When it is over
 * it is recorded once: a line in the log, the counters, and a span when tracing is on.
 */
export function observed(
  services: Pick<Services, 'log'>,
  req: IncomingMessage,
  res: ServerResponse,
  work: () => void,
): void {
  const started = performance.now();
  const asked = begun(undefined, readTraceparent(req.headers.traceparent));
  const { route, path } = pageRoute(req.url ?? '');
  asked.route = route;
  res.setHeader('X-Request-Id', asked.id);
  const over = (span?: Span) => {
    const seconds = (performance.now() - started) / 1000;
    const status = res.headersSent ? res.statusCode : HUNG_UP;
    count(asked, status, seconds);
    logLine(services, req, asked, { path, status, ms: Math.round(seconds * 1000) });
    if (span) endSpan(span, req, asked, status);
  };
  during(asked, () => {
    const to = spans();
    if (!to) {
      res.once('close', over);
      return work();
    }
    to.open(req.method ?? 'GET', 'server', asked.traceparent, (span) => {
      asked.traceparent = span.traceparent;
      asked.traceId = span.traceparent.slice(3, 35);
      res.once('close', () => over(span));
      work();
    });
  });
}

function count({ edge, route }: Doing, status: number, seconds: number): void {
  metrics.requests.inc({ edge, route, status: String(status) });
  metrics.requestSeconds.observe({ edge, route }, seconds);
}

type Told = { readonly path: string; readonly status: number; readonly ms: number };

/** Assets are logged at the level debug, everything else at info. */
function logLine(
  { log }: Pick<Services, 'log'>,
  { method }: IncomingMessage,
  asked: Doing,
  { path, status, ms }: Told,
): void {
  const { id, edge, route, traceId } = asked;
  const trace = traceId === null ? {} : { traceId };
  const line = { requestId: id, method, path, route, status, ms, ...trace };
  if (route === 'assets') log.debug(line, edge);
  else log.info(line, edge);
}

function endSpan(span: Span, { method }: IncomingMessage, { id, edge, route }: Doing, status: number): void {
  span.rename(`${method} ${route}`);
  span.set({
    'http.request.method': method ?? 'GET',
    'http.route': route,
    'http.response.status_code': status,
    'earmark.edge': edge,
    'earmark.request_id': id,
  });
  span.end(status >= 500 ? `status ${status}` : undefined);
}
