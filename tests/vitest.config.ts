// `unit`, `faults-run` and `soak` run in Node; `worker` and `faults` run inside workerd with the real D1, R2 and
// Durable Objects. Only the outside world (price vendors) is a loopback server.
// Two files run at a time. `worker-suites` runs the files of a folder in one runtime (support/suite.ts); `worker` runs each
// in its own, for a filter and for the deep run.

import { resolve } from 'node:path';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { NEW_KEY } from './fixtures/signing-keys.ts';
import { withCheapPasswords } from './support/cheap-passwords.ts';
import { migratedSchema } from './support/migrated-schema.ts';

/** `npm run test:deep`: random tests run ten times as long, and passwords are hashed at the product's cost. */
const DEEP = process.env['ONCA_DEEP'] === '1';
/** Generous, because a busy machine is no reason to fail. */
const TIMEOUT_MS = DEEP ? 900_000 : 120_000;
const root = resolve(import.meta.dirname, '..');

const workerBindings = {
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'simulated',
  FX_PROVIDERS: 'simulated',
  SESSION_SECRET: 'test-session-secret-0123456789abcdef',
  SIGNING_KEYS: NEW_KEY,
  GATEWAY_SECRET: 'test-gateway-secret-0123456789abcdef',
  PAYOUT_KEY: 'test-payout-key-0123456789abcdef0123',
  PASSWORD_PEPPER: 'test-pepper-0123456789abcdef0123',
  OPS_TOKEN: 'ops-token-for-tests-0123456789abcdef',
  PRICE_POLL_MS: '1000',
  // More than one, so that what must find its relay has others to miss.
  PRICE_RELAYS: '4',
  SMS_GATEWAY: 'sandbox',
  PUSH_GATEWAY: '',
  TEST_SCHEMA: migratedSchema(),
};

const cheapPasswords = {
  name: 'cheap-passwords',
  transform: (code: string, id: string): string | undefined =>
    id.endsWith('/worker/auth/passwords.ts') ? withCheapPasswords(code) : undefined,
};

export function insideWorkerd(name: string, include: readonly string[]) {
  return {
    root,
    plugins: [
      ...(DEEP ? [] : [cheapPasswords]),
      cloudflareTest({
        wrangler: { configPath: `${root}/wrangler.toml` },
        miniflare: { bindings: workerBindings },
      }),
    ],
    test: {
      name,
      include: [...include],
      globalSetup: [`${root}/tests/support/vendors.ts`],
      setupFiles: [`${root}/tests/support/begin.ts`, `${root}/tests/support/quiet-log.ts`],
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
    },
  };
}

export default defineConfig({
  root,
  test: {
    root,
    reporters: ['default'],
    silent: 'passed-only',
    provide: { deep: DEEP },
    maxWorkers: 2,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        root,
        test: {
          name: 'faults-run',
          include: ['tests/{faults-run,attack}/*.test.ts'],
          environment: 'node',
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        root,
        test: {
          name: 'soak',
          include: ['tests/soak/*.test.ts'],
          environment: 'node',
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      insideWorkerd('worker', ['tests/worker/**/*.test.ts']),
      insideWorkerd('worker-suites', ['tests/worker/*.suite.ts']),
      insideWorkerd('faults', ['tests/faults/**/*.test.ts']),
    ],
  },
});
