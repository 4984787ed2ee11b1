// A customer who withdraws: the terms, the question, the cron of a moment, and the letters.

import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Withdrawal, WithdrawalReply, WithdrawalTerms } from '../../../worker/contract/withdrawals.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { type Customer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { callsOf, SetPrices, workerWith } from '../../support/money-calls.ts';
import { outboxOf } from '../../support/outbox.ts';
import { addPayoutAccount, createWithdrawer } from '../../support/withdrawals.ts';
import { post } from '../accounts/calls.ts';
import { depsAt } from '../accounts/my-data-world.ts';
import { stepUpNow } from '../factors/enrol.ts';

export const rated = new SetPrices({ gold: 400_000, silver: 5_000 }, 54_000);
export const worker = workerWith(rated);

export const termsOf = async (who: Customer) =>
  (await callsOf(who, worker).get('/api/withdrawals/terms')).json<WithdrawalTerms>();
export const ask = (who: Customer, amountCents: number, payoutAccountId: string) =>
  callsOf(who, worker).post('/api/withdrawals', { amountCents, payoutAccountId }, crypto.randomUUID());
export async function asked(
  who: Customer,
  amountCents: number,
  payoutAccountId: string,
): Promise<Withdrawal> {
  const reply = await ask(who, amountCents, payoutAccountId);
  expect(reply.status).toBe(201);
  return (await reply.json<WithdrawalReply>()).withdrawal;
}
export const stateOf = async (who: Customer, id: string) =>
  (await (await callsOf(who, worker).get(`/api/withdrawals/${id}`)).json<Withdrawal>()).state;
export const cashOf = (who: Customer) =>
  env.DB.prepare('SELECT cash_cents AS n FROM accounts WHERE id = ?').bind(who.userId).first<number>('n');
export const lettersOf = async (who: Customer, kind: string) =>
  (await outboxOf(who)).filter((row) => row.kind === kind).map((row) => JSON.parse(row.message) as object);
export const confirm = (token: string) => post('/api/withdrawals/confirm', { token });

/** The cron as it comes by at that moment, with a rate of that time. */
export async function cron(now: number) {
  const { deps, settled } = depsAt(now);
  const counted = await sendWithdrawals({ ...deps, hub: rated });
  await settled();
  return counted;
}

/** Long with us, with cash, a password alone, and an account to be paid to. */
export async function withPasswordAlone(cents = 100_000): Promise<{ ana: Customer; pix: string }> {
  const ana = await createWithdrawer(env);
  await env.DB.prepare('DELETE FROM totp_factors WHERE user_id = ?').bind(ana.userId).run();
  await stepUpNow(ana, Date.now(), 'password');
  await fund(env.DB, ana, cents, Date.now() - 30 * DAY_MS);
  return { ana, pix: await addPayoutAccount(env, ana) };
}
