import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { procedures } from './routes.ts';

const document = openApiDocument('https://earmark.test');

/** Every operation by its id, and the routes that the contract gives no id (docs/contract.md, Endpoints). */
const OPERATIONS = {
  'GET /v1/agent/me': 'getProfile',
  'GET /v1/agent/digest': 'getDailyDigest',
  'GET /v1/agent/ideas': 'searchIdeas',
  'GET /v1/agent/ideas/{ideaId}': 'getIdea',
  'GET /v1/agent/ideas/{ideaId}/media': 'getIdeaMedia',
  'GET /v1/agent/tickers/{symbol}/mentions': 'listTickerMentions',
  'GET /v1/agent/shows': 'listShows',
  'GET /v1/agent/follows': 'listFollows',
  'POST /v1/agent/follows/shows': 'followShow',
  'DELETE /v1/agent/follows/shows/{showId}': 'unfollowShow',
  'POST /v1/agent/follows/tickers': 'followTicker',
  'DELETE /v1/agent/follows/tickers/{symbol}': 'unfollowTicker',
  'GET /v1/agent/saves': 'listSaves',
  'POST /v1/agent/saves': 'saveIdea',
  'DELETE /v1/agent/saves/{ideaId}': 'unsaveIdea',
  'GET /v1/agent/webhooks/deliveries': 'listWebhookDeliveries',
  'POST /v1/agent/webhooks/deliveries': 'resendWebhookDelivery',
  'POST /v1/agent/ask': 'askService',
  'DELETE /v1/agent/ask/history': 'deleteAskHistory',
  'GET /v1/agent/thesis-history': 'getThesisHistory',
  'GET /v1/agent/ticker-stance-timeline': 'getTickerStanceTimeline',
  'POST /v1/agent/keys': 'issueCorpusKey',
  'GET /v1/agent/openapi.json': 'getOpenApi',
  'POST /v1/mcp': 'mcpStreamableHttp',
  'GET /v1/mcp': 'mcpNoStream',
  'DELETE /v1/mcp': 'mcpNoSession',
  'GET /v1/mcp/health': 'mcpHealth',
  'GET /v1/public/embed/show/{slug}': 'getShowEmbed',
  'GET /v1/public/embed/episode/{id}': 'getEpisodeEmbed',
  'GET /v1/public/embed/ticker/{symbol}': 'getTickerEmbed',
};

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Record<string, unknown>;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads any part of the document
function operations(): [string, any][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]): [string, unknown] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

const operation = (id: string) => operations().find(([, { operationId }]) => operationId === id)![1];
const parameters = (id: string): Record<string, Parameter> =>
  Object.fromEntries(operation(id).parameters.map((p: Parameter) => [p.name, p]));

const parameterNames = (id: string): string[] =>
  (operation(id).parameters ?? []).map(
    (parameter: Parameter & { $ref?: string }) => parameter.name ?? parameter.$ref,
  );

/** An id that null leaves out (docs/contract.md, Ask 2). */
const UUID_OR_NULL = { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] };

describe('the description', () => {
  it('lists every operation of the specification and no other', () => {
    const listed = operations().map(([route, { operationId }]) => [route, operationId]);
    expect(Object.fromEntries(listed)).toEqual(OPERATIONS);
  });

  it('says its version and the address it is served at', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0-draft');
    expect(openApiDocument('http://localhost:3000').servers).toEqual([{ url: 'http://localhost:3000' }]);
  });

  it('takes either form of a key on a route with a scope, makes it optional on an open tool, and asks for none elsewhere', () => {
    const either = [{ bearer: [] }, { serviceApiKey: [] }];
    for (const { meta } of procedures()) {
      if (!meta.route) continue;
      const wanted = { scope: either, open: [...either, {}], public: [], account: undefined };
      expect(operation(meta.route.operationId).security, meta.route.operationId).toEqual(
        wanted[meta.access.kind],
      );
    }
    expect(operation('mcpStreamableHttp').security).toEqual([...either, {}]);
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      serviceApiKey: { type: 'apiKey', in: 'header', name: 'x-service-api-key' },
    });
  });

  it('bounds the parameters of search as the specification does', () => {
    expect(parameters('searchIdeas')).toMatchObject({
      q: { in: 'query', schema: { type: 'string', maxLength: 200 } },
      ticker: { schema: { type: 'string', maxLength: 16 } },
      showId: { schema: { type: 'string' } },
      theme: { schema: { type: 'string' } },
      minDepth: { schema: { type: 'integer', minimum: 1, maximum: 5 } },
      from: { schema: { type: 'string', format: 'date' } },
      to: { schema: { type: 'string', format: 'date' } },
      limit: { schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
      cursor: { schema: { type: 'string' } },
    });
  });

  it.each([
    ['getDailyDigest', { limit: { minimum: 1, maximum: 50, default: 20 }, date: { format: 'date' } }],
    [
      'listTickerMentions',
      {
        symbol: { maxLength: 16 },
        from: { format: 'date' },
        to: { format: 'date' },
        minDepth: { minimum: 1, maximum: 5 },
        limit: { minimum: 1, maximum: 50, default: 20 },
        cursor: { type: 'string' },
      },
    ],
    [
      'listShows',
      {
        limit: { minimum: 1, maximum: 100, default: 50 },
        q: { maxLength: 100 },
        recommended: { type: 'boolean', default: false },
        cursor: { type: 'string' },
      },
    ],
    ['listSaves', { limit: { minimum: 1, maximum: 50, default: 20 }, cursor: { type: 'string' } }],
    [
      'getThesisHistory',
      {
        ticker: { maxLength: 12 },
        thesisId: { type: 'string' },
        show: { type: 'string' },
        since: { format: 'date' },
      },
    ],
    [
      'getTickerStanceTimeline',
      { ticker: { maxLength: 12 }, window: { minimum: 28, maximum: 730, default: 365 } },
    ],
    ['getIdea', { ideaId: { format: 'uuid' } }],
    ['getIdeaMedia', { ideaId: { format: 'uuid' } }],
    ['unsaveIdea', { ideaId: { format: 'uuid' } }],
    ['unfollowShow', { showId: { type: 'string' } }],
    ['unfollowTicker', { symbol: { maxLength: 16 } }],
  ])('bounds the parameters of %s as the specification does', (id, bounds) => {
    const given = Object.fromEntries(Object.entries(parameters(id)).map(([name, p]) => [name, p.schema]));
    expect(given).toMatchObject(bounds);
    const named = parameterNames(id).filter((name) => name !== 'Idempotency-Key' && name !== 'If-None-Match');
    expect(named.sort()).toEqual(Object.keys(bounds).sort());
  });

  it('asks for no parameter where the specification has none', () => {
    for (const id of ['getProfile', 'listFollows', 'deleteAskHistory', 'getOpenApi', 'mcpHealth'])
      expect([id, parameterNames(id).filter((name) => name !== 'If-None-Match')]).toEqual([id, []]);
  });

  it.each([
    ['followShow', { showId: { type: 'string' } }],
    ['followTicker', { symbol: { type: 'string', maxLength: 16 } }],
    ['saveIdea', { ideaId: { type: 'string', format: 'uuid' } }],
    ['issueCorpusKey', { email: { format: 'email' }, purpose: { maxLength: 200 } }],
    [
      'askService',
      {
        question: { minLength: 1, maxLength: 600 },
        conversationId: UUID_OR_NULL,
        ideaId: UUID_OR_NULL,
      },
    ],
  ])('describes the body of %s, closed', (id, properties) => {
    const { schema } = operation(id).requestBody.content['application/json'];
    expect(schema).toMatchObject({ type: 'object', properties, additionalProperties: false });
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(properties).sort());
  });

  it('requires what cannot be left out, and nothing else', () => {
    const demanded = (id: string) =>
      Object.values(parameters(id)).flatMap(({ name, required }) => (required ? [name] : []));
    expect(demanded('getTickerStanceTimeline')).toEqual(['ticker']);
    expect(demanded('getThesisHistory')).toEqual([]);
    expect(demanded('searchIdeas')).toEqual([]);
    expect(demanded('listTickerMentions')).toEqual(['symbol']);
    const body = (id: string) => operation(id).requestBody.content['application/json'].schema.required;
    expect(['followShow', 'followTicker', 'saveIdea', 'issueCorpusKey', 'askService'].map(body)).toEqual([
      ['showId'],
      ['symbol'],
      ['ideaId'],
      ['email'],
      ['question'],
    ]);
  });

  it('takes Idempotency-Key, at most 128 characters, on the writes that echo it', () => {
    for (const id of ['followShow', 'followTicker', 'saveIdea'])
      expect(parameters(id)['Idempotency-Key']).toMatchObject({ in: 'header', schema: { maxLength: 128 } });
  });

  it.each([
    ['getProfile', [200, 401, 403, 429, 503]],
    ['getDailyDigest', [200, 401, 403, 422]],
    ['searchIdeas', [200, 401, 403, 422]],
    ['getIdea', [200, 401, 402, 403, 404]],
    ['getIdeaMedia', [200, 401, 402, 403, 404]],
    ['listTickerMentions', [200, 401, 403, 404, 422]],
    ['followShow', [200, 401, 402, 403, 404, 422]],
    ['unfollowShow', [200, 401, 403, 404]],
    ['followTicker', [200, 401, 402, 403, 422]],
    ['unfollowTicker', [200, 401, 403]],
    ['saveIdea', [200, 401, 402, 403, 404, 422]],
    ['askService', [200, 401, 402, 403, 422, 429, 502, 503]],
    ['getThesisHistory', [200, 400, 503]],
    ['getTickerStanceTimeline', [200, 400, 503]],
    ['issueCorpusKey', [201, 400, 429, 503]],
    ['mcpStreamableHttp', [200, 403, 429, 503]],
    ['listShows', [200, 401, 403]],
    ['listFollows', [200, 401, 403]],
    ['listSaves', [200, 401, 403]],
    ['unsaveIdea', [200, 401, 403]],
    ['deleteAskHistory', [200, 401, 403]],
    ['getOpenApi', [200]],
    ['mcpHealth', [200]],
    ['mcpNoStream', [405]],
    ['mcpNoSession', [405]],
  ])('describes the statuses of %s that the specification names', (id, statuses) => {
    expect(Object.keys(operation(id).responses).map(Number)).toEqual(expect.arrayContaining(statuses));
  });

  it('says on every route that it may answer 429, but where the answer is always the same', () => {
    const always = ['mcpNoStream', 'mcpNoSession', 'mcpHealth'];
    for (const [route, { operationId, responses }] of operations())
      expect([route, '429' in responses]).toEqual([route, !always.includes(operationId)]);
  });
});

describe('linters', () => {
  it('Redocly’s recommended rules find nothing', async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config: await createConfig({ extends: ['recommended'] }),
    });
    const found = problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message]);
    // GET and DELETE of the MCP address have no success: they always answer 405.
    const excused = found.filter(
      ([rule, pointer]) => rule === 'operation-2xx-response' && /v1~1mcp\/(get|delete)/.test(pointer ?? ''),
    );
    expect(found.filter((problem) => !excused.includes(problem))).toEqual([]);
  });

  it('Spectral’s oas rules find nothing', async () => {
    const linter = new spectral.Spectral();
    // Its own type of a ruleset is narrower than the one it ships.
    linter.setRuleset({ extends: rulesets.oas } as never);
    const problems = await linter.run(JSON.parse(JSON.stringify(document)));
    const found = problems.map(({ code, path, message }) => [String(code), path.join('/'), message]);
    // The same two.
    const excused = found.filter(
      ([rule, path]) =>
        rule === 'operation-success-response' && /^paths\/\/v1\/mcp\/(get|delete)/.test(path!),
    );
    expect(found.filter((problem) => !excused.includes(problem))).toEqual([]);
  });
});
