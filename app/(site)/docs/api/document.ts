import type { KitOperation } from '#server/contract/kits/operations.ts';

/** Turns the OpenAPI document into text for people: operations by group, schemas as lines. */

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
type Response = { readonly description?: string; readonly content?: Content };
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Response | { readonly $ref: string }>>;
};
export type ApiDocument = {
  readonly info: { readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
};

export type Field = {
  readonly name: string;
  /** Its place, its type, and whether it is optional: `query, integer 1..50, optional`. */
  readonly kind: string;
  readonly about: string;
};
/** `schema` is the name of a shape of `schemasOf`; null when there is none. */
export type Answer = { readonly status: string; readonly about: string; readonly schema: string | null };
type Route = Pick<KitOperation, 'id' | 'path' | 'summary' | 'about'> & {
  readonly method: string;
  readonly fields: readonly Field[];
  readonly answers: readonly Answer[];
};
/** A route with its refusals apart: the statuses of all, and the texts of those that are not shared. */
export type ToldRoute = Route & {
  readonly refuses: readonly string[];
  readonly ownRefusals: readonly Answer[];
};
type Group = { readonly name: string; readonly about: string; readonly routes: readonly Route[] };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The content of the reference page. */
export type Reference = {
  readonly groups: readonly (Omit<Group, 'routes'> & { readonly routes: readonly ToldRoute[] })[];
  readonly shapes: ReturnType<typeof schemasOf>;
  /** The refusals that most routes share. */
  readonly refusals: readonly Answer[];
};

const made = new WeakMap<ApiDocument, Reference>();

/** The content of the reference page for a document; cached by the document. */
export function referenceOf(document: ApiDocument): Reference {
  const known = made.get(document);
  if (known) return known;
  const groups = groupsOf(document);
  const refusals = sharedRefusals(groups);
  const shared = new Set(refusals.map(({ about }) => about));
  const reference = {
    groups: groups.map((group) => ({
      ...group,
      routes: group.routes.map((route) => withRefusalsApart(route, shared)),
    })),
    shapes: schemasOf(document),
    refusals,
  };
  made.set(document, reference);
  return reference;
}

/** The operations in the groups and the order of the document. */
function groupsOf(document: ApiDocument): Group[] {
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

/**
 * A route with its refusals apart. `shared` holds the texts of the refusals that the page tells once for all routes.
 */
function withRefusalsApart(route: Route, shared: ReadonlySet<string>): ToldRoute {
  const refusals = route.answers.filter(isRefusal);
  return {
    ...route,
    answers: route.answers.filter((answer) => !isRefusal(answer)),
    refuses: refusals.map(({ status }) => status),
    ownRefusals: refusals.filter(({ about }) => !shared.has(about)),
  };
}

function isRefusal({ status }: Answer): boolean {
  return Number(status) >= 400;
}

/** The refusals that at least half of the routes give in the same words, in the order of their status. */
function sharedRefusals(groups: readonly Group[]): readonly Answer[] {
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
        kind: kindText(parameter.in, parameter.schema ?? {}, parameter.required === true),
        about: parameter.description ?? parameter.schema?.description ?? '',
      })),
      ...bodyFields(document, schemaIn(operation.requestBody?.content)),
    ],
    answers: Object.entries(operation.responses ?? {}).map(([status, given]) => {
      const answer = '$ref' in given ? (document.components?.responses?.[nameOf(given.$ref)] ?? {}) : given;
      return { status, about: answer.description ?? '', schema: shapeName(document, answer.content) };
    }),
  };
}

/** The description without the summary that it begins with. */
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

/** The properties of a schema as lines. */
function propertiesOf(schema: Schema, place = ''): Field[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([name, property]) => ({
      name,
      kind: kindText(place, property, part.required?.includes(name) ?? false),
      about: property.description ?? '',
    })),
  );
}

function kindText(place: string, schema: Schema, required: boolean): string {
  return [...(place ? [place] : []), typeText(schema), ...(required ? [] : ['optional'])].join(', ');
}

/** The named schemas with their properties. */
function schemasOf(document: ApiDocument): { name: string; fields: Field[] }[] {
  return Object.entries(document.components?.schemas ?? {})
    .map(([name, schema]) => ({ name, fields: propertiesOf(schema) }))
    .filter(({ fields }) => fields.length > 0);
}

function schemaIn(content: Content | undefined): Schema | undefined {
  return content ? Object.values(content)[0]?.schema : undefined;
}

/** The name of the schema of a content; null when it has no name or no fields. */
function shapeName(document: ApiDocument, content: Content | undefined): string | null {
  const schema = schemaIn(content);
  const ref = schema?.$ref ?? schema?.allOf?.[0]?.$ref;
  const name = ref ? nameOf(ref) : null;
  const shape = name && document.components?.schemas?.[name];
  return shape && propertiesOf(shape).length > 0 ? name : null;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** A type as a person would write it: `integer 1..50, default 20`. */
function typeText(schema: Schema): string {
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
