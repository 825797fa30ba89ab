import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASK_BUDGET_MS } from '#server/api/meta.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { v1Edge } from '#server/edges/front.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import type { Services } from '#server/platform/services.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { breaches } from '#server/testing/contract.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Requests in one run; the seed is fixed so that a failure can be repeated. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_915);
/** A call past the longest budget hangs; a slower one than usual may be due to a busy machine. */
const HANG_MS = ASK_BUDGET_MS + 5_000;
/** Refusals that an operator or an answer engine causes on purpose. */
const DELIBERATE = new Set(['ask_failed', 'ask_disabled', 'agent_api_disabled']);

let own: TestServices;
let services: Services;
let keys: string[];
const known: Record<string, string[]> = {};
const document = openApiDocument('http://earmark.test');

beforeAll(async () => {
  own = await testServices();
  services = { ...own, buckets: wideOpen };
  const corpus = await seedCorpus(own);
  known.ideaId = Object.values(corpus.ideas).map(({ id }) => id);
  known.showId = ['alpha', corpus.shows.beta.id];
  known.slug = ['alpha'];
  known.id = [corpus.episodes.alphaToday.id];
  known.ticker = known.symbol = ['NVDA', 'brk-b', '$MSFT', 'KO'];
  keys = [
    (await accountWithKey(own)).key,
    (await accountWithKey(own, { plan: 'premium' })).key,
    (await accountWithKey(own, { scopes: ['profile:read'] })).key,
  ];
});
afterAll(() => own.close());

/** Buckets that never run dry, because the tests are about what is behind them. */
const wideOpen: Services['buckets'] = {
  take: async (policy) => {
    const { quota, windowSeconds } = bucketPolicies[policy];
    return { policy, allowed: true, quota, windowSeconds, remaining: quota, resetSeconds: 1 };
  },
  giveBack: async () => undefined,
  shared: async () => false,
  close: async () => undefined,
};

const hostileText = fc.oneof(
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    '\udc00\ud800',
    '__proto__',
    'constructor',
    "' OR 1=1; DROP TABLE idea; --",
    "\\'); SELECT pg_sleep(9); --",
    '%',
    '%00',
    '%E0%A4%A',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    '../../etc/passwd',
    '..',
    '-1',
    '1e9',
    '0x10',
    '9'.repeat(400),
    'NaN',
    'Infinity',
    'null',
    'true',
    '[]',
    '{}',
    '',
    ' ',
    '\u202eNVDA',
    'ＮＶＤＡ',
    '😀'.repeat(300),
    '\r\nX-Injected: 1',
    '2026-02-30',
    '9999-12-31',
    '0000-01-01',
    '-000001-01-01',
  ),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.string({ maxLength: 40, unit: 'grapheme' }),
  fc.constant('x'.repeat(10_000)),
);

const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 60, [], {}, [[]], { $gt: '' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value that a schema takes. */
function valid(name: string, schema: Json): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one: Json) => valid(name, one)));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.format === 'date') return fc.constantFrom('2026-09-01', '2026-09-15', '2024-02-29');
  if (schema.format === 'email') return fc.constantFrom('a@example.org', 'b@example.org');
  const named = fc.constantFrom(name).map((at) => known[at] ?? []);
  const text =
    schema.format === 'uuid' ? fc.uuid() : fc.string({ minLength: schema.minLength ?? 0, maxLength: 12 });
  return fc
    .tuple(named, text, fc.nat())
    .map(([values, other, pick]) =>
      values.length > 0 && pick % 4 > 0 ? values[pick % values.length] : other,
    );
}

/** A value at or just past the edges of a schema. */
function nearly(schema: Json): fc.Arbitrary<unknown> {
  if (schema.type === 'integer') {
    return fc.constantFrom(
      schema.minimum - 1,
      schema.minimum,
      schema.maximum,
      schema.maximum + 1,
      '01',
      '1.0',
      ' 1',
    );
  }
  const max = schema.maxLength ?? 36;
  return fc.constantFrom(max, max + 1).map((length) => 'A'.repeat(length));
}

const anyValue = (name: string, schema: Json) =>
  fc.oneof(
    { weight: 4, arbitrary: valid(name, schema) },
    { weight: 1, arbitrary: nearly(schema) },
    { weight: 2, arbitrary: hostileValue },
  );

type Fuzzed = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  who: number;
};

function operationRequest(method: string, template: string, operation: Json): fc.Arbitrary<Fuzzed> {
  const parameters: Json[] = operation.parameters ?? [];
  const schema = operation.requestBody?.content['application/json'].schema;
  const values = Object.fromEntries(
    parameters
      .filter((p) => p.in !== 'header')
      .map((p) => [p.name, optional(anyValue(p.name, p.schema), p.in === 'path')]),
  );
  return fc
    .record({
      values: fc.record(values),
      extra: fc.option(fc.tuple(hostileText, hostileText), { freq: 6 }),
      body: schema ? bodyText(resolve(schema)) : fc.constant(null),
      headers: anyHeaders,
      who: fc.integer({ min: 0, max: 7 }),
    })
    .map(({ values: given, extra, body, headers, who }) => {
      const query = new URLSearchParams();
      let path = template;
      for (const { name, in: place } of parameters.filter((p) => p.in !== 'header')) {
        const value = (given as Record<string, unknown>)[name];
        if (value === undefined) continue;
        const texts = (Array.isArray(value) ? value : [value]).map(asText);
        if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(texts[0] ?? ''));
        else for (const text of texts) query.append(name, text);
      }
      if (extra) query.append(asText(extra[0]), asText(extra[1]));
      const search = query.size > 0 ? `?${query}` : '';
      return { method: method.toUpperCase(), path: path + search, headers, body, who };
    });
}

const optional = (arbitrary: fc.Arbitrary<unknown>, always: boolean) =>
  always ? arbitrary : fc.option(arbitrary, { nil: undefined });

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed();

function bodyText(schema: Json): fc.Arbitrary<string> {
  const properties = Object.entries<Json>(schema.properties ?? {});
  const object = fc.record(
    Object.fromEntries(
      properties.map(([name, held]) => [name, optional(anyValue(name, resolve(held)), false)]),
    ),
  );
  const sent = object.map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 6, arbitrary: sent },
    { weight: 1, arbitrary: fc.tuple(sent, hostileText).map(([text, more]) => withName(text, more)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(sent, sent)
        .map(([a, b]) => `${a.slice(0, -1)}${b === '{}' ? '' : `,${b.slice(1, -1)}`}}`),
    },
    { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '{"__proto__":{"admin":true}}',
        '{"question":"\\ud800"}',
        '{"symbol":"\\u0000"}',
        '{"showId":1e999}',
        `{"question":"${'q'.repeat(601)}"}`,
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        `{"x":${'{"x":'.repeat(2000)}1${'}'.repeat(2001)}`,
        'x'.repeat(70_000),
      ),
    },
  );
}

const withName = (text: string, name: string) =>
  `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:1}`;

const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', ''),
    'idempotency-key': fc.constantFrom('', 'k', 'k'.repeat(128), 'k'.repeat(129), 'é'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"', ',,,', '"'.repeat(500)),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'br;q=0', '*', ';;;,'),
    origin: fc.constantFrom('null', 'https://evil.example', 'http://earmark.test'),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', ', ,', "'; --"),
  },
  { requiredKeys: [] },
);

function resolve(schema: Json): Json {
  if (!schema.$ref) return schema;
  return document.components.schemas[schema.$ref.split('/').at(-1)];
}

/** Every operation of the description; the transport of MCP speaks another protocol and has tests of its own. */
const anyRequest = fc.oneof(
  ...Object.entries<Json>(document.paths)
    .filter(([path]) => !path.startsWith('/v1/mcp'))
    .flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => operationRequest(method, path, operation)),
    ),
);

async function answer({ method, path, headers, body, who }: Fuzzed) {
  const sent = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const key = who < 6 ? keys[who % 3 === 2 && who < 5 ? 1 : who % 3] : who === 6 ? null : 'emk_live_wrong';
  if (key) sent.set('authorization', `Bearer ${key}`);
  const url = new URL(path, 'http://earmark.test');
  const request = new Request(url, { method, headers: sent, ...(body === null ? {} : { body }) });
  const hung = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error(`${method} ${path} hangs`)), HANG_MS).unref();
  });
  const response = await Promise.race([v1Edge(services, request, { address: '198.51.100.1' }), hung]);
  const packed = response.headers.has('content-encoding');
  const text = packed ? '' : await response.text();
  return { url, response, body: text ? JSON.parse(text) : null, packed };
}

it(`answers ${RUNS} valid, nearly valid and hostile requests as described, without a failure or a hang`, {
  timeout: 60_000 + RUNS * 200,
}, async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const { url, response, body, packed } = await answer(request);
      const { status, headers } = response;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status >= 500) expect(DELIBERATE, `${status} ${body?.error}`).toContain(body?.error);
      if (status >= 400 && !packed) expect(typeof body.error).toBe('string');
      if (packed) return;
      expect(
        breaches(document, { method: request.method, path: url.pathname, status, headers, body }),
      ).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  const counts = [...seen].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.info(`fuzzed ${RUNS} requests: ${counts.join(', ')}`);
  expect(seen.get(200) ?? 0).toBeGreaterThan(RUNS / 20);
});
