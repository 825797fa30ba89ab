// npm run slim: deletes from node_modules what the built service never opens: what only builds and tests it, and other
// platforms' libraries. `npm start`, the command and workers still work; after a change of the sources all is installed again.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import './build.mjs';
import { root } from './prepare.mjs';

/** Needed only to build the pages and the database client. */
const FOR_BUILDING = ['prisma', 'tailwindcss', '@tailwindcss/postcss', 'typescript'];

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const kept = reachable();
const spare = Object.keys(packages).filter(
  (path) => path !== '' && !kept.has(path) && existsSync(join(root, path)),
);
const libraries = join(root, 'node_modules/onnxruntime-node/bin');
const foreign = subfolders(libraries).flatMap((version) =>
  subfolders(version).flatMap((system) =>
    system.endsWith(process.platform)
      ? subfolders(system).filter((one) => !one.endsWith(process.arch))
      : [system],
  ),
);
const taken = [...spare.map((path) => join(root, path)), ...foreign];
const bytes = taken.reduce((sum, path) => sum + sizeOf(path), 0);
for (const path of taken) rmSync(path, { recursive: true, force: true });
process.stdout.write(
  `Took away ${spare.length} packages and ${foreign.length} libraries: ${Math.round(bytes / 1e6)} MB.\n`,
);

/** Paths of the packages that the running service may load, as in the lock file. */
function reachable() {
  const own = packages[''];
  const found = new Set();
  const open = wanted({ ...own.dependencies, ...own.optionalDependencies }).map((name) => locate('', name));
  while (open.length > 0) {
    const path = open.pop();
    if (path === null || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of wanted({ ...dependencies, ...optionalDependencies })) open.push(locate(path, name));
    for (const name of peers.filter((name) => !FOR_BUILDING.includes(name))) open.push(locate(path, name));
  }
  return found;
}

function wanted(dependencies) {
  return Object.keys(dependencies).filter((name) => !FOR_BUILDING.includes(name));
}

/** The path at which Node resolves a package from another; null for packages of other platforms. */
function locate(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return null;
  }
}

function subfolders(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function sizeOf(path) {
  if (!existsSync(path)) return 0;
  const about = statSync(path);
  return about.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : about.size;
}
