// What ends a withdrawal besides the bank: the closing of an account that is emptied (P93), and a charge-back of what is to leave (P99).

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { ClosingState } from '../../../worker/contract/my-data.ts';
import type { DepositProposal } from '../../../worker/contract/operators/deposits.ts';
import { CLOSING_WAIT_MS } from '../../../worker/domain/closing.ts';
import { CARD_MATURES_MS } from '../../../worker/domain/limits.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { type Customer } from '../../support/customers.ts';
import { ageDeposits, expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';
import { addPayoutAccount, approveAll, createWithdrawer } from '../../support/withdrawals.ts';
import { asOperator, makeOperator } from '../admin/operator-calls.ts';
import { askToClose, closeDue, leaveCents } from '../accounts/my-data-world.ts';
import { worker, ask, asked, stateOf, cashOf, lettersOf, cron } from './withdrawal-world.ts';

describe('an account that is closed', () => {
  const closingOf = async (who: Customer) =>
    (await callsOf(who, worker).get('/api/profile/closing')).json<ClosingState>();

  test('is emptied of less than the minimum too, down to a dollar; what is under way is in the way', async () => {
    const ana = await createWithdrawer(env);
    await leaveCents(ana, 1_234);
    const pix = await addPayoutAccount(env, ana);
    expect(await closingOf(ana)).toMatchObject({
      obstacles: ['cash'],
      withdrawableCents: 1_234,
      owedCents: 0,
      maturesAt: null,
    });
    expect(await outcome(await ask(ana, 1_233, pix))).toBe('WithdrawalBelowMinimum');
    expect(await outcome(await askToClose(ana))).toBe('AccountNotEmpty');
    const all = await asked(ana, 1_234, pix);
    expect(await closingOf(ana)).toMatchObject({ obstacles: ['open-withdrawal'], cashCents: 0 });
    expect(await outcome(await askToClose(ana))).toBe('AccountNotEmpty');
    await cron(Date.now());
    expect(await stateOf(ana, all.id)).toBe('paid');
    expect((await closingOf(ana)).obstacles).toEqual([]);
    expect((await askToClose(ana)).status).toBe(202);
    await closeDue(Date.now() + CLOSING_WAIT_MS);
    const row = await env.DB.prepare(
      'SELECT status, sealed_details, masked, holder_mac FROM payout_accounts WHERE id = ?',
    )
      .bind(pix)
      .first();
    expect(row).toEqual({ status: 'removed', sealed_details: null, masked: '--', holder_mac: null });
    await expectBooksToBalance(env.DB);
  });

  test('is closed whatever keys its customer has used: those of our postings are ours', async () => {
    const ana = await createWithdrawer(env);
    await leaveCents(ana, 37);
    expect((await callsOf(ana, worker).post('/api/bonus/claim', {}, 'bonus')).status).toBe(201);
    expect((await askToClose(ana, 37)).status).toBe(202);
    await env.DB.prepare(
      `UPDATE operations SET idempotency_key = 'closing:' || (SELECT id FROM account_closings WHERE user_id = ?1)
         || iif(kind = 'bonus', ':bonus', ':cash')
       WHERE account_id = ?1 AND initiator = 'customer' AND kind IN ('bonus', 'deposit')`,
    )
      .bind(ana.userId)
      .run();
    expect(await closeDue(Date.now() + CLOSING_WAIT_MS)).toMatchObject({ closed: 1 });
    expect(await cashOf(ana)).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('says until when cash has to wait', async () => {
    const ana = await createWithdrawer(env);
    const at = Date.now() - DAY_MS;
    await fund(env.DB, ana, 10_000, at);
    await env.DB.prepare("UPDATE deposits SET method = 'debit_card' WHERE account_id = ?")
      .bind(ana.userId)
      .run();
    expect(await closingOf(ana)).toMatchObject({
      obstacles: ['cash'],
      withdrawableCents: 0,
      maturesAt: new Date(at + CARD_MATURES_MS).toISOString(),
    });
  });
});

test('an account that a withdrawal is on its way to stays', async () => {
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 100_000, Date.now() - 30 * DAY_MS);
  const pix = await addPayoutAccount(env, ana);
  const { id } = await asked(ana, 10_000, pix);
  const remove = () =>
    worker(
      new Request(`http://onca.localhost/api/payout-accounts/${pix}`, {
        method: 'DELETE',
        headers: ana.headers,
      }),
    );
  expect(await outcome(await remove())).toBe('PayoutAccountInUse');
  await callsOf(ana, worker).post(`/api/withdrawals/${id}/cancel`, {});
  expect((await remove()).status).toBe(204);
  expect(await outcome(await ask(ana, 10_000, pix))).toBe('NotFound');
});

describe('a charge-back', () => {
  /** $1,900.00 by a card, old enough to be withdrawn. */
  async function paidByCard(): Promise<{ ana: Customer; id: string; wire: string }> {
    const ana = await createWithdrawer(env);
    const paid = await callsOf(ana, worker).deposit({ amountCents: 190_000, method: 'debit_card' });
    const { id } = (await paid.json<DepositReply>()).transaction;
    await ageDeposits(env.DB, ana, 8 * DAY_MS);
    return { ana, id, wire: await addPayoutAccount(env, ana, 'wire') };
  }
  const operators = () => Promise.all([makeOperator(), makeOperator()]);
  const proposed = async (by: Customer, id: string) => {
    const body = { kind: 'charge-back', reference: crypto.randomUUID(), reason: 'Line 14 of the statement' };
    const reply = await asOperator(by)(`/deposits/${id}/proposals`, { method: 'POST', body });
    return (await reply.json<DepositProposal>()).id;
  };
  const approve = (by: Customer, proposal: string) =>
    asOperator(by)(`/deposits/proposals/${proposal}/approve`, { method: 'POST', body: { note: '' } });
  const owedBy = ({ userId }: Customer) =>
    env.DB.prepare('SELECT sum(owed_cents) AS n FROM disputes WHERE account_id = ?')
      .bind(userId)
      .first<number>('n');

  test('has what was asked for and has not left given back, and takes it; what is with the bank stays', async () => {
    const { ana, id, wire } = await paidByCard();
    const [first, second] = await operators();
    const sent = await asked(ana, 10_013, wire);
    await cron(Date.now());
    const unsent = [await asked(ana, 100_000, wire), await asked(ana, 79_987, wire)];
    expect(await cashOf(ana)).toBe(0);
    expect((await approve(second, await proposed(first, id))).status).toBe(200);
    const states = await env.DB.prepare('SELECT id, state, failure FROM withdrawals WHERE account_id = ?')
      .bind(ana.userId)
      .all<{ id: string; state: string; failure: string | null }>();
    const byId = Object.fromEntries(states.results.map(({ id: one, ...row }) => [one, row]));
    expect(byId).toEqual({
      [sent.id]: { state: 'sending', failure: null },
      ...Object.fromEntries(unsent.map((one) => [one.id, { state: 'cancelled', failure: 'charge-back' }])),
    });
    expect([await cashOf(ana), await owedBy(ana)]).toEqual([0, 10_013]);
    expect(await lettersOf(ana, 'withdrawal-returned')).toMatchObject([
      { because: 'charge-back' },
      { because: 'charge-back' },
    ]);
    expect(await lettersOf(ana, 'charge-back')).toMatchObject([{ movedCents: 179_987, owedCents: 10_013 }]);
    await cron(Date.now());
    expect([await cashOf(ana), await stateOf(ana, unsent[0]?.id ?? '')]).toEqual([0, 'cancelled']);
    await expectBooksToBalance(env.DB);
  });

  test('and a run that sends, at once: each withdrawal left, or is there to be taken', async () => {
    const { ana, id, wire } = await paidByCard();
    const [first, second] = await operators();
    for (const cents of [100_000, 50_000, 40_000]) await asked(ana, cents, wire);
    await approveAll(env);
    const proposal = await proposed(first, id);
    const [taken] = await Promise.all([approve(second, proposal), cron(Date.now()), cron(Date.now())]);
    expect(taken.status).toBe(200);
    const left = await env.DB.prepare(
      `SELECT coalesce(sum(amount_cents), 0) AS n FROM withdrawals WHERE account_id = ? AND state = 'paid'`,
    )
      .bind(ana.userId)
      .first<number>('n');
    expect([await cashOf(ana), await owedBy(ana)]).toEqual([0, left]);
    await expectBooksToBalance(env.DB);
  });
});
