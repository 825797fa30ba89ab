import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type SpecStatement, statementsOf } from '#e2e/contract-specification.ts';
import { projectRoot } from '#server/platform/env.ts';

const STATEMENTS = 'e2e/contract-statements.psv';
export const TABLE = 'docs/contract.md';
/** The specification lies beside the project; it is not part of it. */
export const SPECIFICATION = join(projectRoot, '../shared/SPEC.md');

/** A row of the list: what it speaks of, in our words, and the test that proves it or why there is none. */
export type Row = {
  /** Keys of statements of SPEC.md; none for what is promised beside it. */
  readonly keys: readonly string[];
  readonly section: string;
  readonly text: string;
  readonly proof: { readonly file: string; readonly test: string } | { readonly excuse: string };
};

/** The table of docs/contract.md: each statement of SPEC.md with the tests that prove it. Throws naming tests that do not exist. */
export function contractTable(): string {
  const rows = readRows();
  const missing = missingTests(rows);
  if (missing.length > 0)
    throw new Error(`${STATEMENTS} names tests that do not exist:\n${missing.join('\n')}`);
  const sections = [...new Set(rows.flatMap((row) => sectionsOf(row)))];
  const intro = `# The contract and its tests

Written by \`npm run contract\` from ${STATEMENTS}. Each sentence, list item and table row of SPEC.md is one statement,
numbered under its heading; tests check that none is left out, that every test named exists, and that \`npm test\` ran it.
`;
  return `${intro}\n${sections.map((section) => tableOf(section, rows)).join('\n')}`;
}

/** What SPEC.md states and no row speaks of, and what rows speak of that SPEC.md does not say, or no longer in these words. */
export function specificationGaps(markdown: string): { unlisted: SpecStatement[]; unknown: string[] } {
  const stated = statementsOf(markdown);
  const listed = new Set(readRows().flatMap(({ keys }) => keys));
  const known = new Set(stated.map(({ key }) => key));
  return {
    unlisted: stated.filter(({ key }) => !listed.has(key)),
    unknown: [...listed].filter((key) => !known.has(key)),
  };
}

/** One row a line: keys of statements or +section|our words|test file|full name of the test; `-` for a file: why there is no test. */
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

function sectionsOf({ keys, section }: Row): string[] {
  return keys.length > 0 ? keys.map((key) => placeOf(key).heading) : [section];
}

function tableOf(section: string, rows: readonly Row[]): string {
  const beside = rows.filter((row) => row.section === section);
  const title = beside.length > 0 ? `Beside SPEC.md: ${section}` : titleOf(section);
  const lines = beside.length > 0 ? beside.map((row) => line('', [row])) : statementLines(section, rows);
  return `## ${title}\n\n| | Statement | Proven by |\n|---|---|---|\n${lines.join('\n')}\n`;
}

function statementLines(section: string, rows: readonly Row[]): string[] {
  const about = new Map<number, Row[]>();
  for (const row of rows) {
    for (const { heading, place } of row.keys.map(placeOf)) {
      if (heading === section) about.set(place, [...(about.get(place) ?? []), row]);
    }
  }
  const places = [...about].sort(([a], [b]) => a - b);
  return places.map(([place, found]) => line(String(place), found));
}

function line(place: string, rows: readonly Row[]): string {
  const proofs = rows.map(({ proof }) =>
    'excuse' in proof ? `No test: ${proof.excuse}` : `\`${proof.file}\`: ${proof.test}`,
  );
  return `| ${place} | ${rows.map(({ text }) => text).join('<br>')} | ${[...new Set(proofs)].join('<br>')} |`;
}

function placeOf(key: string): { heading: string; place: number } {
  const [, heading, place] = /^(.+)\.(\d+)-[0-9a-f]+$/.exec(key) ?? [];
  if (!heading) throw new Error(`${STATEMENTS}: ${key} is no key of a statement.`);
  return { heading, place: Number(place) };
}

function titleOf(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
}

/** Full names (`describe > it`) of the tests that a file declares, as they are written there. */
function testNames(file: string): Set<string> {
  const path = join(projectRoot, file);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const declared = declaration(node);
    const inner = declared ? [...outer, declared.name] : outer;
    if (declared?.kind === 'it') names.add(inner.join(' > '));
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, []);
  return names;
}

/** What `describe(...)`, `it(...)`, `it.each(...)(...)` and the like declare. */
function declaration(node: ts.Node): { kind: string; name: string } | null {
  if (!ts.isCallExpression(node) || !node.arguments[0]) return null;
  const kind = calledName(node.expression);
  if (kind !== 'describe' && kind !== 'it') return null;
  const [title] = node.arguments;
  if (ts.isStringLiteralLike(title)) return { kind, name: title.text };
  return ts.isTemplateExpression(title) ? { kind, name: title.getText().slice(1, -1) } : null;
}

function calledName(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return calledName(expression.expression);
  return null;
}

if (import.meta.main) writeFileSync(join(projectRoot, TABLE), contractTable());
