import { z } from 'zod';
import { attribution } from '#server/api/attribution.ts';
import { headers } from '#server/contract/openapi/headers.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { type EmbedKind, embedSchema } from '#server/features/embeds/schema.ts';

/** The methods of the MCP addresses, as `Allow` names them. */
export const MCP_ALLOW = 'POST, OPTIONS';
export const MCP_HEALTH_ALLOW = 'GET, HEAD, OPTIONS';

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
const json = (name: string, example?: Json) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${name}` },
    ...(example === undefined ? {} : { example }),
  },
});

const limitHeaders = headers('RateLimit', 'RateLimit-Policy');
const cachedHeaders = headers('RateLimit', 'RateLimit-Policy', 'ETag', 'Cache-Control');
const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'Validators of copies the caller holds.',
  schema: { type: 'string' },
};

/** The routes that are no procedures: the description, MCP and its health, and the widgets' data (docs/contract.md, Endpoints). */
export function transportPaths(webUrl: string): Json {
  return {
    '/v1/agent/openapi.json': { get: description() },
    '/v1/mcp': { post: streamable(), get: never('GET'), delete: never('DELETE') },
    '/v1/mcp/health': { get: health() },
    '/v1/public/embed/show/{slug}': { get: embed('show', 'slug', 'the-long-wire', webUrl) },
    '/v1/public/embed/episode/{id}': {
      get: embed('episode', 'id', '0b9d6c52-8f0e-4f6f-8a4a-7f8f4a1c2d22', webUrl),
    },
    '/v1/public/embed/ticker/{symbol}': { get: embed('ticker', 'symbol', 'BRK.B', webUrl) },
  };
}

/** Schemas of those routes. */
export const transportSchemas: Json = {
  Embed: embedJson(),
  JsonRpcId: {
    description: 'Chosen by the caller, echoed in the answer.',
    type: ['string', 'integer', 'null'],
  },
  JsonRpcRequest: {
    description: 'One JSON-RPC 2.0 request, or a notification when `id` is absent.',
    type: 'object',
    properties: {
      jsonrpc: { type: 'string', const: '2.0' },
      id: { $ref: '#/components/schemas/JsonRpcId' },
      method: { type: 'string', description: 'Such as `initialize`, `tools/list` or `tools/call`.' },
      params: { type: 'object' },
    },
    required: ['jsonrpc', 'method'],
  },
  JsonRpcResponse: {
    description: 'One JSON-RPC 2.0 response: `result` or `error`.',
    type: 'object',
    properties: {
      jsonrpc: { type: 'string', const: '2.0' },
      id: { $ref: '#/components/schemas/JsonRpcId' },
      result: { type: 'object' },
      error: {
        type: 'object',
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
        required: ['code', 'message'],
      },
    },
    required: ['jsonrpc', 'id'],
  },
  JsonRpcAnswer: {
    anyOf: [
      { $ref: '#/components/schemas/JsonRpcResponse' },
      { type: 'array', items: { $ref: '#/components/schemas/JsonRpcResponse' } },
    ],
  },
  McpHealth: {
    type: 'object',
    properties: {
      status: { type: 'string', const: 'ok' },
      server: { type: 'string' },
      version: { type: 'string' },
      enabled: { type: 'boolean', description: 'False while the agent surface is switched off.' },
      transport: { type: 'string', const: 'streamable-http' },
      tools: { type: 'array', items: { type: 'string' }, description: 'Every tool the server can serve.' },
      toolScopes: {
        type: 'object',
        description: 'The scope each tool needs; null for the open corpus tools.',
        additionalProperties: { anyOf: [{ $ref: '#/components/schemas/Scope' }, { type: 'null' }] },
      },
    },
    required: ['status', 'server', 'version', 'enabled', 'transport', 'tools', 'toolScopes'],
    additionalProperties: false,
  },
};

function description(): Json {
  return {
    operationId: 'getOpenApi',
    summary: 'This description',
    description: 'The machine-readable description of this API. No key is needed.',
    tags: ['Description'],
    security: [],
    parameters: [ifNoneMatch],
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        headers: cachedHeaders,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                openapi: { type: 'string' },
                info: { type: 'object' },
                paths: { type: 'object' },
              },
              required: ['openapi', 'info', 'paths'],
            },
            example: {
              openapi: '3.1.0',
              info: { title: 'Earmark agent API' },
              paths: {},
            },
          },
        },
      },
      304: ref('NotModified'),
      429: ref('RateLimited'),
      500: ref('InternalServerError'),
    },
  };
}

function streamable(): Json {
  return {
    operationId: 'mcpStreamableHttp',
    summary: 'Call the hosted MCP server',
    description:
      'Model Context Protocol over Streamable HTTP: stateless, one JSON answer to one message, no stream and no session. `tools/list` holds what the scopes of the key allow; without a key, the two open corpus tools. A browser origin is accepted from the allowlist only.',
    tags: ['MCP'],
    security: [{ bearer: [] }, { serviceApiKey: [] }, {}],
    parameters: [
      {
        name: 'Mcp-Protocol-Version',
        in: 'header',
        description: 'Revision of the protocol that the client speaks.',
        schema: { type: 'string' },
        example: '2025-11-25',
      },
    ],
    requestBody: {
      required: true,
      content: json('JsonRpcRequest', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    },
    responses: {
      200: {
        description: 'The answer to a request, or one for each request of a batch (revision 2025-03-26).',
        headers: limitHeaders,
        content: json('JsonRpcAnswer', { jsonrpc: '2.0', id: 1, result: { tools: [] } }),
      },
      202: {
        description: 'A notification was taken; there is no answer.',
        headers: limitHeaders,
      },
      400: {
        description: 'The message is no JSON, or not what the protocol revision takes.',
        headers: limitHeaders,
        content: json('JsonRpcResponse', {
          jsonrpc: '2.0',
          id: null,
          error: { code: -32700, message: 'Parse error: the body is not JSON' },
        }),
      },
      401: ref('Unauthorized'),
      403: ref('OriginNotAllowed'),
      404: {
        description: 'The protocol revision answers a method that it does not know with 404.',
        headers: limitHeaders,
        content: json('JsonRpcResponse', {
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32601, message: 'Method not found' },
        }),
      },
      406: ref('NotAcceptable'),
      413: ref('MessageTooLarge'),
      415: ref('UnsupportedMediaType'),
      429: ref('RateLimited'),
      500: ref('InternalServerError'),
      503: ref('Unavailable'),
    },
  };
}

function never(method: string): Json {
  return {
    operationId: method === 'GET' ? 'mcpNoStream' : 'mcpNoSession',
    summary: method === 'GET' ? 'No server-initiated stream' : 'No session to end',
    description: 'Always 405: the endpoint opens no server-initiated stream and keeps no session.',
    tags: ['MCP'],
    security: [],
    responses: { 405: ref('MethodNotAllowed') },
  };
}

function health(): Json {
  return {
    operationId: 'mcpHealth',
    summary: 'Whether the MCP server is up, and its tools',
    description: 'No key is needed.',
    tags: ['MCP'],
    security: [],
    responses: {
      200: {
        description: 'The server is up.',
        headers: headers(),
        content: json('McpHealth', {
          status: 'ok',
          server: 'earmark',
          version: '1.0.0',
          enabled: true,
          transport: 'streamable-http',
          tools: ['service_thesis_history', 'service_profile'],
          toolScopes: { service_thesis_history: null, service_profile: 'profile:read' },
        }),
      },
      405: ref('HealthMethodNotAllowed'),
      503: ref('Unavailable'),
    },
  };
}

/** The schema of a widget's payload, with the shared component for its attribution. */
function embedJson(): Json {
  const document = z.toJSONSchema(embedSchema) as Json;
  const { $defs: _defs, id: _id, ...described } = document.$defs?.Embed ?? document;
  described.properties.attribution = { $ref: '#/components/schemas/Attribution' };
  return described;
}

function embed(kind: EmbedKind, parameter: string, id: string, webUrl: string): Json {
  const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;
  const gate =
    kind === 'ticker' ? '' : ' Served only once the show has opted in; otherwise 404, as for an unknown one.';
  return {
    operationId: `get${name}Embed`,
    summary: `Data of the ${kind} widget`,
    description: `Headlines, dates and attribution of at most 10 ideas, newest first. No key is needed; throttled per embedding origin.${gate}`,
    tags: ['Embeds'],
    security: [],
    parameters: [
      { name: parameter, in: 'path', required: true, schema: { type: 'string' }, example: id },
      ifNoneMatch,
    ],
    responses: {
      200: {
        description: 'What the widget shows.',
        headers: cachedHeaders,
        content: json('Embed', {
          kind,
          id,
          name: 'The Long Wire',
          url: `${webUrl}/`,
          label: 'Not investment advice',
          attribution: attribution(webUrl),
          ideas: [],
          generatedAt: '2026-09-15T12:00:00.000Z',
        }),
      },
      304: ref('NotModified'),
      404: ref('NotFound'),
      429: ref('RateLimited'),
      500: ref('InternalServerError'),
      // Where rights cannot be read, a show and an episode answer 404.
      ...(kind === 'ticker' ? { 503: ref('Unavailable'), 504: ref('Timeout') } : {}),
    },
  };
}
