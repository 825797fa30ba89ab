import { pythonArgument, pythonValues, refName, snakeCase } from '#server/contract/kits/operations.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { type Kit, NOTICE, pascalCase } from './model.ts';

type Operation = Kit['operations'][number];

/** The generated part of the Python kit: file names below `earmark`, with their text. */
export function pythonFiles(kit: Kit): Record<string, string> {
  return { 'shapes.py': shapes(kit), 'errors.py': errors(kit), 'client.py': client(kit) };
}

const HEAD = [`# ${NOTICE}`, '', 'from __future__ import annotations', ''];

function shapes(kit: Kit): string {
  const written: string[] = [];
  for (const [name, schema] of Object.entries(kit.shapes)) declare(name, schema, written);
  return [
    ...HEAD,
    'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union',
    '',
    ...written,
    '',
  ].join('\n');
}

/** Declares a shape, after the shapes that are written out inside it. */
function declare(name: string, schema: Json, written: string[]): void {
  if (schema.type !== 'object') {
    written.push(`${name} = ${typeOf(schema, name, written)}`, '');
    return;
  }
  const required: string[] = schema.required ?? [];
  const fields = Object.entries<Json>(schema.properties ?? {}).map(([field, one]) => ({
    field,
    type: typeOf(one, `${name}${pascalCase(field).replace(/^./, (letter) => letter.toUpperCase())}`, written),
    needed: required.includes(field),
    about: one.description as string | undefined,
  }));
  const optional = fields.filter(({ needed }) => !needed);
  const always = fields.filter(({ needed }) => needed);
  // A class cannot have a field named like a keyword.
  if (fields.some(({ field }) => pythonArgument(field) !== snakeCase(field))) {
    const entries = fields.map(({ field, type }) => `"${field}": '${type}'`);
    written.push(`${name} = TypedDict("${name}", {${entries.join(', ')}})`, '');
    return;
  }
  const base = optional.length > 0 && always.length > 0 ? `_${name}` : null;
  if (base) written.push(...typedDict(base, 'TypedDict', always));
  written.push(
    ...typedDict(
      name,
      base ? `${base}, total=False` : optional.length > 0 ? 'TypedDict, total=False' : 'TypedDict',
      base ? optional : fields,
    ),
  );
}

type Field = { readonly field: string; readonly type: string; readonly about: string | undefined };

function typedDict(name: string, parents: string, fields: readonly Field[]): string[] {
  const lines = fields.map(
    ({ field, type, about }) => `${about ? `    # ${about}\n` : ''}    ${field}: ${type}`,
  );
  return ['', `class ${name}(${parents}):`, ...(lines.length > 0 ? lines : ['    pass']), ''];
}

/** The Python type of a schema. An object that is written out is first declared as `name`. */
function typeOf(schema: Json, name: string, written: string[]): string {
  if (refName(schema)) return refName(schema)!;
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.anyOf) return union(schema.anyOf.map((one: Json) => typeOf(one, name, written)));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ type }, name, written)));
  if (schema.type === 'array') return `List[${typeOf(schema.items, name.replace(/s$/, ''), written)}]`;
  if (schema.type !== 'object') return SIMPLE[schema.type] ?? 'Any';
  if (!schema.properties)
    return `Dict[str, ${schema.additionalProperties ? typeOf(schema.additionalProperties, name, written) : 'Any'}]`;
  declare(name, schema, written);
  return name;
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function union(types: readonly string[]): string {
  const given = types.filter((type) => type !== 'None');
  const one = given.length === 1 ? given[0]! : `Union[${given.join(', ')}]`;
  return given.length < types.length ? `Optional[${one}]` : one;
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

function errors(kit: Kit): string {
  return [
    ...HEAD,
    'from typing import Any, Dict, Mapping, Type',
    '',
    'from .failure import EarmarkError, PlanLimitError',
    '',
    `__all__ = [${kit.errors.map(({ className }) => `"${className}"`).join(', ')}]`,
    '',
    ...kit.errors.flatMap(({ code, className, planLimit, fields }) => [
      '',
      `class ${className}(${planLimit ? 'PlanLimitError' : 'EarmarkError'}):`,
      `    """\`\`${code}\`\`"""`,
      ...Object.keys(fields).flatMap((name) => [
        '',
        '    @property',
        `    def ${snakeCase(name)}(self) -> Any:`,
        `        return self.body["${name}"]`,
      ]),
      '',
    ]),
    '',
    '_CLASSES: Dict[str, Type[EarmarkError]] = {',
    ...kit.errors.map(({ code, className }) => `    "${code}": ${className},`),
    '}',
    '',
    '',
    'def error_of(status: int, headers: Mapping[str, str], body: Mapping[str, Any]) -> EarmarkError:',
    '    """The refusal that an answer is, by the code in its body."""',
    '    code = body.get("error")',
    '    kind = _CLASSES.get(code, EarmarkError) if isinstance(code, str) else EarmarkError',
    '    return kind(status, headers, body)',
    '',
  ].join('\n');
}

function client(kit: Kit): string {
  const names = new Set(
    kit.operations.flatMap(({ answer, pagesOf }) => [
      ...(refName(answer) ? [refName(answer)!] : []),
      ...(pagesOf ? [pagesOf.entry] : []),
    ]),
  );
  return [
    ...HEAD,
    'from typing import Any, Dict, Iterator, Optional',
    '',
    `from .shapes import ${[...names].sort().join(', ')}`,
    'from .transport import Transport, segment',
    '',
    '',
    'class Earmark(Transport):',
    `    """A client of the Earmark API, version ${kit.version}. Every method raises \`\`EarmarkError\`\` for a refusal."""`,
    '',
    kit.operations.flatMap((one) => [method(one), ...(one.pagesOf ? [iterator(one)] : [])]).join('\n\n'),
    '',
  ].join('\n');
}

function method(operation: Operation): string {
  const type = refName(operation.answer) ?? 'Dict[str, Any]';
  return [
    `    def ${snakeCase(operation.id)}(${argumentsOf(operation)}) -> ${type}:`,
    ...doc(operation),
    `        return ${sending(operation)}`,
  ].join('\n');
}

function iterator(operation: Operation): string {
  const { id, pagesOf } = operation;
  const passed = pythonValues(operation).map(({ name }) => {
    const argument = pythonArgument(name);
    return name === 'cursor' ? 'cursor=at' : `${argument}=${argument}`;
  });
  return [
    `    def ${snakeCase(id)}_all(${argumentsOf(operation)}) -> Iterator[${pagesOf!.entry}]:`,
    `        """Every entry of \`\`${snakeCase(id)}\`\`, page after page."""`,
    `        return self._entries(lambda at: self.${snakeCase(id)}(${passed.join(', ')}), "${pagesOf!.field}", cursor)`,
  ].join('\n');
}

function argumentsOf(operation: Operation): string {
  const values = pythonValues(operation);
  const needed = values
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${pythonArgument(name)}: ${simpleType(schema)}`);
  const optional = [
    ...values
      .filter(({ required }) => !required)
      .map(({ name, schema }) => `${pythonArgument(name)}: Optional[${simpleType(schema)}] = None`),
    ...(operation.keyed ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  return ['self', ...needed, ...(optional.length > 0 ? ['*', ...optional] : [])].join(', ');
}

/** The type of an argument, without the null that leaves it out: an argument that may be left out is `Optional` anyway. */
function simpleType({ type, anyOf }: Json): string {
  const given = anyOf ? anyOf.filter((one: Json) => one.type !== 'null') : [{ type }];
  return given.length === 1 ? (SIMPLE[given[0].type] ?? 'Any') : 'Any';
}

function doc(operation: Operation): string[] {
  const { summary, about } = operation;
  const told = pythonValues(operation).filter((value) => value.about);
  const text = (about.startsWith(`${summary}.`) ? about : `${summary}. ${about}`).replaceAll('`', '``');
  if (told.length === 0) return [`        """${text}"""`];
  return [
    `        """${text}`,
    '',
    ...told.map((value) => `        ${pythonArgument(value.name)}: ${value.about.replaceAll('`', '``')}`),
    '        """',
  ];
}

function sending(operation: Operation): string {
  const { id, method, path, inPath, inQuery, inBody, repeatable, keyed } = operation;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const argument = pythonArgument(name);
    return `{segment('${argument}', ${argument})}`;
  });
  const object = (values: Operation['inQuery']) =>
    `{${values.map(({ name }) => `"${name}": ${pythonArgument(name)}`).join(', ')}}`;
  const parts = [
    `"${id}"`,
    `"${method}"`,
    inPath.length > 0 ? `f"${address}"` : `"${path}"`,
    ...(inQuery.length > 0 ? [`query=${object(inQuery)}`] : []),
    ...(inBody.length > 0 ? [`body=${object(inBody)}`] : []),
    `repeatable=${repeatable ? 'True' : 'False'}`,
    ...(keyed ? ['keyed=True', 'idempotency_key=idempotency_key'] : []),
  ];
  return `self._send(${parts.join(', ')})`;
}
