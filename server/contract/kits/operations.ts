import type { Json } from '#server/contract/openapi/json.ts';

/** A parameter or field of a call, under its name on the wire. */
export type KitValue = {
  readonly name: string;
  readonly required: boolean;
  readonly about: string;
  readonly schema: Json;
  readonly example: unknown;
};

/** An operation of the description in the form that client kits and samples use. */
export type KitOperation = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly about: string;
  /** Whether a key is required or optional. */
  readonly takesKey: boolean;
  readonly inPath: readonly KitValue[];
  readonly inQuery: readonly KitValue[];
  readonly inBody: readonly KitValue[];
  /** For a list paged by `cursor`: the field that holds its entries, and their schema. */
  readonly pagesOf: { readonly field: string; readonly entry: string } | null;
  /** Status of its answer; null for an operation that never succeeds. */
  readonly status: keyof typeof SUCCESSES | null;
  /** The answer's schema; null for an operation that never succeeds. */
  readonly answer: Json;
  readonly answerExample: unknown;
  readonly bodyExample: unknown;
  /** Takes `Idempotency-Key`. */
  readonly keyed: boolean;
  /** Whether the call is idempotent. */
  readonly repeatable: boolean;
  /** Whether the kits have a method for it; MCP has clients of its own. */
  readonly inKits: boolean;
};

/** The statuses of answers, each with its name. */
export const SUCCESSES = { 200: 'OK', 201: 'Created' } as const;

const METHODS = ['get', 'post', 'delete'] as const;

/** The operations of an OpenAPI description, in its order. */
export function kitOperations(document: Json): KitOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [operationOf(document, path, method, item[method])] : [])),
  );
}

function operationOf(
  document: Json,
  path: string,
  method: (typeof METHODS)[number],
  operation: Json,
): KitOperation {
  const parameters: Json[] = operation.parameters ?? [];
  const values = (place: string) => parameters.filter((one) => one.in === place).map(valueFrom);
  const inQuery = values('query');
  const body = operation.requestBody?.content['application/json'];
  const status = ([200, 201] as const).find((one) => operation.responses[one]?.content?.['application/json']);
  const success = status && operation.responses[status].content['application/json'];
  const keyed = parameters.some((one) => one.name === 'Idempotency-Key');
  return {
    id: operation.operationId,
    method: method.toUpperCase() as KitOperation['method'],
    path,
    group: operation.tags[0],
    summary: operation.summary,
    about: operation.description ?? '',
    takesKey: operation.security.length > 0,
    inPath: values('path'),
    inQuery,
    inBody: bodyValues(body),
    pagesOf: inQuery.some(({ name }) => name === 'cursor') ? listIn(document, success?.schema) : null,
    status: status ?? null,
    answer: success?.schema ?? null,
    answerExample: success?.example,
    bodyExample: body?.example,
    keyed,
    repeatable: method !== 'post' || keyed,
    inKits: success !== undefined && operation.operationId !== 'mcpStreamableHttp',
  };
}

function valueFrom({ name, required, description, schema, example }: Json): KitValue {
  return { name, required: required === true, about: description ?? '', schema, example };
}

function bodyValues(body: Json): KitValue[] {
  const { properties = {}, required = [] } = body?.schema ?? {};
  return Object.entries<Json>(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    about: schema.description ?? '',
    schema,
    example: body.example?.[name],
  }));
}

/** The list of a page. Throws when its entries have no named schema, since they could not be typed. */
function listIn(document: Json, schema: Json): KitOperation['pagesOf'] {
  const page = refName(schema);
  for (const [field, one] of Object.entries<Json>(
    document.components.schemas[page ?? '']?.properties ?? {},
  )) {
    const entry = one.type === 'array' ? refName(one.items) : null;
    if (entry) return { field, entry };
  }
  throw new Error(`The page ${page} has no list of a named shape.`);
}

/** The name in a schema's reference; null for an inline schema. */
export function refName(schema: Json): string | null {
  const ref: string | undefined = schema?.$ref;
  return ref ? ref.slice(ref.lastIndexOf('/') + 1) : null;
}

/** `searchIdeas` as Python writes it: `search_ideas`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const PYTHON_WORDS = new Set(['from', 'in', 'is', 'class', 'def', 'not', 'or', 'and', 'for', 'if', 'pass']);

/** A value's name as an argument in Python: `show_id`, `from_`. */
export function pythonArgument(name: string): string {
  const snake = snakeCase(name);
  return PYTHON_WORDS.has(snake) ? `${snake}_` : snake;
}

/** Values in the order of a Python method's arguments: required ones first. */
export function pythonValues({ inPath, inQuery, inBody }: KitOperation): KitValue[] {
  const all = [...inPath, ...inQuery, ...inBody];
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}
