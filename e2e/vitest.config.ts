import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/service.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores hold the service, its database and a browser already.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
