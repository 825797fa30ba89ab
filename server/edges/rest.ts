import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { createOpenApiNodeHttpHandler, type OpenApiRouter } from 'trpc-to-openapi';
import { permits } from '#server/api/access.ts';
import { openContext } from '#server/api/context.ts';
import { notModifiedOf, Refusal, refusalOf, renderRefusal, wrongMethod } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { MAX_IDEMPOTENCY_KEY } from '#server/api/inputs.ts';
import { invalidRequest } from '#server/api/invalid.ts';
import { echoing, type ProcedureMeta } from '#server/api/meta.ts';
import type { CallContext } from '#server/api/trpc.ts';
import { appRouter } from '#server/contract/router.ts';
import { matchRoute, type RouteMatch } from '#server/contract/routes.ts';
import { type Caller, enter, enterAsk, rateLimitHeaders } from '#server/edges/entry.ts';
import { clientIp, compressed, corsHeaders, type Peer, preflight, readBody } from '#server/edges/http.ts';
import type { BucketState } from '#server/platform/buckets.ts';
import { causesOf } from '#server/platform/causes.ts';
import { count } from '#server/platform/metrics.ts';
import type { Services } from '#server/platform/services.ts';

const MAX_BODY_BYTES = 64 * 1024;

type Answer = { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown };
type Bridged = { error: unknown; body: string; status: number; context: CallContext };

const bridged = new WeakMap<object, Bridged>();
let handler: ReturnType<typeof createOpenApiNodeHttpHandler> | undefined;

/** Answers one `/v1/*` request of the REST contract: both the front door and the route handlers call this. */
export async function restEdge(services: Services, request: Request, peer: Peer): Promise<Response> {
  const requestId = randomUUID();
  const started = performance.now();
  const url = new URL(request.url);
  const origin = request.headers.get('origin');
  const match = matchRoute(request.method === 'HEAD' ? 'GET' : request.method, url.pathname);
  if (request.method === 'OPTIONS' && match.allow) return preflight(match.allow, origin, services.env);
  const answer = await answerRequest({ services, request, url, peer, match, requestId });
  const response = new Response(answer.body === null ? null : JSON.stringify(answer.body), {
    status: answer.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: 'Authorization, X-Service-Api-Key, Origin',
      'X-Content-Type-Options': 'nosniff',
      ...corsHeaders(origin, services.env),
      ...answer.headers,
      'X-Request-Id': requestId,
    },
  });
  const ms = Math.round(performance.now() - started);
  count('earmark_requests_total', {
    edge: 'rest',
    route: match.procedure?.meta.route?.operationId ?? 'none',
    status: String(answer.status),
  });
  services.log.info(
    { requestId, method: request.method, path: url.pathname, status: answer.status, ms },
    'rest',
  );
  return compressed(request, response);
}

type Asked = {
  readonly services: Services;
  readonly request: Request;
  readonly url: URL;
  readonly peer: Peer;
  readonly match: RouteMatch;
  readonly requestId: string;
};

async function answerRequest(asked: Asked): Promise<Answer> {
  const taken: BucketState[] = [];
  const answer = await served(asked, taken).catch((error: unknown) => unserved(asked, error));
  return { ...answer, headers: { ...rateLimitHeaders(taken), ...answer.headers } };
}

/** Access, then the procedure. `taken` hears of each bucket as it is taken from, so that a refusal tells of it too. */
async function served(asked: Asked, taken: BucketState[]): Promise<Answer> {
  const { services, request, url, peer, match, requestId } = asked;
  const { procedure } = match;
  if (!procedure) throw unrouted(match);
  if (!services.env.EARMARK_AGENT_API) throw new Refusal('agent_api_disabled', { retryAfterSeconds: 300 });
  const caller = callerOf(request, services, peer);
  // A route without authentication looks at no key, so a wrong one is no reason to refuse.
  const keyless = procedure.meta.access.kind === 'public' && { authorization: null, apiKeyHeader: null };
  const { principal, buckets } = await enter(services, { ...caller, ...keyless }, services.clock());
  taken.push(...buckets);
  const verdict = permits(principal, procedure.meta.access);
  if (verdict !== true) throw verdict;
  const ask = procedure.meta.askBucket ? await enterAsk(services, principal) : null;
  if (ask) taken.push(ask);
  const context = openContext(services, {
    principal,
    requestId,
    ip: caller.ip,
    via: 'rest',
    gone: request.signal,
    budgetMs: procedure.meta.budgetMs,
    idempotencyKey: idempotencyKey(request, procedure.meta.route!.operationId),
    ifNoneMatch: request.headers.get('if-none-match'),
    headersOnly: request.method === 'HEAD',
  });
  const result = await callThroughOpenApi(request, url, context, await jsonBody(request, isOpen(match)));
  return success(request, procedure.meta, result);
}

/** The answer to what was not served: a 304, or the error in the contract's form. */
function unserved({ services, match, requestId }: Asked, error: unknown): Answer {
  const current = notModifiedOf(error);
  if (current) return { status: 304, headers: caching(match.procedure?.meta, current.etag), body: null };
  const refusal = toRefusal(error, isOpen(match));
  if (refusal.code === 'internal_server_error')
    services.log.error({ requestId, err: describeError(error) }, 'request failed');
  const { status, headers, body } = renderRefusal(refusal, services.env.webUrl);
  return { status, headers: { ...headers }, body: { ...body, ...(status >= 500 ? { requestId } : {}) } };
}

/** Whether an invalid parameter answers 400, as the open tools and key issuance do (SPEC.md Errors). */
function isOpen({ procedure }: RouteMatch): boolean {
  return procedure?.meta.access.kind === 'open' || procedure?.meta.access.kind === 'public';
}

function unrouted(match: RouteMatch): Refusal {
  if (!match.allow) return new Refusal('not_found', { message: 'There is no such route.' });
  return wrongMethod(match.allow);
}

/** Who a request says it is from. */
export function callerOf(request: Request, services: Services, peer: Peer): Caller {
  return {
    ip: clientIp(request, peer, services.env.EARMARK_TRUSTED_PROXIES),
    authorization: request.headers.get('authorization'),
    apiKeyHeader: request.headers.get('x-service-api-key'),
  };
}

function idempotencyKey(request: Request, operationId: string): string | null {
  if (!echoing.has(operationId)) return null;
  const given = request.headers.get('idempotency-key');
  const key = given === null ? null : textOfHeader(given);
  if (key !== null && key.length > MAX_IDEMPOTENCY_KEY) {
    throw new Refusal('invalid_request', {
      field: 'Idempotency-Key',
      message: `Header Idempotency-Key must be at most ${MAX_IDEMPOTENCY_KEY} characters long.`,
    });
  }
  return key;
}

/** A header's bytes, which arrive one to a character, as the UTF-8 they are; as they came where they are none. */
function textOfHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === value ? bytes.toString('utf8') : value;
}

/** The parsed body of a POST; anything but a JSON object is refused in the contract's form. */
async function jsonBody(request: Request, openTool: boolean): Promise<object | undefined> {
  if (request.method !== 'POST') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new Refusal('invalid_request', { status: 415, message: 'Send the body as application/json.' });
  const read = await readBody(request, MAX_BODY_BYTES);
  if (!read.ok && read.status === 413)
    throw new Refusal('invalid_request', {
      status: 413,
      message: `The body may be at most ${MAX_BODY_BYTES} bytes.`,
    });
  const malformed = new Refusal('invalid_request', {
    ...(openTool ? { status: 400 } : {}),
    message: 'The body is not a JSON object.',
  });
  if (!read.ok) throw malformed;
  const parsed = parseJson(read.text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw malformed;
  return parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs the matched procedure through trpc-to-openapi; throws what it threw, since its error body is not the contract's. */
async function callThroughOpenApi(
  request: Request,
  url: URL,
  context: CallContext,
  body: object | undefined,
): Promise<Bridged> {
  handler ??= createOpenApiNodeHttpHandler({
    // Our meta is narrower than the library's: every procedure must carry it.
    router: appRouter as unknown as OpenApiRouter,
    createContext: async ({ req }) => bridged.get(req)!.context,
    onError: ({ req, error }) => {
      bridged.get(req as object)!.error = error;
    },
  });
  const result: Bridged = { error: undefined, body: '', status: 200, context };
  const req = {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    url: url.pathname + url.search,
    query: queryOf(url),
    // The media type has been read, whatever its case; the library compares it by text.
    headers: {
      ...Object.fromEntries(request.headers),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    once: () => undefined,
    on: () => undefined,
    ...(body ? { body } : {}),
  };
  const res = {
    statusCode: 200,
    setHeader: () => undefined,
    once: () => undefined,
    on: () => undefined,
    end: (text?: string) => {
      result.body = text ?? '';
    },
  };
  bridged.set(req, result);
  await handler(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  if (result.error) throw result.error;
  return result;
}

/** A query's values by name. Without a prototype: a parameter may be called `constructor`, and `__proto__` is none of ours. */
function queryOf(url: URL): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null);
  for (const name of new Set(url.searchParams.keys())) {
    if (name !== '__proto__') query[name] = url.searchParams.getAll(name);
  }
  return query;
}

function success(request: Request, meta: ProcedureMeta, result: Bridged): Answer {
  const status = meta.route?.status ?? 200;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status, headers: {}, body: JSON.parse(result.body) };
  const etag = result.context.validator?.etag ?? etagOf(result.body);
  const headers = caching(meta, etag);
  if (etagMatches(request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
  return { status, headers, body: JSON.parse(result.body) };
}

function caching(meta: ProcedureMeta | undefined, etag: string): Record<string, string> {
  return { ETag: etag, 'Cache-Control': meta?.route?.cacheControl ?? 'private, no-cache' };
}

/** Any error as a refusal; what is not one of ours says nothing but `internal_server_error`. */
export function toRefusal(error: unknown, openTool: boolean): Refusal {
  const own = refusalOf(error);
  if (own) return own;
  const invalid = invalidRequest(error, openTool ? 400 : undefined);
  if (invalid) return invalid;
  if (isAbort(error)) return new Refusal('timeout');
  return new Refusal('internal_server_error');
}

const QUERY_CANCELED = '57014';

function isAbort(error: unknown): boolean {
  for (const { name, code } of causesOf(error)) {
    if (name === 'AbortError' || name === 'TimeoutError' || code === QUERY_CANCELED) return true;
  }
  return false;
}

/** What the log says of an error of ours. */
export function describeError(error: unknown): string {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
