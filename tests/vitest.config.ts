// Three projects: `unit` runs in Node; `worker` and `faults` run inside workerd with the real D1, R2 and
// Durable Objects. Only the outside world (price vendors) is a loopback server.

import { resolve } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '..');
const migrations = await readD1Migrations(`${root}/migrations`);

const workerBindings = {
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'simulated',
  FX_PROVIDERS: 'simulated',
  SESSION_SECRET: 'test-session-secret-0123456789abcdef',
  QUOTE_SECRET: 'test-quote-secret-0123456789abcdef',
  GATEWAY_SECRET: 'test-gateway-secret-0123456789abcdef',
  PASSWORD_PEPPER: 'test-pepper-0123456789abcdef',
  OPS_TOKEN: 'ops-token-for-tests',
  PRICE_POLL_MS: '1000',
  SMS_GATEWAY: 'sandbox',
  PUSH_GATEWAY: '',
  TEST_MIGRATIONS: migrations,
};

function insideWorkerd(name: string, bindings: Record<string, unknown> = {}) {
  return {
    root,
    plugins: [
      cloudflareTest({
        wrangler: { configPath: `${root}/wrangler.toml` },
        miniflare: { bindings: { ...workerBindings, ...bindings } },
      }),
    ],
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      globalSetup: [`${root}/tests/support/vendors.ts`],
      setupFiles: [`${root}/tests/support/apply-migrations.ts`],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
}

export default defineConfig({
  root,
  test: {
    root,
    reporters: ['default'],
    silent: 'passed-only',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      insideWorkerd('worker'),
      insideWorkerd('faults'),
    ],
  },
});
