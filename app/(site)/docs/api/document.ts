/** Reads the OpenAPI document for people: operations by group, schemas as lines of text. */

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: Schema | boolean;
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Answer = { readonly description?: string; readonly content?: Content };
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Answer | { readonly $ref: string }>>;
};
export type ApiDocument = {
  readonly info: { readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Answer>>;
  };
};

export type Field = {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
};
export type Route = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  readonly fields: readonly Field[];
  readonly answers: readonly {
    readonly status: string;
    readonly about: string;
    readonly schema: string | null;
  }[];
};
export type Group = { readonly name: string; readonly about: string; readonly routes: readonly Route[] };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations in the document's own groups and order. */
export function groupsOf(document: ApiDocument): Group[] {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      return operation
        ? [{ tag: operation.tags?.[0] ?? 'Other', route: routeOf(document, method, path, operation) }]
        : [];
    }),
  );
  const names = [...new Set([...(document.tags ?? []).map((tag) => tag.name), ...all.map(({ tag }) => tag)])];
  return names.flatMap((name) => {
    const routes = all.filter(({ tag }) => tag === name).map(({ route }) => route);
    const about = document.tags?.find((tag) => tag.name === name)?.description ?? '';
    return routes.length > 0 ? [{ name, about, routes }] : [];
  });
}

export function isRefusal({ status }: Route['answers'][number]): boolean {
  return Number(status) >= 400;
}

/** Refusals that at least half of the routes give in the same words, by status: they are told once. */
export function sharedRefusals(groups: readonly Group[]): Route['answers'] {
  const routes = groups.flatMap((group) => group.routes);
  const all = routes.flatMap(({ answers }) => answers.filter(isRefusal));
  const first = new Map(all.map((refusal) => [refusal.about, refusal]));
  const given = (about: string) => all.filter((refusal) => refusal.about === about).length;
  return [...first.values()]
    .filter(({ about }) => given(about) * 2 >= routes.length)
    .sort((a, b) => Number(a.status) - Number(b.status));
}

function routeOf(document: ApiDocument, method: string, path: string, operation: Operation): Route {
  const parameters = (operation.parameters ?? []).flatMap((given) => {
    const parameter = '$ref' in given ? document.components?.parameters?.[nameOf(given.$ref)] : given;
    return parameter ? [parameter] : [];
  });
  return {
    id: operation.operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    about: beyond(operation.summary ?? '', operation.description ?? ''),
    fields: [
      ...parameters.map((parameter) => ({
        name: parameter.name,
        place: parameter.in,
        type: typeText(parameter.schema ?? {}),
        required: parameter.required === true,
        about: parameter.description ?? parameter.schema?.description ?? '',
      })),
      ...bodyFields(document, schemaIn(operation.requestBody?.content)),
    ],
    answers: Object.entries(operation.responses ?? {}).map(([status, given]) => {
      const answer = '$ref' in given ? (document.components?.responses?.[nameOf(given.$ref)] ?? {}) : given;
      return { status, about: answer.description ?? '', schema: refName(schemaIn(answer.content)) };
    }),
  };
}

/** What a description says that the summary above it has not said. */
function beyond(summary: string, description: string): string {
  return description.startsWith(`${summary}.`) ? description.slice(summary.length + 1).trim() : description;
}

function bodyFields(document: ApiDocument, schema: Schema | undefined): Field[] {
  if (!schema) return [];
  return propertiesOf(
    schema.$ref ? (document.components?.schemas?.[nameOf(schema.$ref)] ?? {}) : schema,
    'body',
  );
}

/** A schema's properties as lines. */
export function propertiesOf(schema: Schema, place = ''): Field[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([name, property]) => ({
      name,
      place,
      type: typeText(property),
      required: part.required?.includes(name) ?? false,
      about: property.description ?? '',
    })),
  );
}

/** Named schemas with their lines. */
export function schemasOf(document: ApiDocument): { name: string; fields: Field[] }[] {
  return Object.entries(document.components?.schemas ?? {})
    .map(([name, schema]) => ({ name, fields: propertiesOf(schema) }))
    .filter(({ fields }) => fields.length > 0);
}

function schemaIn(content: Content | undefined): Schema | undefined {
  return content ? Object.values(content)[0]?.schema : undefined;
}

function refName(schema: Schema | undefined): string | null {
  const ref = schema?.$ref ?? schema?.allOf?.[0]?.$ref;
  return ref ? nameOf(ref) : null;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** A type as a person would write it: `integer 1..50, default 20`. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeText).join(' or ');
  if (schema.allOf?.length) return schema.allOf.map(typeText).join(' and ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.type === 'array') return `array of ${typeText(schema.items ?? {})}`;
  const base = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  return [`${schema.format ?? base}${boundsText(schema)}`, ...defaultText(schema)].join(', ');
}

function boundsText({ minimum, maximum, minLength, maxLength }: Schema): string {
  if (minimum !== undefined || maximum !== undefined) return ` ${minimum ?? ''}..${maximum ?? ''}`;
  if (maxLength !== undefined) return ` of ${minLength ?? 0} to ${maxLength} characters`;
  return '';
}

function defaultText(schema: Schema): string[] {
  return schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
}
