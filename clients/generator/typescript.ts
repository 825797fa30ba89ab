import openapiTS, { astToString } from 'openapi-typescript';
import { refName } from '#server/contract/kits/operations.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { givenTo, type Kit, type KitError, NOTICE, pascalCase } from './model.ts';

type Operation = Kit['operations'][number];

/** The generated part of the TypeScript kit: file names below `src/generated`, with their text. */
export async function typescriptFiles(kit: Kit): Promise<Record<string, string>> {
  return { 'api.ts': await shapes(kit), 'errors.ts': errors(kit), 'client.ts': client(kit) };
}

/** Types of all shapes and of each call's query or body, by openapi-typescript. */
async function shapes(kit: Kit): Promise<string> {
  const given = kit.operations.filter((one) => givenTo(one).length > 0);
  const schemas: Json = {
    ...kit.shapes,
    ErrorCode: { type: 'string', enum: kit.errors.map(({ code }) => code) },
    ...Object.fromEntries(given.map((one) => [givenName(one), givenSchema(one)])),
  };
  const types = await openapiTS(
    {
      openapi: '3.1.0',
      info: { title: 'Earmark', version: kit.version },
      paths: {},
      components: { schemas },
    } as Json,
    { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false, silent: true },
  );
  const text = astToString(types).replace(
    /^export type (webhooks|\$defs|operations) = .*\n|^export interface paths \{\n\}\n/gm,
    '',
  );
  return `// ${NOTICE}\n\n${text}`;
}

function givenName({ id, method }: Operation): string {
  return `${pascalCase(id)}${method === 'POST' ? 'Body' : 'Query'}`;
}

function givenSchema(operation: Operation): Json {
  const values = givenTo(operation);
  return {
    type: 'object',
    additionalProperties: false,
    required: values.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      values.map(({ name, schema, about }) => [name, about ? { ...schema, description: about } : schema]),
    ),
  };
}

function errors(kit: Kit): string {
  const types = kit.errors.flatMap(({ fields }) =>
    Object.values(fields).flatMap((one) => refName(one) ?? []),
  );
  return [
    `// ${NOTICE}`,
    '',
    `import type { ${['ErrorCode', ...new Set(types)].sort().join(', ')} } from './api.ts';`,
    "import { EarmarkError, PlanLimitError } from '../failure.ts';",
    '',
    ...kit.errors.flatMap(errorClass),
    'const classes: Readonly<Record<ErrorCode, typeof EarmarkError>> = {',
    ...kit.errors.map(({ code, className }) => `  ${code}: ${className},`),
    '};',
    '',
    '/** The refusal that a response is, by the code in its body. */',
    'export function errorOf(response: Response, body: Readonly<Record<string, unknown>>): EarmarkError {',
    '  return new (classes[body.error as ErrorCode] ?? EarmarkError)(response, body);',
    '}',
    '',
  ].join('\n');
}

function errorClass({ code, className, planLimit, fields }: KitError): string[] {
  const head = `/** \`${code}\` */\nexport class ${className} extends ${planLimit ? 'PlanLimitError' : 'EarmarkError'} {`;
  const getters = Object.entries(fields).map(
    ([name, schema]) =>
      `  get ${name}(): ${typeOf(schema)} {\n    return this.body.${name} as ${typeOf(schema)};\n  }`,
  );
  return getters.length > 0 ? [head, getters.join('\n\n'), '}', ''] : [`${head}}`, ''];
}

/** The TypeScript type of a field that only some refusals have. */
function typeOf(schema: Json): string {
  if (refName(schema)) return refName(schema)!;
  if (schema.type === 'object')
    return `{ ${Object.entries<Json>(schema.properties)
      .map(([name, one]) => `${name}: ${typeOf(one)}`)
      .join('; ')} }`;
  return schema.type;
}

function client(kit: Kit): string {
  const names = [
    ...Object.keys(kit.shapes),
    'ErrorCode',
    ...kit.operations.filter((one) => givenTo(one).length > 0).map(givenName),
  ];
  return [
    `// ${NOTICE}`,
    '',
    `import type { ${names.sort().join(', ')} } from './api.ts';`,
    "import { type CallOptions, Transport } from '../transport.ts';",
    '',
    `export type { ${names.join(', ')} } from './api.ts';`,
    '',
    `/** A client of the Earmark API, version ${kit.version}. Every method throws \`EarmarkError\` for a refusal. */`,
    'export class Earmark extends Transport {',
    kit.operations.flatMap((one) => [method(one), ...(one.pagesOf ? [iterator(one)] : [])]).join('\n\n'),
    '}',
    '',
  ].join('\n');
}

function method(operation: Operation): string {
  const { id, answer } = operation;
  const type = refName(answer) ?? 'Record<string, unknown>';
  return [
    doc(about(operation)),
    `  ${id}(${argumentsOf(operation)}): Promise<${type}> {`,
    `    return this.send<${type}>(${callOf(operation)}, options);`,
    '  }',
  ].join('\n');
}

function iterator(operation: Operation): string {
  const { id } = operation;
  const { field, entry } = operation.pagesOf!;
  return [
    doc(`Every entry of \`${id}\`, page after page.`),
    `  ${id}All(${argumentsOf(operation)}): AsyncGenerator<${entry}, void, undefined> {`,
    `    return this.entries<${entry}>((cursor) => this.send(${callOf(operation, '{ ...query, cursor: cursor ?? query.cursor }')}, options), '${field}');`,
    '  }',
  ].join('\n');
}

function about({ summary, about }: Operation): string {
  return about.startsWith(`${summary}.`) ? about : `${summary}. ${about}`;
}

function argumentsOf(operation: Operation): string {
  const given = givenTo(operation);
  const optional = given.every(({ required }) => !required);
  const name = operation.method === 'POST' ? 'body' : 'query';
  return [
    ...operation.inPath.map((value) => `${value.name}: string`),
    ...(given.length > 0 ? [`${name}: ${givenName(operation)}${optional ? ' = {}' : ''}`] : []),
    'options?: CallOptions',
  ].join(', ');
}

function callOf(operation: Operation, query = 'query'): string {
  const { id, method, path, inPath, inQuery, inBody, repeatable, keyed, pagesOf } = operation;
  const parts = [
    `operation: '${id}'`,
    `method: '${method}'`,
    `path: '${path}'`,
    ...(inPath.length > 0 ? [`inPath: { ${inPath.map(({ name }) => name).join(', ')} }`] : []),
    ...(inQuery.length > 0 || pagesOf ? [query === 'query' ? 'query' : `query: ${query}`] : []),
    ...(inBody.length > 0 ? ['body'] : []),
    `repeatable: ${repeatable}`,
    `keyed: ${keyed}`,
  ];
  return `{ ${parts.join(', ')} }`;
}

function doc(text: string): string {
  return `  /** ${text.replaceAll('*/', '* /')} */`;
}
