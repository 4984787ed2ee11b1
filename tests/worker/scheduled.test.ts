// What the clock starts.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { auditHead } from '../../worker/db/audit-log.ts';
import { closeOf, lastClose } from '../../worker/db/day-closes.ts';
import { lastLedgerCheck } from '../../worker/db/ledger-check.ts';
import { dayOf, lastClosableDay } from '../../worker/domain/day-closes.ts';
import { DAY_MS } from '../../worker/domain/time.ts';
import worker from '../../worker/index.ts';
import { NIGHTLY } from '../../worker/scheduled.ts';
import { createCustomer } from '../support/customers.ts';
import { fund } from '../support/funds.ts';
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

test('each minute the days that are over are closed', async () => {
  const at = Date.now() - 2 * DAY_MS;
  await fund(env.DB, await createCustomer(env), 20_000, at);
  await tick('* * * * *');
  const first = await closeOf(env.DB, dayOf(at));
  expect(first?.cashCents).toBeGreaterThanOrEqual(20_000);
  expect((await lastClose(env.DB))?.day).toBe(lastClosableDay(Date.now()));
  // The check of the night computes them again.
  await tick(NIGHTLY);
  expect(await lastLedgerCheck(env.DB)).toMatchObject({ ok: true, findings: [] });
});

test('each minute the prices are refreshed', async () => {
  await tick('* * * * *');
  const reply = await worker.fetch(new Request('http://localhost/api/prices'), env, createExecutionContext());
  const body = await reply.json<{ prices: unknown[] }>();
  expect(body.prices).toHaveLength(4);
});
