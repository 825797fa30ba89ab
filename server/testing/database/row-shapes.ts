import type { Inspect, Kind, Shape } from '#server/platform/rows.ts';
import { queryOnce } from '#server/testing/database/databases.ts';

type Field = Parameters<Inspect>[1]['fields'][number];
type CatalogueColumn = { readonly table: string; readonly column: string; readonly notNull: boolean };
type Catalogue = { get(key: string): CatalogueColumn | undefined };

const kindOfType: Readonly<Record<number, Kind>> = {
  16: 'bool',
  17: 'bytea',
  20: 'int',
  21: 'int',
  23: 'int',
  25: 'text',
  114: 'json',
  701: 'float8',
  1009: 'text[]',
  1043: 'text',
  1082: 'date',
  1184: 'timestamptz',
  2950: 'uuid',
  3802: 'json',
};

/**
 * Checks every result of a database against the shape that its statement declares: the names of the columns, the table and
 * column that PostgreSQL reports for each, their types, and that nulls appear only where declared. Throws where they differ.
 */
export async function rowInspector(url: string): Promise<Inspect> {
  const catalogue = await readCatalogue(url);
  const agreed = new WeakMap<Shape, Set<string>>();
  return (shape, { fields, rows }, statement) => {
    const texts = agreed.get(shape) ?? new Set();
    agreed.set(shape, texts);
    const wrong = texts.has(statement) ? [] : differences(shape, fields, catalogue);
    wrong.push(...emptied(shape, fields, rows, catalogue));
    if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n${statement}`);
    texts.add(statement);
  };
}

async function readCatalogue(url: string): Promise<Catalogue> {
  const rows = (await queryOnce(
    url,
    `SELECT attrelid || '.' || attnum AS key, relname AS table, attname AS column, attnotnull AS "notNull"
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND attnum > 0`,
  )) as (CatalogueColumn & { key: string })[];
  return new Map(rows.map((row) => [row.key, row]));
}

const sourceOf = (catalogue: Catalogue, field: Field) => catalogue.get(`${field.tableID}.${field.columnID}`);

/** Whether a column may be null. List columns never are: an empty list is written as such. */
function mayBeNull(source: CatalogueColumn | undefined, field: Field): boolean {
  return source?.notNull === false && kindOfType[field.dataTypeID] !== 'text[]';
}

function differences(shape: Shape, fields: readonly Field[], catalogue: Catalogue): string[] {
  const told = new Set(fields.map((field) => field.name));
  const missing = Object.keys(shape).filter((name) => !told.has(name));
  return [
    ...missing.map((name) => `The statement has no column ${name}.`),
    ...fields.flatMap((field) => difference(shape, field, catalogue) ?? []),
  ];
}

function difference(shape: Shape, field: Field, catalogue: Catalogue): string | null {
  const { name } = field;
  const declared = shape[name];
  if (!declared) return `The shape does not declare ${name}.`;
  const source = sourceOf(catalogue, field);
  const kind = kindOfType[field.dataTypeID];
  if (!declared.origin) {
    if (kind !== declared.kind)
      return `${name} is of type ${kind ?? field.dataTypeID}, not ${declared.kind}.`;
    const mayBeEmpty = source && mayBeNull(source, field) && declared.nullable === false;
    return mayBeEmpty
      ? `${name} reads ${source.table}.${source.column}, which may be null: declare that.`
      : null;
  }
  const { table, column } = declared.origin;
  if (source?.table !== table || source.column !== column) {
    return `${name} comes from ${source ? `${source.table}.${source.column}` : 'an expression'}, not ${table}.${column}.`;
  }
  return kind === undefined || kind === 'date' ? `${name} is read as another type than its table's.` : null;
}

function emptied(
  shape: Shape,
  fields: readonly Field[],
  rows: readonly Readonly<Record<string, unknown>>[],
  catalogue: Catalogue,
): string[] {
  return fields.flatMap((field) => {
    const nullable = shape[field.name]?.nullable ?? mayBeNull(sourceOf(catalogue, field), field);
    if (nullable || rows.every((row) => row[field.name] !== null)) return [];
    return [`${field.name} is null, which its shape does not allow.`];
  });
}
