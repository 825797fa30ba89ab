import type { Prisma } from '#server/generated/prisma/client.ts';

/** The type of a column, as named in PostgreSQL's catalogue. */
export type Kind =
  | 'bool'
  | 'bytea'
  | 'date'
  | 'float8'
  | 'int'
  | 'json'
  | 'text'
  | 'text[]'
  | 'timestamptz'
  | 'uuid';

type ColumnFacts = {
  /** Null for a column of a table: the table decides. */
  readonly kind: Kind | null;
  readonly origin: { readonly table: string; readonly column: string } | null;
  /** Null: the table decides. */
  readonly nullable: boolean | null;
};

/** One column of a statement's rows, whose values are `Value`. */
export type Column<Value> = ColumnFacts & {
  /** Exists in types only. */
  readonly value: Value;
  /** The same with a narrower type: the words that a column may hold, the shape of a JSON value. */
  as<Narrow extends NonNullable<Value>>(): Column<Narrow | Extract<Value, null>>;
  /** The same, nullable: for outer joins and expressions that may be null. */
  orNull(): Column<Value | null>;
  /** The same, never null: for statements that filter such rows out. */
  notNull(): Column<NonNullable<Value>>;
};

/** The columns of a statement's rows, by name: all of them and no others. */
export type Shape = Readonly<Record<string, ColumnFacts>>;

/** A row of this shape. */
export type RowOf<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends Column<infer Value> ? Value : never;
};

/** Checks that a result is what its shape declares. */
export type Inspect = (shape: Shape, result: Result, text: string) => void;
type Result = {
  readonly fields: readonly {
    readonly name: string;
    readonly dataTypeID: number;
    readonly tableID: number;
    readonly columnID: number;
  }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

type Scalars<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];
/** The type our pool returns for a column: JSON is unknown, 64-bit numbers are numbers. */
type Read<Value> = [Prisma.JsonValue] extends [Value] ? unknown : Value extends bigint ? number : Value;
type Table<Model extends Prisma.ModelName> = {
  readonly [Name in keyof Scalars<Model>]: Column<Read<Scalars<Model>[Name]>>;
};
type Tables = { readonly [Model in Prisma.ModelName as Uncapitalize<Model>]: Table<Model> };

function column<Value>(facts: ColumnFacts): Column<Value> {
  return {
    ...facts,
    value: undefined as Value,
    as: () => column(facts),
    orNull: () => column({ ...facts, nullable: true }),
    notNull: () => column({ ...facts, nullable: false }),
  };
}

const expression = <Value>(kind: Kind) => column<Value>({ kind, origin: null, nullable: false });

/** Computed columns, and columns of set operations over several tables. Never null unless `orNull()`. */
export const computed = {
  bool: expression<boolean>('bool'),
  /** A UTC day, `YYYY-MM-DD`. */
  day: expression<string>('date'),
  float: expression<number>('float8'),
  int: expression<number>('int'),
  json: expression<unknown>('json'),
  moment: expression<Date>('timestamptz'),
  text: expression<string>('text'),
  texts: expression<string[]>('text[]'),
  uuid: expression<string>('uuid'),
};

/** The columns of every table as `prisma/schema.prisma` declares them: `tables.show.name`. */
export const tables = byName((model) => {
  const table = model.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return byName((name) => column({ kind: null, origin: { table, column: name }, nullable: null }));
}) as Tables;

/** Some columns of a table under their own names. */
export function pick<Of extends object, Name extends keyof Of>(of: Of, ...names: Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>;
}

function byName(make: (name: string) => unknown): unknown {
  return new Proxy({}, { get: (_, name) => make(String(name)) });
}
