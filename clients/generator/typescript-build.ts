import { join } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: [],
};

/**
 * Compiles the TypeScript kit in a folder to JavaScript and declarations: file names below `dist`, with their text. So the kit
 * runs without a flag and compiles under strict settings. Throws the errors when it does not compile.
 */
export function compiled(source: string): Record<string, string> {
  const files: Record<string, string> = {};
  const host = ts.createCompilerHost(OPTIONS);
  host.writeFile = (path, text) => {
    files[path.replace(/^\/dist\//, '')] = text;
  };
  const options = { ...OPTIONS, outDir: '/dist', rootDir: source };
  const program = ts.createProgram([join(source, 'index.ts')], options, host);
  const { diagnostics } = program.emit();
  const wrong = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (wrong.length > 0) throw new Error(ts.formatDiagnostics(wrong, host));
  return files;
}
