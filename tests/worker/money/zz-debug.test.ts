import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { readWithdrawable } from '../../../worker/db/withdrawable.ts';
import { fund } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { addPayoutAccount, createWithdrawer } from '../../support/withdrawals.ts';
test.each([1_000_000, 1_000_000, 1_000_000])('x %i', async (cash) => {
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, cash, Date.now() - 30 * DAY_MS);
  const pix = await addPayoutAccount(env, ana);
  const before = await readWithdrawable(env.DB, ana.userId, Date.now());
  const made = await (await callsOf(ana).post('/api/withdrawals', { amountCents: 50_000, payoutAccountId: pix }, 'k')).text();
  const { results } = await env.DB.prepare('SELECT * FROM deposits WHERE account_id = ?').bind(ana.userId).all();
  const months = await env.DB.prepare('SELECT * FROM storage_months').all();
  expect(JSON.stringify([before, made.slice(0, 200), results, months.results])).toBe('');
});
