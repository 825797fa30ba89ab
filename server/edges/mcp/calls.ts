import { type ErrorCode, errorTable } from '#server/api/errors.ts';
import { messagesOf } from '#server/edges/mcp/protocol/post.ts';
import type { Surface } from '#server/edges/mcp/surface.ts';
import { allTools } from '#server/edges/mcp/tools.ts';

/** What became of one message, in the words of REST: a refused tool call has the status that the same call has there. */
export type Handled = { readonly route: string; readonly status: number; readonly ms: number };

const MALFORMED = 400;
const FAILED = 500;

/** The same surface, each of whose answers is told to `heard`. */
export function watched(surface: Surface, heard: (handled: Handled) => void): Surface {
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
        end(MALFORMED);
        throw error;
      }
    };
    return [method, told];
  });
  return { ...surface, handlers: Object.fromEntries(handlers) };
}

/** What a request did, a message each: those that were heard, and those that the protocol answered by itself as `whole`. */
export function messagesMade(message: unknown, heard: readonly Handled[], whole: Handled): Handled[] {
  const known = new Set(heard.map(({ route }) => route));
  const others = messagesOf(message)
    .map(routeOf)
    .filter((route) => !known.has(route));
  return [...heard, ...others.map((route) => ({ ...whole, route }))];
}

/** What a message asks for, in a word that metrics can bear: the tool, the method of the protocol, or `other`. */
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

/** Whatever a tool answers: an error that names no code of ours is told as a failure of the server. */
function statusOf(result: object): number {
  const { isError, structuredContent } = result as {
    isError?: boolean;
    structuredContent?: { error?: string };
  };
  if (!isError) return 200;
  const code = structuredContent?.error ?? '';
  return Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].status : FAILED;
}
