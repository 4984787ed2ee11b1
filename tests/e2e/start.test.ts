// `npm start` serves the product: the other tests run the deployed bundle without `wrangler dev`.

import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { FREE_PORT, OUTPUT, ROOT, TEMPLATE } from './support/servers.ts';

/** Migrations and seed are checked first, beside other tests. */
const START_MS = 150_000;

test('npm start serves the built pages and the seeded data', async ({ request }) => {
  test.setTimeout(START_MS + 30_000);
  const state = join(OUTPUT, 'state-start');
  cpSync(TEMPLATE, state, { recursive: true });
  const server = spawn(process.execPath, [join(ROOT, 'worker/commands/start.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(FREE_PORT), ONCA_STATE: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += String(part)));
  const ended = new Promise((resolve) => server.on('exit', resolve));
  try {
    const origin = `http://localhost:${FREE_PORT}`;
    const answer = () =>
      request.get(origin).then(
        (reply) => String(reply.status()),
        () => said,
      );
    await Promise.race([
      expect.poll(answer, { timeout: START_MS }).toBe('200'),
      ended.then(() => Promise.reject(new Error(`It ended, saying: ${said}`))),
    ]);
    const stats = (await (await request.get(`${origin}/api/stats`)).json()) as { customers: number };
    expect(stats.customers).toBeGreaterThan(0);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
});
