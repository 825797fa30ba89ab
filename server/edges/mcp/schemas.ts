import { z } from 'zod';

/** A JSON Schema (draft 2020-12) of an object, as MCP lists it. */
export type ObjectSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
};

type Json = Record<string, unknown>;

/**
 * The whole input of a procedure as JSON Schema. Coerced query parameters show the type they are coerced to; optional
 * parameters are not required. Throws for an input that is no object.
 */
export function inputSchema(inputs: readonly unknown[]): ObjectSchema {
  const shape = Object.assign({}, ...inputs.map(shapeOf)) as Record<string, z.ZodType>;
  const required = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);
  return {
    type: 'object',
    properties: mapValues(shape, (schema) => lean(jsonSchema(schema)) as Json),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/**
 * The top level of a procedure's output as JSON Schema, without the insides of lists and objects, to save the client's
 * context. Nothing is required, because a tool's error is structured content, too.
 */
export function outputSchema(output: unknown): ObjectSchema {
  const shape = shapeOf(output);
  return { type: 'object', properties: mapValues(shape, (schema) => shallow(jsonSchema(schema))) };
}

function shapeOf(schema: unknown): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  throw new Error('A tool takes and gives objects.');
}

function jsonSchema(schema: z.ZodType): Json {
  // The output side: a coercion's input side has no JSON Schema.
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json;
}

function lean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(lean);
  if (typeof node !== 'object' || node === null) return node;
  const { $schema, id, pattern, ...rest } = node as Json;
  // A pattern beside a format only repeats it.
  const kept = pattern !== undefined && rest.format === undefined ? { ...rest, pattern } : rest;
  return orNull(mapValues(kept, lean));
}

/** A type that may be null too, as one schema: every parameter has a `type` for clients that read nothing else. */
function orNull({ anyOf, ...node }: Json): Json {
  if (!Array.isArray(anyOf)) return node;
  const [one, other, ...more] = anyOf as Json[];
  if (typeof one?.type !== 'string' || other?.type !== 'null' || more.length > 0) return { ...node, anyOf };
  return { ...one, ...node, type: [one.type, 'null'] };
}

function shallow(node: Json): Json {
  const definitions = (node.$defs ?? {}) as Record<string, Json>;
  const resolve = (at: Json): Json =>
    typeof at.$ref === 'string' ? { ...definitions[at.$ref.split('/').at(-1)!], ...at } : at;
  const own = resolve(node);
  const variants = ((own.anyOf as Json[] | undefined) ?? [own]).map(resolve);
  const types = [...new Set(variants.flatMap((variant) => typeOf(variant)))];
  return {
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(own.description === undefined ? {} : { description: own.description }),
    ...(types.includes('array')
      ? {
          items: {
            type: shallowItems(
              variants.find((v) => v.items),
              resolve,
            ),
          },
        }
      : {}),
  };
}

function typeOf(node: Json): string[] {
  if (typeof node.type === 'string') return [node.type];
  if ('const' in node) return [typeof node.const];
  return [];
}

function shallowItems(node: Json | undefined, resolve: (at: Json) => Json): string {
  return typeOf(resolve((node?.items ?? {}) as Json))[0] ?? 'object';
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, change: (value: In) => Out) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
