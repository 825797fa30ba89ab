import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '#server/contract/openapi/json.ts';

export type Observed = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

type Operation = { readonly template: string; readonly pattern: RegExp; readonly item: Json };
type Contract = {
  readonly document: Json;
  readonly operations: readonly Operation[];
  readonly schemas: Ajv2020;
  readonly compiled: Map<string, ValidateFunction>;
};

const contracts = new WeakMap<object, Contract>();

/** Headers that an answer may carry only where the description says so. */
const DESCRIBED_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Retry-After',
  'Allow',
  'WWW-Authenticate',
];

/**
 * How an answer differs from the description, as sentences; empty when it keeps to it. Checks the status, the body against its
 * schema (closed, so no undocumented field passes), the media type, and required and undescribed headers.
 */
export function breaches(document: Json, observed: Observed): string[] {
  const contract = contractOf(document);
  const found = observed.headers.get('x-request-id') ? [] : ['There is no X-Request-Id.'];
  const operation = operationAt(contract, observed.path);
  if (!operation) return [...found, ...unrouted(contract, observed, [404])];
  const method = observed.method === 'HEAD' ? 'get' : observed.method.toLowerCase();
  if (method === 'options') return [...found, ...unrouted(contract, observed, [403])];
  const described = operation.item[method];
  if (!described) return [...found, ...unrouted(contract, observed, [405])];
  const given = described.responses[observed.status];
  if (!given) return [...found, `Status ${observed.status} is not described for ${described.operationId}.`];
  const response = resolve(contract.document, given);
  const pointer =
    given.$ref ?? `#/paths/${escaped(operation.template)}/${method}/responses/${observed.status}`;
  const bodiless = observed.method === 'HEAD' || !response.content;
  return [
    ...found,
    ...headerBreaches(contract.document, response, observed.headers),
    ...(bodiless ? emptyBreaches(observed) : bodyBreaches(contract, pointer, observed)),
  ];
}

/** The `operationId` that a call is of; undefined where the description has none. */
export function operationIdOf(document: Json, method: string, path: string): string | undefined {
  return operationAt(contractOf(document), path)?.item[method.toLowerCase()]?.operationId;
}

function operationAt({ operations }: Contract, path: string): Operation | undefined {
  const pathname = path.split(/[?#]/)[0]!;
  return operations.find(({ pattern }) => pattern.test(pathname));
}

/** What is wrong with the answer of a path or method outside of the description: it must have one of `statuses` and an error body. */
function unrouted(contract: Contract, observed: Observed, statuses: readonly number[]): string[] {
  if (observed.method === 'OPTIONS' && observed.status === 204) return [];
  if (!statuses.includes(observed.status))
    return [`${observed.method} ${observed.path} is not described and answered ${observed.status}.`];
  return observed.method === 'HEAD' ? [] : against(contract, '#/components/schemas/Error', observed.body);
}

function headerBreaches(document: Json, response: Json, headers: Headers): string[] {
  const described = response.headers ?? {};
  const missing = Object.entries<Json>(described)
    .filter(([name, header]) => resolve(document, header).required && !headers.has(name))
    .map(([name]) => `Header ${name} is missing.`);
  const undescribed = DESCRIBED_HEADERS.filter((name) => headers.has(name) && !described[name]);
  return [...missing, ...undescribed.map((name) => `Header ${name} is not described.`)];
}

function emptyBreaches({ body }: Observed): string[] {
  return body === null ? [] : ['There is a body where none is described.'];
}

function bodyBreaches(contract: Contract, pointer: string, observed: Observed): string[] {
  const type = observed.headers.get('content-type')?.split(';')[0]?.trim();
  if (type !== 'application/json') return [`The media type is ${type}.`];
  return against(contract, `${pointer}/content/application~1json/schema`, observed.body);
}

function escaped(template: string): string {
  return encodeURIComponent(template.replaceAll('/', '~1'));
}

function against(contract: Contract, pointer: string, body: unknown): string[] {
  const validate = compile(contract, pointer);
  if (validate(body)) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'The body'} ${message} ${JSON.stringify(params)}`,
  );
}

function compile({ schemas, compiled }: Contract, pointer: string): ValidateFunction {
  const known = compiled.get(pointer);
  if (known) return known;
  const made = schemas.getSchema(`earmark${pointer}`);
  if (!made) throw new Error(`The description has no ${pointer}.`);
  compiled.set(pointer, made);
  return made;
}

function contractOf(document: Json): Contract {
  const known = contracts.get(document);
  if (known) return known;
  const schemas = new Ajv2020({ allErrors: true, strict: false });
  addFormats(schemas);
  schemas.addSchema(document, 'earmark');
  const operations = Object.entries<Json>(document.paths).map(([template, item]) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
    item,
  }));
  // Fixed paths before those with parameters.
  operations.sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  const contract = { document, operations, schemas, compiled: new Map() };
  contracts.set(document, contract);
  return contract;
}

function resolve(document: Json, value: Json): Json {
  if (!value.$ref) return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, name: string) => at[name], document);
}
