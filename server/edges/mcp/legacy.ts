import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { METHOD_NOT_FOUND, noValidator, RpcError, type Surface } from '#server/edges/mcp/surface.ts';

/** Answers one POST of the 2025 revisions, already parsed, as plain JSON with a server of its own. */
export async function serveLegacy(request: Request, message: unknown, surface: Surface): Promise<Response> {
  const server = new Server(surface.info, {
    capabilities: surface.capabilities,
    ...(surface.instructions ? { instructions: surface.instructions } : {}),
    jsonSchemaValidator: noValidator,
  });
  // One table answers both eras: the SDK keeps the handshake, `ping` and the shape of the messages.
  server.fallbackRequestHandler = async ({ method, params }) => {
    const handler = surface.handlers[method];
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
    return (await handler((params ?? {}) as Record<string, unknown>, {})) as Record<string, unknown>;
  };
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(jsonClient(request), { parsedBody: withoutCancellation(message) });
  } finally {
    await server.close();
  }
}

/** The request of a client that takes JSON alone, in the words that the SDK asks for. */
function jsonClient(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: 'POST', headers });
}

// Each POST has its own server, so a cancellation can only meet its own batch, whose answer would then never be complete.
function withoutCancellation(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  return message.filter((one) => one?.method !== 'notifications/cancelled');
}
