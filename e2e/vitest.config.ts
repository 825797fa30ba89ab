import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/contract-service.ts'],
    testTimeout: 180_000,
    hookTimeout: 360_000,
    // The service and its database already use two cores.
    maxWorkers: 1,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
  },
});
