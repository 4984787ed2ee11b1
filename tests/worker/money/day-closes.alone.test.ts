// The minute cron closes the days that are over, and the check of the night computes them again.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { closeOf, lastClose } from '../../../worker/db/day-closes.ts';
import { lastLedgerCheck } from '../../../worker/db/ledger-check.ts';
import { dayOf, lastClosableDay } from '../../../worker/domain/day-closes.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { NIGHTLY } from '../../../worker/scheduled.ts';
import { createCustomer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { tick } from '../../support/tick.ts';

test('each minute the days that are over are closed; at night the ledger is checked and the result kept', async () => {
  const at = Date.now() - 2 * DAY_MS;
  await fund(env.DB, await createCustomer(env), 20_000, at);
  await tick('* * * * *');
  const first = await closeOf(env.DB, dayOf(at));
  expect(first?.cashCents).toBe(20_000);
  expect((await lastClose(env.DB))?.day).toBe(lastClosableDay(Date.now()));
  await tick(NIGHTLY);
  expect(await lastLedgerCheck(env.DB)).toMatchObject({ ok: true, findings: [] });
});
