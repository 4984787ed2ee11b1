// Browser tests run against the product itself: `npm start` on a port and a database of their own.

import { join, resolve } from 'node:path';
import { defineConfig } from 'playwright/test';
import { OPS_TOKEN } from './support/operator.ts';

const root = resolve(import.meta.dirname, '../..');
const port = Number(process.env['ONCA_E2E_PORT'] ?? 8790);
const executablePath = process.env['ONCA_CHROMIUM'] ?? '';

/** Somebody who has seen the welcome offer and answered the cookie notice: neither may interrupt another test. */
const returningVisitor = {
  cookies: [],
  origins: [
    {
      origin: `http://localhost:${port}`,
      localStorage: [
        { name: 'welcome_promo_shown', value: 'true' },
        { name: 'cookie-consent', value: 'accepted' },
      ],
    },
  ],
};

export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'tests/.output/browser'),
  reporter: [['list'], ['json', { outputFile: join(root, 'tests/.output/playwright.json') }]],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 1,
  // A busy machine may keep a frame back. What fails twice is a failure; what passed at its second try is named in the report.
  retries: 1,
  forbidOnly: true,
  projects: [
    { name: 'browser', testIgnore: 'books.test.ts', teardown: 'books' },
    // Once everything else has been done to them.
    { name: 'books', testMatch: 'books.test.ts' },
  ],
  use: {
    actionTimeout: 15_000,
    baseURL: `http://localhost:${port}`,
    storageState: returningVisitor,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === '' ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `${process.execPath} worker/commands/start.ts`,
    cwd: root,
    url: `http://localhost:${port}/`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: String(port),
      ONCA_STATE: join(root, 'tests/.output/state'),
      PRICE_POLL_MS: '2000',
      OPS_TOKEN,
    },
  },
});
