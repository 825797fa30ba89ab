import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type ContractSection, sectionsIn, slugOf } from '#e2e/contract-sections.ts';
import { type SpecStatement, statementsOf } from '#e2e/contract-specification.ts';
import { projectRoot } from '#server/platform/env.ts';

const STATEMENTS = 'e2e/contract-statements.psv';
export const CONTRACT = 'docs/contract.md';
export const TABLE = 'docs/contract-tests.md';
/** The specification that the contract was built from. It is not part of the project and may be missing. */
export const SPECIFICATION = join(projectRoot, '../shared/SPEC.md');

/** The functions of Vitest and Playwright that declare groups and tests. */
const KINDS: Readonly<Record<string, 'describe' | 'test'>> = {
  describe: 'describe',
  it: 'test',
  test: 'test',
};

/** A row of the list: a promise in our words, and the test that proves it or why there is none. */
export type Row = {
  /** Keys of the specification's statements; none for a promise beyond it, which has a section. */
  readonly keys: readonly string[];
  readonly section: string;
  readonly text: string;
  readonly proof: { readonly file: string; readonly test: string } | { readonly excuse: string };
};

/** The text of docs/contract-tests.md: each promise of the contract with its tests. Throws naming tests that do not exist. */
export function contractTable(): string {
  const rows = readRows();
  const missing = missingTests(rows);
  if (missing.length > 0)
    throw new Error(`${STATEMENTS} names tests that do not exist:\n${missing.join('\n')}`);
  const tables = contractSections().map((section) => tableOf(section, rows));
  return `# What proves the contract

Written by \`npm run contract\` from ${STATEMENTS}: each promise of [contract.md](contract.md), by section and number, with the tests
that prove it. Tests check that no promise is without one, that every test named exists, and that \`npm test\` ran it.

${tables.filter((table) => table !== null).join('\n')}`;
}

/** Promises of docs/contract.md without a row (`Limits 3`), and rows without a promise (`limits.3`). */
export function contractGaps(): { unproven: string[]; unwritten: string[] } {
  const sections = contractSections();
  const written = sections.flatMap(({ title, slug, numbers }) =>
    numbers.map((number) => ({ name: `${title} ${number}`, id: `${slug}.${number}` })),
  );
  const proven = new Set(placedRows(readRows()).map(({ slug, number }) => `${slug}.${number}`));
  const known = new Set(written.map(({ id }) => id));
  return {
    unproven: written.filter(({ id }) => !proven.has(id)).map(({ name }) => name),
    unwritten: [...proven].filter((id) => !known.has(id)),
  };
}

/** The sections of docs/contract.md, in order. */
function contractSections(): ContractSection[] {
  return sectionsIn(readFileSync(join(projectRoot, CONTRACT), 'utf8'));
}

/** Statements of the specification without a row, and keys of rows whose statement is not there or was reworded. */
export function specificationGaps(markdown: string): { unlisted: SpecStatement[]; unknown: string[] } {
  const stated = statementsOf(markdown);
  const listed = new Set(readRows().flatMap(({ keys }) => keys));
  const known = new Set(stated.map(({ key }) => key));
  return {
    unlisted: stated.filter(({ key }) => !listed.has(key)),
    unknown: [...listed].filter((key) => !known.has(key)),
  };
}

/** Rows of the list, one a line: `keys or +section|our words|test file|full name of the test`, or `...|-|why there is no test`. */
export function readRows(): Row[] {
  const lines = readFileSync(join(projectRoot, STATEMENTS), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(rowOf);
}

function rowOf(line: string): Row {
  const [subject, text, file, test, ...rest] = line.split('|');
  if (!subject || !text || !file || !test || rest.length > 0) throw new Error(`${STATEMENTS}: ${line}`);
  const beside = subject.startsWith('+');
  return {
    keys: beside ? [] : subject.split(' '),
    section: beside ? subject.slice(1) : '',
    text,
    proof: file === '-' ? { excuse: test } : { file, test },
  };
}

function missingTests(rows: readonly Row[]): string[] {
  const known = new Map<string, ReadonlySet<string>>();
  return rows.flatMap(({ text, proof }) => {
    if ('excuse' in proof) return [];
    if (!known.has(proof.file)) known.set(proof.file, testNames(proof.file));
    return known.get(proof.file)!.has(proof.test) ? [] : [`${text}: ${proof.file}: ${proof.test}`];
  });
}

/** Each row with the section and number of its promise. Promises beyond the specification are numbered in the order of their rows. */
function placedRows(rows: readonly Row[]): { slug: string; number: number; row: Row }[] {
  const added = new Map<string, number>();
  return rows.flatMap((row) => {
    if (row.keys.length > 0) return row.keys.map((key) => ({ ...placeOf(key), row }));
    const slug = slugOf(`Added: ${row.section}`);
    const number = (added.get(slug) ?? 0) + 1;
    added.set(slug, number);
    return [{ slug, number, row }];
  });
}

function tableOf({ title, slug, numbers }: ContractSection, rows: readonly Row[]): string | null {
  if (numbers.length === 0) return null;
  const placed = Map.groupBy(
    placedRows(rows).filter((at) => at.slug === slug),
    ({ number }) => number,
  );
  const lines = numbers.map((number) =>
    line(
      number,
      (placed.get(number) ?? []).map(({ row }) => row),
    ),
  );
  return `## ${title}\n\n| | Promise | Proven by |\n|---|---|---|\n${lines.join('\n')}\n`;
}

function line(number: number, rows: readonly Row[]): string {
  const proofs = rows.map(({ proof }) =>
    'excuse' in proof ? `No test: ${proof.excuse}` : `\`${proof.file}\`: ${proof.test}`,
  );
  return `| ${number} | ${rows.map(({ text }) => text).join('<br>')} | ${[...new Set(proofs)].join('<br>')} |`;
}

function placeOf(key: string): { slug: string; number: number } {
  const [, slug, number] = /^(.+)\.(\d+)-[0-9a-f]+$/.exec(key) ?? [];
  if (!slug) throw new Error(`${STATEMENTS}: ${key} is no key of a statement.`);
  return { slug, number: Number(number) };
}

/** Full names (`describe > it`) of the tests that a file declares, as written. */
function testNames(file: string): Set<string> {
  const path = join(projectRoot, file);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const declared = declaration(node);
    const inner = declared ? [...outer, declared.name] : outer;
    if (declared?.kind === 'test') names.add(inner.join(' > '));
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, []);
  return names;
}

/** The group or test that a call such as `describe(...)`, `it.each(...)(...)` or `test.describe(...)` declares; null for other nodes. */
function declaration(node: ts.Node): { kind: 'describe' | 'test'; name: string } | null {
  if (!ts.isCallExpression(node) || !node.arguments[0]) return null;
  const kind = declaredKind(node.expression);
  if (!kind) return null;
  const [title] = node.arguments;
  if (ts.isStringLiteralLike(title)) return { kind, name: title.text };
  return ts.isTemplateExpression(title) ? { kind, name: title.getText().slice(1, -1) } : null;
}

function declaredKind(expression: ts.Expression): 'describe' | 'test' | null {
  if (ts.isIdentifier(expression)) return KINDS[expression.text] ?? null;
  if (ts.isCallExpression(expression)) return declaredKind(expression.expression);
  if (!ts.isPropertyAccessExpression(expression)) return null;
  const { name, expression: of } = expression;
  return ts.isIdentifier(of) && of.text === 'test' ? (KINDS[name.text] ?? null) : declaredKind(of);
}

if (import.meta.main) writeFileSync(join(projectRoot, TABLE), contractTable());
