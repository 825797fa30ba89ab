import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Chromium has no npm package that holds it: the system's, or the one that E2E_CHROMIUM names. */
const chromium = [process.env.E2E_CHROMIUM, process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: 'e2e/journeys',
  outputDir: 'test-results/journeys',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Two cores hold one worker's service, its database and its browser.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: ['--no-sandbox'] },
  },
});
