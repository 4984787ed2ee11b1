// Browser tests run against the product itself: one local server per test worker (support/servers.ts).

import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { OUTPUT, OWN_SERVER, ROOT, WORKERS } from './support/servers.ts';
import { DEEP } from './support/tier.ts';

const executablePath = process.env['ONCA_CHROMIUM'] ?? '';
/** Set by `npm run test:firefox`: then the tests with the tag `@firefox` run there, through WebDriver BiDi (D102). */
const firefoxPath = process.env['ONCA_FIREFOX'] ?? '';

const CHROMIUM = {
  launchOptions: {
    ...(executablePath === '' ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page lives for seconds: code that is made faster by another thread meanwhile is a tenth of the browser's time, and
      // the page ends before it pays.
      ...(DEEP ? [] : ['--js-flags=--no-opt,--no-maglev']),
      // A page leaves the process of the blank one before it, since the site keeps its opener policy: to another of its own,
      // which costs more than a tenth of a first load, or back to the same.
      '--renderer-process-limit=1',
    ],
  },
};
/** The channel is what makes Playwright speak BiDi with it; without, it expects a Firefox with patches of its own. */
const FIREFOX = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: join(import.meta.dirname, 'support', 'firefox.ts'),
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
  },
} as const;

/** A visitor who has seen the welcome offer and answered the cookie notice: neither interrupts a test. */
const returningVisitor = {
  cookies: [],
  origins: [
    {
      origin: OWN_SERVER.origin,
      localStorage: [
        { name: 'welcome_promo_shown', value: 'true' },
        { name: 'cookie-consent', value: 'accepted' },
      ],
    },
  ],
};

export default defineConfig({
  testDir: '.',
  outputDir: join(OUTPUT, 'browser'),
  reporter: [
    ['list'],
    ['json', { outputFile: join(OUTPUT, firefoxPath === '' ? 'playwright.json' : 'firefox.json') }],
  ],
  // For a test that hangs: on a slow machine, and in the deep run, some take longer than a minute and a half.
  timeout: 300_000,
  expect: { timeout: 10_000 },
  workers: WORKERS,
  fullyParallel: true,
  // A test that fails sometimes is a defect.
  retries: 0,
  forbidOnly: true,
  ...(firefoxPath !== '' ? { grep: /@firefox/u } : DEEP ? {} : { grepInvert: /@deep/u }),
  projects: [
    { name: 'browser', testIgnore: 'books.test.ts', teardown: 'books' },
    // The ledgers are checked after all other tests.
    { name: 'books', testMatch: 'books.test.ts' },
  ],
  use: {
    actionTimeout: 15_000,
    baseURL: OWN_SERVER.origin,
    storageState: returningVisitor,
    // An animation that no test waits for takes a seventh of a core per open page. The deep run has them all.
    ...(DEEP || firefoxPath !== '' ? {} : { contextOptions: { reducedMotion: 'reduce' } }),
    // A trace records every test to keep the few that fail: on request alone.
    trace: process.env['ONCA_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    ...(firefoxPath === '' ? CHROMIUM : FIREFOX),
  },
  webServer: {
    command: `${process.execPath} tests/e2e/start-servers.ts`,
    cwd: ROOT,
    wait: { stdout: /All servers answer/u },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
