// GET /api/health/deep says how long messages have been waiting, whether they can be sent at all, and whether alerts keep up
// with prices.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { ALERT_BACKLOG_MAX } from '../../../worker/domain/alerts.ts';
import { MAIL_LAG_MS } from '../../../worker/domain/mail-delivery.ts';
import type { DeepHealth } from '../../../worker/services/health.ts';
import { PURCHASE } from '../../fixtures/mail-examples.ts';
import { createCustomer, ORIGIN } from '../../support/customers.ts';
import { SetPrices, workerWith } from '../../support/money-calls.ts';
import { emptyOutbox, write } from '../../support/outbox.ts';

const hub = new SetPrices({ gold: 400_000, silver: 5_000 });

const asOperator = { Authorization: `Bearer ${env.OPS_TOKEN}` };

async function deep(
  over: Partial<Env> = {},
  headers: Record<string, string> = asOperator,
): Promise<DeepHealth> {
  const worker = workerWith(hub, over);
  return (await worker(new Request(`${ORIGIN}/api/health/deep`, { headers }))).json<DeepHealth>();
}

beforeEach(async () => {
  await emptyOutbox();
  // What another file of the folder checked by a clock of its own.
  await env.DB.prepare('DELETE FROM ledger_checks').run();
});

test('nothing waits: all is well', async () => {
  expect(await deep()).toMatchObject({ status: 'ok', mail: { ok: true, setUp: true, lagMs: 0 } });
});

test('the lag is the age of the oldest message that waits', async () => {
  const ana = await createCustomer(env);
  await write(ana, PURCHASE, Date.now() - MAIL_LAG_MS + 60_000);
  await write(ana, PURCHASE, Date.now());
  const early = await deep();
  expect(early).toMatchObject({ status: 'ok', mail: { ok: true } });
  expect(early.mail.lagMs).toBeGreaterThan(MAIL_LAG_MS - 120_000);
  await write(ana, PURCHASE, Date.now() - MAIL_LAG_MS - 60_000);
  expect(await deep()).toMatchObject({ status: 'degraded', mail: { ok: false } });
});

test('how many wait and were given up', async () => {
  // Other files of the folder may have given up some.
  const givenUpLastDay = (await deep()).mail.givenUpLastDay ?? Number.NaN;
  const ana = await createCustomer(env);
  await write(ana, PURCHASE, Date.now());
  const lost = await write(ana, PURCHASE, Date.now());
  await env.DB.prepare("UPDATE mail_outbox SET state = 'dead', next_attempt_at = NULL WHERE id = ?")
    .bind(lost)
    .run();
  expect((await deep()).mail).toMatchObject({ waiting: 1, givenUpLastDay: givenUpLastDay + 1 });
});

test('a production without a sender says so: nobody could ask for a new password', async () => {
  const live = { ENVIRONMENT: 'production' as never, SITE_ORIGIN: 'https://onca.example' };
  expect(await deep(live)).toMatchObject({ status: 'degraded', mail: { ok: false, setUp: false } });
  expect((await deep({ ...live, MAIL_FROM: 'avisos@onca.example' })).mail).toMatchObject({
    ok: true,
    setUp: true,
  });
});

test('a price that waits behind many others to be judged is a fault; how many wait is told', async () => {
  expect(await deep()).toMatchObject({ status: 'ok', alerts: { ok: true } });
  hub.ticksWaiting = ALERT_BACKLOG_MAX;
  expect(await deep()).toMatchObject({ status: 'ok', alerts: { ok: true } });
  hub.ticksWaiting = ALERT_BACKLOG_MAX + 1;
  expect(await deep()).toMatchObject({
    status: 'degraded',
    alerts: { ok: false, ticksWaiting: ALERT_BACKLOG_MAX + 1 },
  });
  hub.ticksWaiting = 0;
});

test('what a hub that does not answer has waiting is unknown, not nothing', async () => {
  hub.isDown = true;
  const told = await deep();
  hub.isDown = false;
  expect(told).toMatchObject({ status: 'degraded', alerts: { ok: false, ticksWaiting: null } });
});

test('L12: everybody else is told whether all is well, and nothing else, whatever is not', async () => {
  const wellOrNot = { status: expect.any(String) as string, at: expect.any(String) as string };
  for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
    expect(await deep({}, headers)).toEqual({ ...wellOrNot, status: 'ok' });
    const unsent = { ENVIRONMENT: 'production' as never, SITE_ORIGIN: 'https://onca.example' };
    expect(await deep(unsent, headers)).toEqual({ ...wellOrNot, status: 'degraded' });
  }
});
