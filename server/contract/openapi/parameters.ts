import { z } from 'zod';
import { MAX_IDEMPOTENCY_KEY } from '#server/api/inputs.ts';
import { parameterExample } from '#server/contract/openapi/examples.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { appRouter } from '#server/contract/router.ts';
import type { RoutedProcedure } from '#server/contract/routes.ts';

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Echoed as `idempotencyKey`. Writes are idempotent by construction: a retry is safe without it.',
  schema: { type: 'string', maxLength: MAX_IDEMPOTENCY_KEY },
  example: 'b0f2c1f4-follow-1',
};

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'Validators of copies the caller holds: a current one answers 304 and spends nothing.',
  schema: { type: 'string' },
};

/** The parameters of an operation: path, query and headers, with bounds, defaults and examples. */
export function parametersOf(procedure: RoutedProcedure): Json[] {
  const route = procedure.meta.route!;
  const schema = inputOf(procedure);
  const shown = Object.entries<Json>(schema.properties ?? {}).filter(
    ([name]) => route.method !== 'POST' || isInPath(route.path, name),
  );
  const own = shown.map(([name, property]) => parameter(name, property, schema, route.path));
  if (route.method === 'GET') return [...own, ifNoneMatch];
  return route.echoes ? [...own, idempotencyKey] : own;
}

/** Whether a call can be refused for a parameter: false when it takes none, or ids alone (a wrong id is 404). */
export function takesParameters(procedure: RoutedProcedure): boolean {
  const route = procedure.meta.route!;
  if (route.method === 'POST' || route.echoes) return true;
  const properties = Object.values<Json>(inputOf(procedure).properties ?? {});
  return properties.some(
    ({ type, format, maxLength }) => type !== 'string' || format !== 'uuid' || maxLength,
  );
}

function parameter(name: string, property: Json, schema: Json, path: string): Json {
  const { description, ...rest } = property;
  const inPath = isInPath(path, name);
  const example = parameterExample(name);
  return {
    name,
    in: inPath ? 'path' : 'query',
    ...(description ? { description } : {}),
    ...(inPath || isRequired(schema, name, property) ? { required: true } : {}),
    schema: rest,
    ...(example === undefined ? {} : { example }),
  };
}

function isRequired(schema: Json, name: string, property: Json): boolean {
  return (schema.required ?? []).includes(name) && property.default === undefined;
}

function isInPath(path: string, name: string): boolean {
  return path.includes(`{${name}}`);
}

type WithInput = { readonly _def: { readonly inputs: readonly z.ZodType[] } };

function inputOf({ path }: RoutedProcedure): Json {
  const known = appRouter._def.procedures as unknown as Record<string, WithInput>;
  const schema = known[path]!._def.inputs[0];
  return schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: keepDefault }) : {};
}

// The library drops the default of a coerced value.
function keepDefault({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
}
