import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The settings of a `.env` file, this checkout's unless given, each empty. The service and Next take an empty setting for unset, so
 * processes of tests that get these never meet the database, the mail server or the keys of whoever runs the tests.
 */
export function ownSettingsUnset(file = join(import.meta.dirname, '../../.env')): Record<string, string> {
  if (!existsSync(file)) return {};
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')));
  return Object.fromEntries(names.map((name) => [name, '']));
}
