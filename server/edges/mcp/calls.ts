import { errorTable, isErrorCode } from '#server/api/errors.ts';
import { READ_BUDGET_MS } from '#server/api/meta.ts';
import { messagesOf } from '#server/edges/mcp/protocol/post.ts';
import { INTERNAL_ERROR, RESOURCE_NOT_FOUND, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Handler, RequestId, Surface } from '#server/edges/mcp/surface.ts';
import { findTool } from '#server/edges/mcp/tools.ts';
import { toRefusal } from '#server/edges/refusal.ts';
import { beforeAbort, withinTime } from '#server/platform/abort.ts';

/** The outcome of one message. A refused tool call has the status that the same call has over REST; `ms` are milliseconds. */
export type Handled = { readonly route: string; readonly status: number; readonly ms: number };

const MALFORMED = 400;
const NOT_FOUND = 404;
const FAILED = 500;

/** What is told of a surface's answers: the outcome of each request, and each error that was not meant for the caller. */
type Watcher = {
  readonly heard: (id: RequestId, handled: Handled) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * The same surface, watched, and each answer given in time. An error that is no `RpcError` reaches the caller as an internal
 * error without its message.
 */
export function watched(surface: Surface, { heard, failed }: Watcher): Surface {
  const handlers = [...surface.handlers].map(([method, answer]): [string, Handler] => {
    const told: Handler = async (params, brought) => {
      const started = performance.now();
      const route = routeOf({ method, params });
      const end = (status: number) =>
        heard(brought.id, { route, status, ms: Math.round(performance.now() - started) });
      try {
        const result = await inTime(route, async () => answer(params, brought));
        end(statusOf(result));
        return result;
      } catch (error) {
        const known = error instanceof RpcError;
        const told = known ? error : unforeseen(error);
        end(statusOfError(told));
        if (!known) failed(error);
        throw told;
      }
    };
    return [method, told];
  });
  return { ...surface, handlers: new Map(handlers) };
}

/** Milliseconds beyond its own time that a tool has to give back what it took, and to tell so itself. */
const SPARE_MS = 2_000;

/** What `work` gives within the time of a call (docs/contract.md, Limits 12), after which nobody waits for it. */
function inTime(route: string, work: () => Promise<object>): Promise<object> {
  const budget = findTool(route)?.meta.budgetMs ?? READ_BUDGET_MS;
  return withinTime(budget + SPARE_MS, (signal) => beforeAbort(signal, work()));
}

/** What the caller is told of an error that was not meant for it. */
function unforeseen(error: unknown): RpcError {
  if (toRefusal(error, 422).code !== 'timeout') return new RpcError(INTERNAL_ERROR, 'Internal error');
  return new RpcError(INTERNAL_ERROR, errorTable.timeout.message, { error: 'timeout' });
}

/** The outcome of each message of a POST, in its order: as heard, or as `whole` for those that the protocol answered by itself. */
export function messagesMade(
  message: unknown,
  heard: ReadonlyMap<RequestId, Handled>,
  whole: Handled,
): Handled[] {
  return messagesOf(message).map((one) => {
    const { id } = (one ?? {}) as { id?: RequestId };
    const handled = id === undefined ? undefined : heard.get(id);
    return handled ?? { ...whole, route: routeOf(one) };
  });
}

/** What a message asks for, as a label of few values: the tool, the method of the protocol, or `other`. */
export function routeOf(message: unknown): string {
  if (Array.isArray(message)) return 'batch';
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const tool = method === 'tools/call' && findTool(String(params?.name));
  if (tool) return tool.definition.name;
  return METHODS.has(String(method)) ? String(method) : 'other';
}

const METHODS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'notifications/initialized',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

/** The status of an error that a handler threw; one that carries a code of ours has the status of that code. */
function statusOfError(error: RpcError): number {
  const named = (error.data as { readonly error?: unknown } | undefined)?.error;
  if (isErrorCode(named)) return errorTable[named].status;
  if (error.code === RESOURCE_NOT_FOUND) return NOT_FOUND;
  return error.code === INTERNAL_ERROR ? FAILED : MALFORMED;
}

/** The status of a tool's result; an error without a code of ours counts as a failure of the server. */
function statusOf(result: object): number {
  const { isError, structuredContent } = result as {
    isError?: boolean;
    structuredContent?: { error?: string };
  };
  if (!isError) return 200;
  const code = structuredContent?.error;
  return isErrorCode(code) ? errorTable[code].status : FAILED;
}
