import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages, each named as the program that it brings. */
const PACKAGES = ['haproxy', 'pgbouncer', 'redis-server'];

/** What is to be done before the whole can start, in one sentence; null where nothing is. `path` is where programs are looked for, as in PATH. */
export function missing(root: string, path = ''): string | null {
  const absent = PACKAGES.filter((name) => !path.split(delimiter).some((folder) => runs(join(folder, name))));
  const steps = [
    ...(absent.length > 0 ? [`install Debian's packages (apt-get install ${absent.join(' ')})`] : []),
    ...(existsSync(join(root, '.next/BUILD_ID')) ? [] : ['build the pages (npm run build)']),
  ];
  return steps.length > 0 ? `First ${steps.join(' and ')}.` : null;
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
