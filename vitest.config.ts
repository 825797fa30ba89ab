import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { ownSettingsUnset } from './server/testing/own-settings.ts';

const TESTS = globSync(
  ['server', 'app', 'prisma', 'clients', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
  {
    exclude: ['**/node_modules/**'],
  },
);
/** What a test names that needs a process of its own: a database, another process, a setting, a spy. */
const OWN =
  /#server\/testing\/(?!cards|cpu|drawn|own-settings|reading\/evidence)|\b(?:inject|vi)\b|process\.(?:env|exit|std)|node:(?:child_process|worker_threads)/;
/** Tests that only read and decide share what they have loaded: a third of their time is loading. */
const DECIDING = TESTS.filter((file) => !OWN.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // A busy machine has been seen five times slower than itself.
    expect: { poll: { timeout: 60_000 } },
    env: ownSettingsUnset(),
    projects: [
      { extends: true, test: { name: 'deciding', include: DECIDING.map(asPattern), isolate: false } },
      {
        extends: true,
        test: {
          name: 'the rest',
          include: TESTS.filter((file) => !DECIDING.includes(file)).map(asPattern),
          globalSetup: ['server/testing/postgres.ts'],
        },
      },
    ],
  },
});

/** A path as a pattern that matches nothing else: routes of the app have brackets in their names. */
function asPattern(path: string): string {
  return path.replace(/[()[\]]/g, '\\$&');
}
