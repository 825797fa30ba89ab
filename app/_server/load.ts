import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type ServerSide = typeof import('#server/edges/pages.ts');

/**
 * The server's own modules, loaded by Node and not by the bundler: pages and front door share one copy of every
 * class, pool and bucket, and data files beside the modules are found where they are.
 */
export function serverSide(): Promise<ServerSide> {
  const file = pathToFileURL(join(process.cwd(), 'server', 'edges', 'pages.ts')).href;
  return import(/* turbopackIgnore: true */ file) as Promise<ServerSide>;
}
