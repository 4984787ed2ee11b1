// What the clock starts.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { auditHead } from '../../worker/db/audit-log.ts';
import worker from '../../worker/index.ts';
import { NIGHTLY } from '../../worker/scheduled.ts';
import wranglerToml from '../../wrangler.toml?raw';

async function tick(cron: string): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron, scheduledTime: Date.now() }), env, ctx);
  await waitOnExecutionContext(ctx);
}

test('the nightly trigger is one the platform is told of', () => {
  expect(wranglerToml).toContain(`"${NIGHTLY}"`);
});

test('at night the ledger is checked and the result kept', async () => {
  await tick(NIGHTLY);
  const row = await env.DB.prepare('SELECT ok, findings FROM ledger_checks').first();
  expect(row).toEqual({ ok: 1, findings: '[]' });
});

test('each minute the end of the audit log is written down outside of the database', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await tick('* * * * *');
  const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  said.mockRestore();
  expect(lines.find(({ job }) => job === 'audit-head')).toMatchObject({
    event: 'cron',
    counted: await auditHead(env.DB),
  });
});

test('each minute the prices are refreshed', async () => {
  await tick('* * * * *');
  const reply = await worker.fetch(new Request('http://localhost/api/prices'), env, createExecutionContext());
  const body = await reply.json<{ prices: unknown[] }>();
  expect(body.prices).toHaveLength(4);
});
