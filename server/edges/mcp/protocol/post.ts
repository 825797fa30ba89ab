import { notAcceptable } from '#server/api/errors.ts';
import { MAX_MESSAGE_BYTES } from '#server/api/inputs.ts';
import { readJson } from '#server/edges/http/body.ts';
import type { Answer, Asked } from '#server/edges/http.ts';
import { answerOf, jsonAnswer } from '#server/edges/mcp/protocol/answer.ts';
import { namesLegacy, refusedRevision, serveLegacy } from '#server/edges/mcp/protocol/legacy.ts';
import { isLegacy, serveModern } from '#server/edges/mcp/protocol/modern.ts';
import { answerPlainly } from '#server/edges/mcp/protocol/plain.ts';
import { INVALID_REQUEST } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Surface } from '#server/edges/mcp/surface.ts';

const MAX_BATCH = 20;
/** The only revision with batches, and the default for a request without the version header. */
const BATCH_REVISION = '2025-03-26';
const PARSE_ERROR = -32700;

export type Read =
  | { readonly ok: true; readonly message: unknown }
  | { readonly ok: false; readonly answer: Answer };

/** The parsed message of a POST, or the JSON-RPC error for a body that is not JSON. Throws 406, 413 and 415. */
export async function readMessage(request: Asked): Promise<Read> {
  if (!acceptsJson(request.headers.get('accept'))) throw notAcceptable();
  const message = await readJson(request, MAX_MESSAGE_BYTES);
  if (message === undefined)
    return { ok: false, answer: rpcError(PARSE_ERROR, 'Parse error: the body is not JSON') };
  const refusal = Array.isArray(message) ? batchRefusal(message, request) : null;
  if (messagesOf(message).some(hasWrongId))
    return { ok: false, answer: rpcError(INVALID_REQUEST, 'An id is a string or a whole number') };
  return refusal ? { ok: false, answer: refusal } : { ok: true, message };
}

/** Answers a parsed message in the protocol era it belongs to. */
export async function serveMessage(request: Asked, message: unknown, surface: Surface): Promise<Answer> {
  // A named 2025 revision needs no detection, for which the SDK would build a `Request`.
  const plain = namesLegacy(request) ? await answerPlainly(request, message, surface) : null;
  if (plain) return plain;
  if (!(await isLegacy(request, message))) {
    // Of a message without an envelope the SDK would only say that it has none.
    const refused = hasEnvelope(message) ? null : refusedRevision(request, message);
    return answerOf(refused ?? (await serveModern(request, message, surface)));
  }
  return (
    (await answerPlainly(request, message, surface)) ?? answerOf(await serveLegacy(request, message, surface))
  );
}

/** Whether a message names its revision itself, as that of 2026 has it. Of 2025 `_meta` has other fields: a progress token. */
function hasEnvelope(message: unknown): boolean {
  const meta = (message as { params?: { _meta?: Record<string, unknown> | null } } | null)?.params?._meta;
  return meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
}

/** The messages of a POST: those of a batch, or the only one. */
export function messagesOf(message: unknown): readonly unknown[] {
  return Array.isArray(message) ? message : [message];
}

function batchRefusal(batch: readonly unknown[], request: Asked): Answer | null {
  const revision = request.headers.get('mcp-protocol-version')?.trim() ?? BATCH_REVISION;
  if (revision !== BATCH_REVISION)
    return rpcError(INVALID_REQUEST, `Protocol revision ${revision.slice(0, 32)} has no batches`);
  if (batch.length > MAX_BATCH)
    return rpcError(INVALID_REQUEST, `A batch may hold at most ${MAX_BATCH} messages`);
  const ids = batch.flatMap(idsAsked);
  // Answers are matched by id: two requests with one id would both run, and one would be answered.
  if (new Set(ids).size < ids.length)
    return rpcError(INVALID_REQUEST, 'Requests of a batch may not share an id');
  return null;
}

/** Whether a message has an id that is no JsonRpcId of the description: a fraction, for one. */
function hasWrongId(message: unknown): boolean {
  const { id } = (message ?? {}) as { id?: unknown };
  return id != null && typeof id !== 'string' && !Number.isInteger(id);
}

/** The id of a message if it is a request, as it was sent: 7 and "7" differ. */
function idsAsked(message: unknown): unknown[] {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
  return id == null || method === undefined || method === 'notifications/cancelled' ? [] : [id];
}

// Clients should accept both JSON and event streams; one that accepts JSON alone is served as well.
function acceptsJson(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true;
  return accept
    .toLowerCase()
    .split(',')
    .some(
      (range) =>
        /^\s*(application\/json|application\/\*|\*\/\*)\s*(;|$)/.test(range) &&
        !/;\s*q=0(\.0*)?\s*(;|$)/.test(range),
    );
}

function rpcError(code: number, message: string): Answer {
  return jsonAnswer(400, { jsonrpc: '2.0', error: { code, message }, id: null });
}
