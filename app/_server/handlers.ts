import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handlers = typeof import('#server/edges/handlers.ts');

/** What route handlers call, loaded by Node and not by the bundler, for the reasons of `load.ts`. */
export function handlers(): Promise<Handlers> {
  const file = pathToFileURL(join(process.cwd(), 'server', 'edges', 'handlers.ts')).href;
  return import(/* turbopackIgnore: true */ file) as Promise<Handlers>;
}
