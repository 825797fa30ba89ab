import { invalidStatus } from '#server/api/access.ts';
import {
  bodyTooLarge,
  type ErrorCode,
  type ErrorDetails,
  errorTable,
  notAcceptable,
  notSentAsJson,
  Refusal,
  renderRefusal,
  switchedOff,
  unreachable,
  wrongMethod,
} from '#server/api/errors.ts';
import { MAX_BODY_BYTES, MAX_MESSAGE_BYTES } from '#server/api/inputs.ts';
import { freeLimits } from '#server/api/limits.ts';
import type { Access } from '#server/api/meta.ts';
import { codesOf, statusOf } from '#server/api/test-keys/rules.ts';
import { exampleCard } from '#server/contract/openapi/examples.ts';
import { type HeaderName, headers } from '#server/contract/openapi/headers.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { MCP_ALLOW, MCP_HEALTH_ALLOW } from '#server/contract/openapi/transport.ts';
import type { RoutedProcedure } from '#server/contract/routes.ts';
import { tooManyIssued } from '#server/features/keys/rules.ts';

const RATED: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Refusals that are the same on every route, by the name of their component. */
const shared: Readonly<
  Record<string, { code: ErrorCode; details: ErrorDetails; headers: readonly HeaderName[] }>
> = {
  Unauthorized: { code: 'unauthorized', details: {}, headers: [...RATED, 'WWW-Authenticate'] },
  ForbiddenScope: {
    code: 'forbidden_scope',
    details: { missingScope: 'media:read' },
    headers: [...RATED, 'WWW-Authenticate'],
  },
  NotFound: { code: 'not_found', details: {}, headers: RATED },
  InvalidRequest: {
    code: 'invalid_request',
    details: { field: 'limit', message: 'Parameter limit must be at most 50.' },
    headers: RATED,
  },
  InvalidOpenRequest: {
    code: 'invalid_request',
    details: {
      status: 400,
      field: 'ticker',
      message: 'Parameter ticker must be at most 12 characters long.',
    },
    headers: RATED,
  },
  BodyTooLarge: {
    code: 'invalid_request',
    details: bodyTooLarge(MAX_BODY_BYTES).details,
    headers: RATED,
  },
  MessageTooLarge: {
    code: 'invalid_request',
    details: bodyTooLarge(MAX_MESSAGE_BYTES).details,
    headers: RATED,
  },
  UnsupportedMediaType: {
    code: 'invalid_request',
    details: notSentAsJson().details,
    headers: RATED,
  },
  RateLimited: {
    code: 'rate_limited',
    details: { retryAfterSeconds: 42 },
    headers: [...RATED, 'Retry-After'],
  },
  InternalServerError: { code: 'internal_server_error', details: {}, headers: RATED },
  OriginNotAllowed: { code: 'origin_not_allowed', details: {}, headers: [] },
  NotAcceptable: {
    code: 'invalid_request',
    details: notAcceptable().details,
    headers: RATED,
  },
  Timeout: { code: 'timeout', details: {}, headers: RATED },
};

/** `components.responses`: the shared refusals, the wrong methods, and the 304. */
export function errorComponents(webUrl: string): Json {
  const refusals = Object.entries(shared).map(([name, { code, details, headers: named }]) => [
    name,
    response([code], [new Refusal(code, details)], named, webUrl),
  ]);
  return {
    ...Object.fromEntries(refusals),
    Unavailable: response(
      ['agent_api_disabled', 'internal_server_error'],
      [switchedOff('agent_api_disabled'), unreachable()],
      [...RATED, 'Retry-After'],
      webUrl,
    ),
    MethodNotAllowed: response(['invalid_request'], [wrongMethod(MCP_ALLOW)], ['Allow'], webUrl),
    HealthMethodNotAllowed: response(['invalid_request'], [wrongMethod(MCP_HEALTH_ALLOW)], ['Allow'], webUrl),
    NotModified: {
      description: 'The copy that `If-None-Match` names is current. Spends nothing.',
      headers: headers(...RATED, 'ETag', 'Cache-Control'),
    },
  };
}

/** Schemas of the two plan refusals that carry more than `PlanLimitError`. */
export const limitSchemas: Json = {
  IdeaReadLimitError: {
    description: 'The full read is spent for today; the card is still returned.',
    allOf: [
      { $ref: '#/components/schemas/PlanLimitError' },
      {
        type: 'object',
        properties: {
          idea: { $ref: '#/components/schemas/IdeaCard' },
          attribution: { $ref: '#/components/schemas/Attribution' },
        },
        required: ['idea', 'attribution', 'resetsAt', 'limit', 'used'],
      },
    ],
  },
  PremiumRequiredError: {
    description: 'A Premium feature on a free account, with its price.',
    allOf: [
      { $ref: '#/components/schemas/PlanLimitError' },
      {
        type: 'object',
        properties: {
          feature: { type: 'string' },
          price: {
            type: 'object',
            properties: {
              currency: { type: 'string' },
              monthly: { type: 'number' },
              yearly: { type: 'number' },
            },
            required: ['currency', 'monthly', 'yearly'],
            additionalProperties: false,
          },
        },
        required: ['feature', 'price'],
      },
    ],
  },
};

const limitSchemaOf: Partial<Record<ErrorCode, string>> = {
  idea_read_limit: 'IdeaReadLimitError',
  ask_limit: 'PlanLimitError',
  follow_limit: 'PlanLimitError',
  save_limit: 'PlanLimitError',
  premium_required: 'PremiumRequiredError',
};

/** The refusals of an operation by status. `checksParameters`: a parameter can be refused without a test key. */
export function errorResponses(procedure: RoutedProcedure, checksParameters: boolean, webUrl: string): Json {
  const { meta } = procedure;
  const codes = codesOf(meta);
  const byStatus = Object.groupBy(codes, (code) => statusOf(code, meta.access));
  const answers = Object.entries(byStatus).map(([status, ofStatus]) => [
    status,
    ofStatus!.includes('invalid_request')
      ? invalid(meta.access, checksParameters, webUrl)
      : refusalResponse(ofStatus!, webUrl),
  ]);
  return {
    ...Object.fromEntries(answers),
    ...(codes.includes('key_limit') ? { 409: onDemand('key_limit', webUrl) } : {}),
    ...(meta.route!.method === 'POST' ? { 413: ref('BodyTooLarge'), 415: ref('UnsupportedMediaType') } : {}),
  };
}

function ref(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

function invalid(access: Access, checksParameters: boolean, webUrl: string): Json {
  if (!checksParameters) return onDemand('invalid_request', webUrl);
  return ref(invalidStatus(access) === 400 ? 'InvalidOpenRequest' : 'InvalidRequest');
}

/** The components of codes that are answered alike on every route. */
const componentOf: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Unauthorized',
  forbidden_scope: 'ForbiddenScope',
  not_found: 'NotFound',
  rate_limited: 'RateLimited',
  internal_server_error: 'InternalServerError',
  agent_api_disabled: 'Unavailable',
  timeout: 'Timeout',
};

/** The response to codes of one status. */
function refusalResponse(codes: readonly ErrorCode[], webUrl: string): Json {
  if (codes.includes('key_limit')) return keyLimit(webUrl);
  if (codes.includes('ask_disabled')) return askUnavailable(webUrl);
  const component = componentOf[codes[0]!];
  if (component) return ref(component);
  const refusals = codes.map((code) => new Refusal(code, limitDetails(code, webUrl)));
  return response(codes, refusals, RATED, webUrl, limitSchemaOf[codes[0]!]);
}

function limitDetails(code: ErrorCode, webUrl: string): ErrorDetails {
  const resetsAt = '2026-09-16T00:00:00.000Z';
  const { ideaReads, asks, followedShows, savedIdeas } = freeLimits;
  if (code === 'idea_read_limit')
    return { limit: ideaReads, used: ideaReads, resetsAt, extra: exampleCard(webUrl) };
  if (code === 'ask_limit') return { limit: asks, used: asks, resetsAt };
  if (code === 'follow_limit') return { limit: followedShows, used: followedShows };
  if (code === 'save_limit') return { limit: savedIdeas, used: savedIdeas };
  if (code !== 'premium_required') return {};
  return { feature: 'idea_media', extra: { price: { currency: 'USD', monthly: 12, yearly: 120 } } };
}

function keyLimit(webUrl: string): Json {
  const refusals = [new Refusal('rate_limited', { retryAfterSeconds: 42 }), tooManyIssued(3600)];
  return response(['rate_limited', 'key_limit'], refusals, [...RATED, 'Retry-After'], webUrl);
}

/** A refusal that a route gives to a test key alone (docs/contract.md, Added: Test keys 5). */
function onDemand(code: ErrorCode, webUrl: string): Json {
  const answer = response([code], [new Refusal(code)], RATED, webUrl);
  return { ...answer, description: `Only to a test key that asks for it. ${answer.description}` };
}

function askUnavailable(webUrl: string): Json {
  return response(
    ['agent_api_disabled', 'ask_disabled', 'internal_server_error'],
    [switchedOff('agent_api_disabled'), switchedOff('ask_disabled'), unreachable()],
    [...RATED, 'Retry-After'],
    webUrl,
  );
}

function response(
  codes: readonly ErrorCode[],
  refusals: readonly Refusal[],
  named: readonly HeaderName[],
  webUrl: string,
  schema = 'Error',
): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join(' '),
    headers: headers(...named),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(
          refusals.map((refusal) => [refusal.code, { value: renderRefusal(refusal, webUrl).body }]),
        ),
      },
    },
  };
}
