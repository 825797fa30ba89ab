import { defineConfig } from 'vitest/config';
import { ownSettingsUnset } from './server/testing/own-settings.ts';

const TESTS = ['server', 'app', 'prisma', 'clients', 'bench'].map((folder) => `${folder}/**/*.test.ts`);
/** What only reads and decides: no database, no process, no setting is changed. Such files share what they have loaded. */
const READING = ['language', 'linking/{link,themes}', 'feeds', 'ingest/extract', 'ingest/eval'].map(
  (folder) => `server/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // A busy machine has been seen five times slower than itself.
    expect: { poll: { timeout: 60_000 } },
    env: ownSettingsUnset(),
    projects: [
      { extends: true, test: { name: 'reading', include: READING, isolate: false } },
      {
        extends: true,
        test: {
          name: 'the rest',
          include: TESTS,
          exclude: [...READING, '**/node_modules/**'],
          globalSetup: ['server/testing/postgres.ts'],
        },
      },
    ],
  },
});
