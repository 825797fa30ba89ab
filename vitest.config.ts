import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'app/**/*.test.ts', 'prisma/**/*.test.ts', 'clients/**/*.test.ts'],
    globalSetup: ['server/testing/postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
});
