import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import { type ErrorCode, errorBodySchema, errorTable, planLimitErrorSchema } from '#server/api/errors.ts';
import type { ProcedureMeta } from '#server/api/meta.ts';
import { appRouter } from '#server/api/root.ts';
import { procedures } from '#server/api/routes.ts';
import { scopes } from '#server/features/keys/schema.ts';

/** Version of the description (SPEC.md Versioning). */
export const API_VERSION = '1.0.0-draft';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document that is built up here and only serialised
type Json = any;

const documents = new Map<string, Json>();

/** The OpenAPI 3.1 description of the agent routes, generated once per address from the procedures' own meta and schemas. */
export function openApiDocument(webUrl: string): Json {
  const known = documents.get(webUrl);
  if (known) return known;
  const document = buildDocument(webUrl);
  documents.set(webUrl, document);
  return document;
}

function buildDocument(webUrl: string): Json {
  const document: Json = generateOpenApiDocument(appRouter as unknown as OpenApiRouter, {
    title: 'Earmark agent API',
    description: `The attributed record of what finance podcasts said. ${ATTRIBUTION_RULE}`,
    version: API_VERSION,
    openApiVersion: '3.1.0',
    baseUrl: webUrl,
    docsUrl: `${webUrl}/docs/api`,
    contact: { name: 'Earmark', url: webUrl },
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A connector key: `Authorization: Bearer emk_live_...`.',
      },
      serviceApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'x-service-api-key',
        description: 'The same key, for clients that cannot set Authorization.',
      },
    },
    defs: { Error: errorBodySchema, PlanLimitError: planLimitErrorSchema },
  });
  for (const { meta } of procedures()) if (meta.route) describeOperation(document, meta);
  document.paths['/v1/agent/openapi.json'] = descriptionPath();
  document['x-scopes'] = [...scopes];
  return document;
}

function describeOperation(document: Json, meta: ProcedureMeta): void {
  const route = meta.route!;
  const operation = document.paths[route.path][route.method.toLowerCase()];
  operation.operationId = route.operationId;
  operation.security = securityOf(meta);
  const success = String(route.status ?? 200);
  const described = operation.responses['200'] ?? operation.responses[success];
  operation.responses = {
    [success]: { ...described, headers: successHeaders(route.method) },
    ...errorResponses(meta),
  };
}

function securityOf({ access }: ProcedureMeta): Json[] {
  if (access.kind === 'public') return [];
  const either = [{ bearer: [] }, { serviceApiKey: [] }];
  return access.kind === 'open' ? [...either, {}] : either;
}

function errorResponses(meta: ProcedureMeta): Json {
  const codes = errorCodesOf(meta);
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const status = statusOf(code, meta);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [String(status), errorResponse(status, names)]),
  );
}

function errorCodesOf({ access, route }: ProcedureMeta): string[] {
  const always = [
    'invalid_request',
    'rate_limited',
    'internal_server_error',
    'timeout',
    'agent_api_disabled',
  ];
  const keyed = access.kind === 'public' ? [] : ['unauthorized'];
  const scoped = access.kind === 'scope' ? ['forbidden_scope'] : [];
  return [...new Set([...always, ...keyed, ...scoped, ...(route?.errors ?? [])])];
}

function statusOf(code: string, { access }: ProcedureMeta): number {
  if (code === 'invalid_request' && access.kind !== 'scope') return 400;
  if (code === 'key_limit') return 429;
  return errorTable[code as ErrorCode].status;
}

function errorResponse(status: number, codes: readonly string[]): Json {
  const schema = status === 402 ? 'PlanLimitError' : 'Error';
  const example = { error: codes[0], message: errorTable[codes[0] as ErrorCode].message };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code as ErrorCode].message}`).join(' '),
    headers: {
      'X-Request-Id': header('Names this request in our log.'),
      ...(status === 429 || status === 503 ? { 'Retry-After': header('Seconds to wait.', 'integer') } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        ...(status === 402 ? {} : { example }),
      },
    },
  };
}

function successHeaders(method: string): Json {
  return {
    'X-Request-Id': header('Names this request in our log.'),
    RateLimit: header('What remains of each bucket, and seconds until it is full again.'),
    'RateLimit-Policy': header('Quota and window of each bucket.'),
    ...(method === 'GET' ? { ETag: header('Validator of the content; send it back as If-None-Match.') } : {}),
  };
}

function header(description: string, type = 'string'): Json {
  return { description, schema: { type } };
}

function descriptionPath(): Json {
  return {
    get: {
      operationId: 'getOpenApi',
      summary: 'This description',
      tags: ['Description'],
      security: [],
      responses: {
        200: {
          description: 'The machine-readable description of this API.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        429: errorResponse(429, ['rate_limited']),
      },
    },
  };
}
