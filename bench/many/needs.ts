import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages, each with a program of its name. */
const PACKAGES = ['haproxy', 'pgbouncer', 'redis-server'];

/** What must be installed or built before the bench can start, in one sentence; null if nothing. `path` is like PATH. */
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
