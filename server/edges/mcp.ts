import { Refusal, switchedOff, wrongMethod } from '#server/api/errors.ts';
import { refuseWhole } from '#server/contract/on-demand.ts';
import { MCP_ALLOW, MCP_HEALTH_ALLOW } from '#server/contract/openapi/transport.ts';
import { callerOf, type Entry, enter, type Whose } from '#server/edges/entry.ts';
import { clientIp, corsHeaders, isServedHost, originAllowed, preflight } from '#server/edges/http/origin.ts';
import { keptText, packed, textAnswer } from '#server/edges/http/packing.ts';
import { type Answer, type Asked, type Peer, responseOf } from '#server/edges/http.ts';
import { TRUSTED_MS } from '#server/edges/kept/answers.ts';
import { type Handled, messagesMade, routeOf, watched } from '#server/edges/mcp/calls.ts';
import { productSurface, SERVER_NAME } from '#server/edges/mcp/product.ts';
import { jsonAnswer } from '#server/edges/mcp/protocol/answer.ts';
import { messagesOf, readMessage, serveMessage } from '#server/edges/mcp/protocol/post.ts';
import { RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { traceOf } from '#server/edges/mcp/protocol/trace.ts';
import { selectionOf } from '#server/edges/mcp/selection.ts';
import type { RequestId, Session, Surface } from '#server/edges/mcp/surface.ts';
import { allTools, toolScopes } from '#server/edges/mcp/tools.ts';
import { challenged } from '#server/edges/oauth/resources.ts';
import { errorAnswer, faulty, logFailure, toRefusal } from '#server/edges/refusal.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import type { BucketState } from '#server/platform/buckets.ts';
import { type Env, productVersion } from '#server/platform/env.ts';
import { findFault } from '#server/platform/failure/readiness.ts';
import { idOfRequest, nameRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

/** Makes what is served at an MCP address. Tests put another surface on the same transport. */
export type Serve = (session: Session) => Surface;

type Call = {
  readonly services: Services;
  readonly request: Asked;
  readonly requestId: string;
  readonly ip: string;
  readonly peer: Peer;
  /** When it came (`performance.now()`). */
  readonly began: number;
  readonly seen: Seen;
};

/** What becomes known of a request while it is handled: whose it is, and the outcome of each of its messages. */
type Seen = { whose: Whose | null; test: boolean; messages: Handled[] | null };

/** Answers `/v1/mcp` and what is below it: stateless, plain JSON, no stream and no session (docs/contract.md, MCP). */
export async function mcpAnswer(
  services: Services,
  request: Asked,
  peer: Peer,
  serve: Serve = productSurface,
): Promise<Answer> {
  const ip = clientIp(request, peer, services.env.EARMARK_TRUSTED_PROXIES);
  const began = performance.now();
  const at = services.clock();
  const call: Call = {
    services,
    request,
    requestId: idOfRequest(),
    ip,
    peer,
    began,
    seen: { whose: null, test: false, messages: null },
  };
  const { response, route, trace } = await answered(call, serve);
  const headers = {
    'Cache-Control': 'no-store',
    Vary: 'Authorization, X-Service-Api-Key, Origin',
    'X-Content-Type-Options': 'nosniff',
    ...corsHeaders(request.headers.get('origin'), services.env),
    'X-Request-Id': call.requestId,
    ...response.headers,
  };
  const { status, body } = response;
  nameRequest(call.seen.test ? 'test' : 'mcp', route, trace ?? null);
  noteCalls(call, at, { route, status, ms: Math.round(performance.now() - began) });
  const head = { status, headers };
  return body instanceof Uint8Array ? packed(request, keptText(body), head) : textAnswer(request, body, head);
}

/** The same as a `Response`. */
export async function mcpEdge(...asked: Parameters<typeof mcpAnswer>): Promise<Response> {
  return responseOf(await mcpAnswer(...asked));
}

/** Notes the request's messages in the list of calls that the holder of the credential sees. */
function noteCalls({ services, requestId, seen }: Call, at: Date, whole: Handled): void {
  const { whose, messages } = seen;
  if (!whose) return;
  (messages ?? [whole]).forEach((made, part) => {
    services.calls.add({ ...whose, at, requestId, part, via: 'mcp', ...made });
  });
}

type Answered = { readonly response: Answer; readonly route: string; readonly trace?: string | null };

async function answered(call: Call, serve: Serve): Promise<Answered> {
  const { env } = call.services;
  const { pathname } = new URL(call.request.url);
  try {
    if (/^\/v1\/mcp\/health\/?$/.test(pathname)) return { response: await health(call), route: 'health' };
    if (!/^\/v1\/mcp(?:\/connect)?\/?$/.test(pathname)) {
      throw new Refusal('not_found', { message: 'There is no such route.' });
    }
    if (call.request.method !== 'POST' && call.request.method !== 'OPTIONS') throw wrongMethod(MCP_ALLOW);
    checkOrigin(call.request, env);
    if (call.request.method === 'OPTIONS') {
      return { response: preflight(MCP_ALLOW, call.request.headers.get('origin'), env), route: 'preflight' };
    }
    return await posted(call, serve);
  } catch (error) {
    return { response: refused(call, error, []), route: 'none' };
  }
}

async function posted(call: Call, serve: Serve): Promise<Answered> {
  const { services, request, peer, seen } = call;
  let buckets: readonly BucketState[] = [];
  let route = 'none';
  try {
    checkHost(request, services.env);
    if (!services.env.EARMARK_AGENT_API) throw switchedOff('agent_api_disabled');
    const caller = callerOf(request, services, peer);
    const entry = await enter(services, caller, services.clock(), (whose) => {
      seen.whose = whose;
    });
    const entered = performance.now();
    buckets = entry.buckets;
    seen.test = entry.test !== null;
    if (entry.test) refuseWhole(entry.test);
    if (entry.principal.kind === 'anonymous' && isConnect(request)) throw new Refusal('unauthorized');
    const selection = selectionOf(request);
    const read = await readMessage(request);
    if (!read.ok) return { response: withHeaders(read.answer, rateLimitHeaders(buckets)), route };
    route = routeOf(read.message);
    // A batch counts as the requests it holds.
    const more = messagesOf(read.message).length - 1;
    if (more > 0) buckets = await entry.takeMore(more);
    const mark = isPrompt(read.message, performance.now() - entered) ? entry.mark : null;
    const session = sessionOf(call, { ...entry, mark }, selection);
    const response = await spoken(call, serve(session), read.message, route);
    return {
      response: withHeaders(response, rateLimitHeaders(buckets)),
      route,
      trace: traceOf(request, read.message),
    };
  } catch (error) {
    if (error instanceof RpcError)
      return { response: withHeaders(wrongSelection(error), rateLimitHeaders(buckets)), route };
    return { response: refused(call, error, buckets), route };
  }
}

/** What a message is served with, from now on: a body that comes slowly has its own bound. */
function sessionOf({ requestId, ip, request }: Call, entry: Entry, selection: Session['selection']): Session {
  const { services, principal, test, mark } = entry;
  return {
    ...{ services, principal, test, mark, selection, requestId, ip },
    gone: request.signal,
    began: performance.now(),
  };
}

/** The answer to a message; notes the outcome of each request that it holds. */
async function spoken(
  { services, request, requestId, seen }: Call,
  surface: Surface,
  message: unknown,
  route: string,
): Promise<Answer> {
  const heard = new Map<RequestId, Handled>();
  const started = performance.now();
  const whole = watched(surface, {
    heard: (id, handled) => heard.set(id, handled),
    failed: (error) => logFailure(services.log, error, { requestId }, 'request failed'),
  });
  const response = await serveMessage(request, message, whole);
  const ms = Math.round(performance.now() - started);
  seen.messages = messagesMade(message, heard, { route, status: response.status, ms });
  return response;
}

function wrongSelection({ code, message }: RpcError): Answer {
  return jsonAnswer(400, { jsonrpc: '2.0', id: null, error: { code, message } });
}

/** The address that demands a credential, so that a client without one starts the OAuth flow. */
function isConnect(request: Asked): boolean {
  return /^\/v1\/mcp\/connect\/?$/.test(new URL(request.url).pathname);
}

/** The health answer, which needs no key (docs/contract.md, Health answer). */
async function health({ services, request }: Call): Promise<Answer> {
  if (request.method === 'OPTIONS') {
    return preflight(MCP_HEALTH_ALLOW, request.headers.get('origin'), services.env);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod(MCP_HEALTH_ALLOW);
  const fault = await findFault(services);
  if (fault) throw faulty(services, fault);
  return jsonAnswer(200, {
    status: 'ok',
    server: SERVER_NAME,
    version: productVersion,
    enabled: services.env.EARMARK_AGENT_API,
    transport: 'streamable-http',
    tools: allTools().map(({ definition }) => definition.name),
    toolScopes: toolScopes(),
  });
}

/** Refuses a browser origin that is not allowed; a request without `Origin` passes (docs/contract.md, MCP 12 and 13). */
function checkOrigin(request: Asked, env: Env): void {
  const origin = request.headers.get('origin');
  if (origin !== null && !originAllowed(origin, env)) throw new Refusal('origin_not_allowed');
}

/** Refuses a Host that a stranger's DNS could have pointed here (rebinding). */
function checkHost(request: Asked, env: Env): void {
  if (isServedHost(request.headers.get('host') ?? new URL(request.url).host, env)) return;
  throw new Refusal('origin_not_allowed', {
    message:
      'This host name is not served here: the operator sets EARMARK_BASE_URL to the address clients use.',
  });
}

function refused(
  { services, request, requestId }: Call,
  error: unknown,
  buckets: readonly BucketState[],
): Answer {
  const refusal = toRefusal(error, 422);
  const { status, headers, body } = errorAnswer(services, refusal, error, requestId);
  const answer = jsonAnswer(status, body);
  // An origin is refused before anything is taken from a bucket.
  const rated = refusal.code === 'origin_not_allowed' ? {} : rateLimitHeaders(buckets);
  return withHeaders(answer, {
    ...rated,
    ...headers,
    ...challenged({ status, body }, request, services.env.webUrl),
  });
}

function withHeaders(answer: Answer, extra: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...extra } };
}

/** Whether the record mark that was read with the key `ms` ago may be used: for a single message whose body came at once. */
function isPrompt(message: unknown, ms: number): boolean {
  return messagesOf(message).length === 1 && ms < TRUSTED_MS;
}
