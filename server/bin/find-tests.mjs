import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The MCP conformance suite, which has a runner of its own. */
export const CONFORMANCE = 'e2e/conformance/run.ts';

/**
 * The test files that `what` names, relative to `root`, and the title to select in them, if any. `what` is a path (relative to
 * `cwd`), a part of a path, or a title: files that contain its last part, after ` > `. `within` is the title given with a path.
 */
export function findTests(root, cwd, what, within) {
  const all = ['app', 'server', 'prisma', 'clients', 'bench', 'e2e'].flatMap((folder) =>
    testsUnder(root, folder),
  );
  const file = resolve(cwd, what);
  const path = existsSync(file) ? relative(root, file) : what;
  const named = all.filter((test) => test.includes(path));
  if (named.length > 0) return { files: named, title: within };
  const last = what.split(' > ').at(-1);
  return { files: all.filter((test) => readFileSync(join(root, test), 'utf8').includes(last)), title: what };
}

function testsUnder(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((file) => join(folder, file))
    .filter((file) => /\.(test|spec)\.ts$/.test(file) || file === CONFORMANCE);
}
