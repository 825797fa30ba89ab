import { errorTable, isErrorCode } from '#server/api/errors.ts';
import { messagesOf } from '#server/edges/mcp/protocol/post.ts';
import { INTERNAL_ERROR, RESOURCE_NOT_FOUND, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Surface } from '#server/edges/mcp/surface.ts';
import { allTools } from '#server/edges/mcp/tools.ts';

/** The outcome of one message. A refused tool call has the status that the same call has over REST; `ms` are milliseconds. */
export type Handled = { readonly route: string; readonly status: number; readonly ms: number };

const MALFORMED = 400;
const NOT_FOUND = 404;
const FAILED = 500;

/** What is told of a surface's answers: each outcome, and each error that was not meant for the caller. */
type Watcher = { readonly heard: (handled: Handled) => void; readonly failed: (error: unknown) => void };

/** The same surface, watched. An error that is no `RpcError` reaches the caller as an internal error without its message. */
export function watched(surface: Surface, { heard, failed }: Watcher): Surface {
  const handlers = Object.entries(surface.handlers).map(([method, answer]) => {
    const told: typeof answer = async (params, brought) => {
      const started = performance.now();
      const end = (status: number) =>
        heard({ route: routeOf({ method, params }), status, ms: Math.round(performance.now() - started) });
      try {
        const result = await answer(params, brought);
        end(statusOf(result));
        return result;
      } catch (error) {
        end(statusOfError(error));
        if (error instanceof RpcError) throw error;
        failed(error);
        throw new RpcError(INTERNAL_ERROR, 'Internal error');
      }
    };
    return [method, told];
  });
  return { ...surface, handlers: Object.fromEntries(handlers) };
}

/** The outcome of each message of a request: as heard, or as `whole` for those that the protocol answered by itself. */
export function messagesMade(message: unknown, heard: readonly Handled[], whole: Handled): Handled[] {
  const known = new Set(heard.map(({ route }) => route));
  const others = messagesOf(message)
    .map(routeOf)
    .filter((route) => !known.has(route));
  return [...heard, ...others.map((route) => ({ ...whole, route }))];
}

/** What a message asks for, as a label of few values: the tool, the method of the protocol, or `other`. */
export function routeOf(message: unknown): string {
  if (Array.isArray(message)) return 'batch';
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const tool =
    method === 'tools/call' && allTools().find(({ definition }) => definition.name === params?.name);
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
function statusOfError(error: unknown): number {
  if (!(error instanceof RpcError)) return FAILED;
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
