import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Asked, requestOf } from '#server/edges/http.ts';
import { METHOD_NOT_FOUND } from '#server/edges/mcp/protocol/rpc-error.ts';
import { type Brought, noValidator, type Surface } from '#server/edges/mcp/surface.ts';
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts';

/** How long a client may keep an answer (2026-07-28 `ttlMs`), and whether other keys may share it. */
const cacheHints = {
  'server/discover': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'tools/list': { ttlMs: 5 * MINUTE_MS, cacheScope: 'private' },
  'prompts/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/read': { ttlMs: MINUTE_MS, cacheScope: 'private' },
} as const;

const surfaces = new WeakMap<Request, Surface>();
const handler = createMcpHandler(({ requestInfo }) => serverOf(surfaces.get(requestInfo!)!), {
  legacy: 'reject',
});

/** Whether a POST belongs to the 2025 revisions; everything else is for `serveModern`, malformed messages too. */
export function isLegacy(request: Asked, message: unknown): Promise<boolean> {
  return isLegacyRequest(requestOf(request), message);
}

/** Answers one parsed POST of the 2026-07-28 revision, by an SDK server made for it alone. */
export async function serveModern(request: Asked, message: unknown, surface: Surface): Promise<Response> {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
  // The SDK would open an event stream that never ends; this server opens none (docs/contract.md, Events).
  if (method === 'subscriptions/listen') {
    const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
    return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status: 404 });
  }
  const given = requestOf(request);
  surfaces.set(given, surface);
  return handler.fetch(given, { parsedBody: message });
}

function broughtBy({ id, envelope, inputResponses, requestState }: ServerContext['mcpReq']): Brought {
  const declared = envelope as Readonly<Record<string, Record<string, unknown>>> | undefined;
  return {
    id,
    capabilities: declared?.[CLIENT_CAPABILITIES_META_KEY] ?? {},
    inputResponses: inputResponses ?? {},
    ...(requestState() === undefined ? {} : { requestState: String(requestState()) }),
  };
}

function serverOf(surface: Surface): Server {
  const server = new Server(surface.info, {
    capabilities: surface.capabilities,
    ...(surface.instructions ? { instructions: surface.instructions } : {}),
    jsonSchemaValidator: noValidator,
    cacheHints,
  });
  for (const [method, answer] of surface.handlers) {
    server.setRequestHandler(method as 'tools/list', async ({ params }, { mcpReq }) => {
      return (await answer((params ?? {}) as Record<string, unknown>, broughtBy(mcpReq))) as { tools: [] };
    });
  }
  return server;
}
