import { invalidStatus, permits } from '#server/api/access.ts';
import { closeContext, openContext } from '#server/api/context.ts';
import { deprecationHeaders } from '#server/api/ending/deprecation.ts';
import { notModifiedOf, Refusal, refusalOf, switchedOff, wrongMethod } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { END_MS, type ProcedureMeta } from '#server/api/meta.ts';
import { callProcedure } from '#server/contract/call.ts';
import { matchRoute, type RouteMatch } from '#server/contract/routes.ts';
import { callerOf, type Entry, enter, enterAsk, type Whose } from '#server/edges/entry.ts';
import { corsHeaders, preflight } from '#server/edges/http/origin.ts';
import { type KeptText, keptText, packed, textAnswer } from '#server/edges/http/packing.ts';
import type { Answer, Asked, Peer } from '#server/edges/http.ts';
import { keeperOf, keptOr } from '#server/edges/kept/answers.ts';
import { challenged } from '#server/edges/oauth/resources.ts';
import { errorAnswer, toRefusal } from '#server/edges/refusal.ts';
import { idempotencyKey, readInput, toldOfRepeats } from '#server/edges/rest/input.ts';
import { endedBy } from '#server/platform/abort.ts';
import { rateLimitHeaders } from '#server/platform/buckets/headers.ts';
import type { BucketState } from '#server/platform/buckets.ts';
import { idOfRequest, nameRequest } from '#server/platform/observe/doing.ts';
import type { Witness } from '#server/platform/postgres/replica/reads.ts';
import type { Services } from '#server/platform/services.ts';

/** An answer before it is compressed. `text` is null for no body; a kept text holds its compressed forms. */
type Unpacked = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string | KeptText | null;
};

/** Answers one `/v1/*` request of the REST contract: both the front door and the route handlers call this. */
export async function restEdge(services: Services, request: Asked, peer: Peer): Promise<Answer> {
  const requestId = idOfRequest();
  const began = performance.now();
  const at = services.clock();
  const url = new URL(request.url);
  const origin = request.headers.get('origin');
  const match = matchRoute(request.method === 'HEAD' ? 'GET' : request.method, url.pathname);
  if (request.method === 'OPTIONS' && match.allow) return preflight(match.allow, origin, services.env);
  const route = match.procedure?.meta.route?.operationId ?? 'none';
  nameRequest('rest', route);
  const seen: Seen = { buckets: [], whose: null };
  const asked = { services, request, url, peer, match, requestId, began };
  const { status, headers, text } = await answerRequest(asked, seen);
  const ms = Math.round(performance.now() - began);
  if (seen.whose)
    services.calls.add({ ...seen.whose, at, requestId, part: 0, via: 'rest', route, status, ms });
  const head = {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: 'Authorization, X-Service-Api-Key, Origin',
      'X-Content-Type-Options': 'nosniff',
      ...corsHeaders(origin, services.env),
      ...headers,
      ...deprecationHeaders(match.procedure?.meta.route?.deprecated, services.env.webUrl),
      'X-Request-Id': requestId,
    },
  };
  return text === null || typeof text === 'string'
    ? textAnswer(request, text, head)
    : packed(request, text, head);
}

type Routed = {
  readonly services: Services;
  readonly request: Asked;
  readonly url: URL;
  readonly peer: Peer;
  readonly match: RouteMatch;
  readonly requestId: string;
  /** When it came (`performance.now()`). */
  readonly began: number;
};

/** What becomes known of a request while it is handled, so that a refusal carries it as well. */
type Seen = { readonly buckets: BucketState[]; whose: Whose | null };

async function answerRequest(asked: Routed, seen: Seen): Promise<Unpacked> {
  const answer = await served(asked, seen).catch((error: unknown) => unserved(asked, error));
  return { ...answer, headers: { ...rateLimitHeaders(seen.buckets), ...answer.headers } };
}

/** Checks access, then runs the procedure or takes its cached answer. */
async function served(asked: Routed, seen: Seen): Promise<Unpacked> {
  const { services, request, url, peer, match } = asked;
  const { procedure } = match;
  if (!procedure) throw unrouted(match);
  if (!services.env.EARMARK_AGENT_API) throw switchedOff('agent_api_disabled');
  const caller = callerOf(request, services, peer, procedure.meta.access);
  const knows = (whose: Whose) => {
    seen.whose = whose;
  };
  const entry = await enter(services, caller, services.clock(), knows);
  const { principal, test } = entry;
  seen.buckets.push(...entry.buckets);
  if (test) nameRequest('test', procedure.meta.route!.operationId);
  const verdict = permits(principal, procedure.meta.access);
  if (verdict !== true) throw verdict;
  const ask = procedure.meta.askBucket ? await enterAsk(services, principal) : null;
  if (ask) seen.buckets.push(ask);
  const work = (witness?: Witness) => worked(asked, { ...entry, witness }, caller.ip);
  const { meta } = procedure;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: meta.route?.status ?? 200, headers: {}, text: (await work()).text };
  const name = ['rest', url.pathname, url.search];
  const has = (parameter: string) => url.searchParams.has(parameter);
  const read = await keptOr(
    { ...entry, meta, name, has },
    async (witness) => readOf(await work(witness)),
    bytesOf,
  );
  return success(request, meta, read);
}

/** A procedure's answer: its text, and the validator of the resource where the text holds more than the resource. */
type Worked = { readonly text: string; readonly etag: string | null };

type Witnessed = Entry & { readonly witness: Witness | undefined };

async function worked(
  { request, url, match, requestId, began }: Routed,
  entry: Witnessed,
  ip: string,
): Promise<Worked> {
  const { principal, test, witness } = entry;
  const procedure = match.procedure!;
  const context = openContext(entry.services, {
    principal,
    test,
    requestId,
    ip,
    via: 'rest',
    gone: request.signal,
    budgetMs: procedure.meta.budgetMs,
    began,
    idempotencyKey: idempotencyKey(request, procedure.meta.route!),
    ifNoneMatch: request.headers.get('if-none-match'),
    headersOnly: request.method === 'HEAD',
    keep: keeperOf(entry),
    witness,
  });
  try {
    const run = async () => {
      const input = await readInput(request, url, match, invalidStatus(procedure.meta.access));
      return callProcedure(context, procedure.path, input);
    };
    // A refusal within the last second tells more than that the time is over: that nothing was spent.
    let refusal: Refusal | null = null;
    const work = run().catch((error: unknown) => {
      refusal = refusalOf(error);
      throw error;
    });
    const result = await endedBy(context.signal, work, END_MS).catch((error: unknown) => {
      throw refusal ?? error;
    });
    return { text: JSON.stringify(result), etag: context.validator?.etag ?? null };
  } finally {
    closeContext(context);
  }
}

/** The answer after an error: a 304, or the error body. */
function unserved({ services, request, url, match, requestId }: Routed, error: unknown): Unpacked {
  const current = notModifiedOf(error);
  if (current) return { status: 304, headers: caching(match.procedure?.meta, current.etag), text: null };
  const part = request.method === 'POST' ? 'Field' : 'Parameter';
  const invalid = match.procedure ? invalidStatus(match.procedure.meta.access) : 422;
  const refusal = toldOfRepeats(toRefusal(error, invalid, part), request, url);
  const { status, headers, body } = errorAnswer(services, refusal, error, requestId);
  return {
    status,
    headers: { ...headers, ...challenged({ status, body }, request, services.env.webUrl) },
    text: JSON.stringify(body),
  };
}

function unrouted(match: RouteMatch): Refusal {
  if (!match.allow) return new Refusal('not_found', { message: 'There is no such route.' });
  return wrongMethod(match.allow);
}

/** The answer of a read in the form that is cached. */
type Read = { readonly text: KeptText; readonly etag: string };

function readOf({ text, etag }: Worked): Read {
  return { text: keptText(text), etag: etag ?? etagOf(text) };
}

/** The bytes that a cached read takes, roughly, compressed forms included. */
function bytesOf({ text }: Read): number {
  return 2 * text.bytes.length;
}

function success(request: Asked, meta: ProcedureMeta, { text, etag }: Read): Unpacked {
  const headers = caching(meta, etag);
  if (etagMatches(request.headers.get('if-none-match'), etag)) return { status: 304, headers, text: null };
  return { status: meta.route?.status ?? 200, headers, text };
}

function caching(meta: ProcedureMeta | undefined, etag: string): Record<string, string> {
  return { ETag: etag, 'Cache-Control': meta?.route?.cacheControl ?? 'private, no-cache' };
}
