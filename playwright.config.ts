import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const known: string[] = JSON.parse(readFileSync(new URL('./e2e/chromium.json', import.meta.url), 'utf8'));
/** The browser that E2E_CHROMIUM names, or the system's; Playwright's own where there is neither. */
const chromium = [process.env.E2E_CHROMIUM, ...known].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: 'e2e/journeys',
  outputDir: 'test-results/journeys',
  // A shared machine has been seen five times slower than itself: nothing here measures time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Two cores hold one worker's service, its database and its browser.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace of every journey takes a third of its time: E2E_TRACE=1 keeps those of what fails.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: ['--no-sandbox'] },
  },
});
