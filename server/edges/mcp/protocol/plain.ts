import type { Answer, Asked } from '#server/edges/http.ts';
import { JSON_TYPE, jsonAnswer, resultJson } from '#server/edges/mcp/protocol/answer.ts';
import { isServedRevision } from '#server/edges/mcp/protocol/legacy.ts';
import { INTERNAL_ERROR } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { RequestId, Surface } from '#server/edges/mcp/surface.ts';

type Call = { readonly id: RequestId; readonly method: string; readonly params: Params };
type Params = Readonly<Record<string, unknown>>;

/**
 * Answers one call of a 2025 revision, of a method that the surface serves, without an SDK server, which costs more than most
 * answers. Null for every other message: handshakes, notifications, batches, malformed ones.
 */
export async function answerPlainly(
  request: Asked,
  message: unknown,
  surface: Surface,
): Promise<Answer | null> {
  const call = callOf(message);
  const handler = call && surface.handlers.get(call.method);
  if (!handler || !isServedRevision(request)) return null;
  const { id } = call;
  try {
    const result = resultJson(await handler(call.params, { id }));
    const body = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    return { status: 200, headers: JSON_TYPE, body };
  } catch (error) {
    return jsonAnswer(200, { jsonrpc: '2.0', id, error: rpcErrorOf(error) });
  }
}

/** The message as one plain call; null when it is anything else. */
function callOf(message: unknown): Call | null {
  if (!isObject(message) || message.jsonrpc !== '2.0') return null;
  const { id, method, params = {} } = message;
  if (typeof method !== 'string' || !(typeof id === 'string' || Number.isInteger(id))) return null;
  // The SDK handles `_meta` (progress, tasks).
  return isObject(params) && params._meta === undefined ? { id: id as RequestId, method, params } : null;
}

/** The error in the form that the SDK gives it. */
function rpcErrorOf(error: unknown): object {
  const { code, message, data } = error as { code?: unknown; message?: string; data?: unknown };
  return {
    code: Number.isSafeInteger(code) ? code : INTERNAL_ERROR,
    message: message ?? 'Internal error',
    ...(data === undefined ? {} : { data }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
