import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import { errorBodySchema, planLimitErrorSchema } from '#server/api/errors.ts';
import { scopeSchema, scopes } from '#server/api/scopes.ts';
import { exampleOf } from '#server/contract/openapi/examples.ts';
import { headerComponents, successHeaders } from '#server/contract/openapi/headers.ts';
import { type Json, tidySchema } from '#server/contract/openapi/json.ts';
import { parametersOf, takesParameters } from '#server/contract/openapi/parameters.ts';
import { errorComponents, errorResponses, limitSchemas } from '#server/contract/openapi/refusals.ts';
import { transportPaths, transportSchemas } from '#server/contract/openapi/transport.ts';
import { appRouter } from '#server/contract/router.ts';
import { procedures, type RoutedProcedure } from '#server/contract/routes.ts';

/** Version of the description (docs/contract.md, Versioning). */
const API_VERSION = '1.0.0-draft';

const TAGS: Readonly<Record<string, string>> = {
  Account: 'Plan, quotas and key of the calling account.',
  Ideas: 'Attributed ideas: the daily digest, search, the metered read, media and mentions of a ticker.',
  Shows: 'The indexed shows.',
  Follows: 'Shows and tickers that the daily digest is about. Change them only when the user asked.',
  Saves: 'Ideas kept by the account. Change them only when the user asked.',
  Webhooks: 'What became of the events that the account’s webhooks were sent; webhooks are kept in settings.',
  Ask: 'Research questions answered from the corpus with numbered citations.',
  'Open corpus tools': 'Thesis history and stance timeline of a ticker; a key is optional.',
  Keys: 'Free-tier keys for the open corpus tools.',
  Embeds: 'Public data of the embeddable widgets.',
  MCP: 'The hosted MCP endpoint: Streamable HTTP, stateless, JSON responses.',
  Description: 'This description.',
};

const documents = new Map<string, Json>();

/** The OpenAPI 3.1 description of the service at an address, generated once from the procedures' meta and schemas. */
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
        description:
          'A connector key: `Authorization: Bearer emk_live_...`, or an access token of a client that connected by OAuth. A test key (`emk_test_`) sees sample shows alone, spends nothing, and is refused on demand: `X-Earmark-Test: 402`.',
      },
      serviceApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'x-service-api-key',
        description: 'The same key, for clients that cannot set Authorization.',
      },
    },
    defs: { Error: errorBodySchema, PlanLimitError: planLimitErrorSchema, Scope: scopeSchema },
  });
  for (const procedure of procedures()) {
    if (procedure.meta.route) describeOperation(document, procedure, webUrl);
  }
  Object.assign(document.paths, transportPaths(webUrl));
  Object.assign(document.components.schemas, limitSchemas, transportSchemas);
  document.components.headers = headerComponents;
  document.components.responses = errorComponents(webUrl);
  dropLibraryErrors(document.components.schemas);
  const used = new Set<string>();
  for (const item of Object.values<Json>(document.paths))
    for (const operation of Object.values<Json>(item)) for (const tag of operation.tags) used.add(tag);
  document.tags = [...used].map((name) => ({ name, description: TAGS[name] ?? name }));
  document['x-scopes'] = [...scopes];
  return tidySchema(document);
}

function describeOperation(document: Json, procedure: RoutedProcedure, webUrl: string): void {
  const { meta } = procedure;
  const route = meta.route!;
  const operation = document.paths[route.path][route.method.toLowerCase()];
  const status = String(route.status ?? 200);
  const generated = operation.responses['200'] ?? operation.responses[status];
  operation.operationId = route.operationId;
  operation.description = [
    route.description ?? `${route.summary}.`,
    accessSentence(procedure),
    ...(route.deprecated ? [`Deprecated: it ends on ${route.deprecated.endsOn}.`] : []),
  ].join(' ');
  operation.security = securityOf(procedure);
  if (route.deprecated) operation.deprecated = true;
  operation.parameters = parametersOf(procedure);
  if (operation.requestBody) describeBody(operation.requestBody, route.operationId);
  const content = generated.content['application/json'];
  const example = exampleOf(route.operationId, webUrl);
  operation.responses = {
    [status]: {
      description: status === '201' ? 'Created.' : 'The answer.',
      headers: successHeaders(meta),
      content: { 'application/json': { ...content, ...(example ? { example } : {}) } },
    },
    ...(route.method === 'GET' ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...errorResponses(procedure, takesParameters(procedure), webUrl),
  };
}

function describeBody(body: Json, operationId: string): void {
  const example = exampleOf(`${operationId}.body`, '');
  body.content['application/json'] = { ...body.content['application/json'], ...(example ? { example } : {}) };
}

function accessSentence({ meta: { access } }: RoutedProcedure): string {
  if (access.kind === 'scope') return `Scope: \`${access.scope}\`.`;
  return access.kind === 'open' ? 'A key is optional and widens the rate bucket.' : 'No key is needed.';
}

function securityOf({ meta: { access } }: RoutedProcedure): Json[] {
  if (access.kind === 'public') return [];
  const either = [{ bearer: [] }, { serviceApiKey: [] }];
  return access.kind === 'open' ? [...either, {}] : either;
}

/** Drops the error schemas that the generator adds, which no answer of ours has. */
function dropLibraryErrors(schemas: Json): void {
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name];
}
