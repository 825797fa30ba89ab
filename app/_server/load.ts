import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The server's functions for pages and server actions. */
export function serverSide(): Promise<typeof import('#server/edges/pages.ts')> {
  return edge('pages.ts');
}

/** The server's functions for route handlers. */
export function handlers(): Promise<typeof import('#server/edges/handlers.ts')> {
  return edge('handlers.ts');
}

/**
 * Loads a module of `server/edges` by Node, not by the bundler. So pages and front door share one copy of every
 * class, pool and bucket, and modules find the data files beside them.
 */
function edge<Module>(file: string): Promise<Module> {
  const url = pathToFileURL(join(process.cwd(), 'server', 'edges', file)).href;
  return import(/* turbopackIgnore: true */ url) as Promise<Module>;
}
