import { findPackageJSON } from 'node:module';
import packageJson from '../../package.json' with { type: 'json' };

/** The optional dependencies are the encoder's packages (`load.ts`), and no others. */
const PACKAGES = Object.keys(packageJson.optionalDependencies);

/** Whether the encoder's packages are installed. Does not load them: that takes 200 MB. */
export function encoderInstalled(packages: readonly string[] = PACKAGES): boolean {
  return packages.every(isInstalled);
}

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
