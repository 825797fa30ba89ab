import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What pages call. */
export function serverSide(): Promise<typeof import('#server/edges/pages.ts')> {
  return edge('pages.ts');
}

/** What route handlers call. */
export function handlers(): Promise<typeof import('#server/edges/handlers.ts')> {
  return edge('handlers.ts');
}

/**
 * The server's own modules, loaded by Node and not by the bundler: pages and front door share one copy of every
 * class, pool and bucket, and data files beside the modules are found where they are.
 */
function edge<Module>(file: string): Promise<Module> {
  const url = pathToFileURL(join(process.cwd(), 'server', 'edges', file)).href;
  return import(/* turbopackIgnore: true */ url) as Promise<Module>;
}
