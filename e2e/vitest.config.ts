import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/contract-service.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores hold the service and its database already.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
