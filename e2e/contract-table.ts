import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '#server/platform/env.ts';

const STATEMENTS = 'e2e/contract-statements.psv';
export const TABLE = 'docs/contract.md';

type Statement = {
  readonly section: string;
  readonly text: string;
  readonly file: string;
  readonly test: string;
};

/** The table of docs/contract.md: each statement of SPEC.md with the test that proves it. Throws naming tests that do not exist. */
export function contractTable(): string {
  const statements = readStatements();
  const known = new Map<string, ReadonlySet<string>>();
  for (const { file } of statements) if (!known.has(file)) known.set(file, testNames(file));
  const missing = statements.filter(({ file, test }) => !known.get(file)!.has(test));
  if (missing.length > 0) {
    const named = missing.map(({ section, file, test }) => `${section}: ${file}: ${test}`);
    throw new Error(`${STATEMENTS} names tests that do not exist:\n${named.join('\n')}`);
  }
  const sections = [...new Set(statements.map(({ section }) => section))];
  const parts = sections.map((section) => tableOf(section, statements));
  return `# The contract and its tests\n\nWritten by \`npm run contract\` from ${STATEMENTS}; a test checks that it is up to date and that every test named exists.\n\n${parts.join('\n')}`;
}

function tableOf(section: string, statements: readonly Statement[]): string {
  const rows = statements
    .filter((statement) => statement.section === section)
    .map(({ text, file, test }) => `| ${text} | \`${file}\`: ${test} |`);
  return `## ${section}\n\n| Statement | Proven by |\n|---|---|\n${rows.join('\n')}\n`;
}

/** One statement a line: section|statement|test file|full name of the test. */
function readStatements(): Statement[] {
  const lines = readFileSync(join(projectRoot, STATEMENTS), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [section, text, file, test, ...rest] = line.split('|');
      if (!section || !text || !file || !test || rest.length > 0) throw new Error(`${STATEMENTS}: ${line}`);
      return { section, text, file, test };
    });
}

/** Full names (`describe > it`) of the tests that a file declares, as they are written there. */
export function testNames(file: string): Set<string> {
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
