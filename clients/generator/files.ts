import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectionOf } from '#server/contract/kits/collection.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { projectRoot } from '#server/platform/env.ts';
import { kitOf } from './model.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';
import { compiled } from './typescript-build.ts';

/** The service's address in the files of the repository. */
const ANY_SERVICE = 'https://earmark.example';
const GENERATED = 'clients/typescript/src/generated';
const COLLECTION = 'clients/collection/earmark.postman_collection.json';
const COMPILED = 'clients/typescript/dist';

type Files = Readonly<Record<string, string>>;

/** Writes what is generated from the description; returns the number of files. */
export async function writeFiles(): Promise<number> {
  for (const folder of [GENERATED, COMPILED])
    rmSync(join(projectRoot, folder), { recursive: true, force: true });
  const sources = await sourceFiles();
  write(sources);
  const built = builtFiles();
  write(built);
  return Object.keys({ ...sources, ...built }).length;
}

/** Files of the repository that differ from what the description gives. */
export async function filesBehind(): Promise<string[]> {
  const wanted = Object.entries({ ...(await sourceFiles()), ...builtFiles() });
  return wanted.filter(([path, text]) => current(path) !== text).map(([path]) => path);
}

/** What is generated from the description, by path in the repository. */
async function sourceFiles(): Promise<Files> {
  const document = openApiDocument(ANY_SERVICE);
  const kit = kitOf(document);
  return {
    ...below(GENERATED, await typescriptFiles(kit)),
    ...below('clients/python/earmark', pythonFiles(kit)),
    [COLLECTION]: `${JSON.stringify(collectionOf(document, 'http://localhost:3000'), null, 2)}\n`,
  };
}

/** The compiled TypeScript kit, by path in the repository. */
function builtFiles(): Files {
  return below(COMPILED, compiled(join(projectRoot, 'clients/typescript/src')));
}

function below(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

function write(files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
    writeFileSync(join(projectRoot, path), text);
  }
}

function current(path: string): string | null {
  try {
    return readFileSync(join(projectRoot, path), 'utf8');
  } catch {
    return null;
  }
}
