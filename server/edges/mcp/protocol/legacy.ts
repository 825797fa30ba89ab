import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { InitializeRequestSchema, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { type Asked, requestOf } from '#server/edges/http.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { noValidator, type Surface } from '#server/edges/mcp/surface.ts';

const UNSUPPORTED_REVISION = -32000;
/** Newest first; the first is the one that `serveModern` speaks. */
const REVISIONS = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];

/** Answers one parsed POST of the 2025 revisions as plain JSON, by an SDK server made for it alone. */
export async function serveLegacy(request: Asked, message: unknown, surface: Surface): Promise<Response> {
  const refused = refusedHandshake(message) ?? refusedRevision(request, message);
  if (refused) return refused;
  const server = new Server(surface.info, {
    capabilities: surface.capabilities,
    ...(surface.instructions ? { instructions: surface.instructions } : {}),
    jsonSchemaValidator: noValidator,
  });
  // One table answers both eras: the SDK keeps the handshake, `ping` and the shape of the messages.
  server.fallbackRequestHandler = async ({ id, method, params }) => {
    const handler = surface.handlers.get(method);
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
    return (await handler((params ?? {}) as Record<string, unknown>, { id })) as Record<string, unknown>;
  };
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const parsedBody = withoutCancellation(message);
    const response = await transport.handleRequest(jsonClient(request), { parsedBody });
    return Array.isArray(message) ? await listed(response) : response;
  } finally {
    await server.close();
  }
}

/** Refuses a malformed handshake. The SDK would call it an error of the server and print its schema. */
function refusedHandshake(message: unknown): Response | null {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
  const asked = method === 'initialize' && id !== undefined;
  if (!asked || InitializeRequestSchema.safeParse(message).success) return null;
  return rpcError(200, id, {
    code: INVALID_PARAMS,
    message:
      'Invalid params: protocolVersion is a string, capabilities an object, clientInfo an object with name and version',
  });
}

/** Whether this server speaks the revision that a request names; true when it names none. */
export function isServedRevision(request: Asked): boolean {
  const named = request.headers.get('mcp-protocol-version');
  return named === null || REVISIONS.includes(named);
}

/** Whether a request names a 2025 revision. */
export function namesLegacy(request: Asked): boolean {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(request.headers.get('mcp-protocol-version') ?? '');
}

/** Refuses a revision that this server does not speak, with those it does; null for one that it speaks, and for a handshake. */
export function refusedRevision(request: Asked, message: unknown): Response | null {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
  // A handshake names its revision in the parameters, not in the header.
  if (method === 'initialize' || isServedRevision(request)) return null;
  const named = request.headers.get('mcp-protocol-version')!;
  return rpcError(400, id, {
    code: UNSUPPORTED_REVISION,
    message: `Bad Request: Unsupported protocol version: ${named.slice(0, 32)} (supported versions: ${REVISIONS.join(', ')})`,
  });
}

function rpcError(
  status: number,
  id: unknown,
  error: { readonly code: number; readonly message: string },
): Response {
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status });
}

/** The request with the `Accept` that the SDK demands, for clients that take JSON alone. */
function jsonClient(asked: Asked): Request {
  const request = requestOf(asked);
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: 'POST', headers });
}

/** The answer to a batch as a list (JSON-RPC 2.0, section 6). The SDK returns a single response without one. */
async function listed(response: Response): Promise<Response> {
  return response.status === 200 ? Response.json([await response.json()].flat()) : response;
}

// A server sees one POST, so a cancellation could only cancel requests of its own batch, which would then never be answered.
function withoutCancellation(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  return message.filter((one) => one?.method !== 'notifications/cancelled');
}
