// What the payer's bank takes back of a deposit, whole and in parts: two operators record it, and what is owed is collected or given up.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DepositProposal, DepositsPage } from '../../../worker/contract/operators/deposits.ts';
import type { TransactionsPage } from '../../../worker/contract/transactions.ts';
import { readLeftovers } from '../../../worker/db/account-closings.ts';
import { readWithdrawable } from '../../../worker/db/withdrawable.ts';
import { closingObstacles } from '../../../worker/domain/closing.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import type { Customer } from '../../support/customers.ts';
import { ageDeposits, expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf, outcome, outcomes } from '../../support/money-calls.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../../support/withdrawals.ts';
import {
  REASON,
  ana,
  become,
  cash,
  decide,
  deposited,
  details,
  done,
  get,
  letters,
  one,
  openDesk,
  other,
  propose,
  proposed,
  spend,
} from './deposit-desk.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

beforeAll(openDesk);
beforeEach(() => become());

describe('taken back by the bank', () => {
  test('with the money there, it goes, fee and all, and nothing is owed', async () => {
    const id = await deposited(20_000, 'debit_card');
    expect(await done(id, 'charge-back')).toBe(200);
    expect(await cash()).toBe(0);
    const { deposit, operations } = await details(id);
    expect(deposit.disputes).toMatchObject([
      { dueCents: 20_000, takenCents: 20_000, owedCents: 0, forgivenCents: 0, wonAt: null },
    ]);
    expect(deposit.paid.leftCents).toBe(0);
    const [settled, taken] = operations;
    const sums = new Map<string, number>();
    for (const { account, amount } of [...(settled?.entries ?? []), ...(taken?.entries ?? [])]) {
      sums.set(account, (sums.get(account) ?? 0) + amount);
    }
    expect([...sums]).toEqual([
      ['customer', 0],
      ['fees', 0],
      ['cash', 0],
    ]);
    const list = await (await callsOf(ana).get('/api/transactions')).json<{ transactions: unknown[] }>();
    expect(list.transactions).toMatchObject([
      { type: 'charge-back', totalCents: 20_000, feeCents: 0, method: 'debit_card', notes: receiptCode(id) },
      { type: 'deposit', status: 'completed' },
    ]);
    expect(await letters()).toMatchObject([
      { kind: 'deposit-receipt' },
      { kind: 'charge-back', step: 'taken', amountCents: 20_000, movedCents: 20_000, owedCents: 0 },
    ]);
    await expectBooksToBalance(env.DB);
    // Once.
    expect(await outcome(await propose(one, id, 'charge-back'))).toBe('NotAsProposed');
  });

  test('what is spent is owed by name, lowers what can be withdrawn, is collected, and comes back when it is won', async () => {
    const id = await deposited(20_000, 'debit_card');
    await spend();
    const left = await cash();
    expect(await done(id, 'charge-back')).toBe(200);
    expect(await cash()).toBe(0);
    const owed = 20_000 - left;
    expect((await details(id)).deposit.disputes).toMatchObject([{ takenCents: left, owedCents: owed }]);
    expect((await details(id)).proposable).toEqual(['charge-back-won', 'debt-collect', 'debt-forgive']);
    expect((await letters()).at(-1)).toMatchObject({ step: 'taken', movedCents: left, owedCents: owed });
    await expectBooksToBalance(env.DB);
    // Nothing is there.
    expect(await done(id, 'debt-collect')).toBe('NotAsProposed');

    const { deposits } = await get<DepositsPage>(`?state=owed&find=${id}`);
    expect(deposits).toMatchObject([{ id }]);
    expect(await get<DepositsPage>(`?state=disputed&find=${id}`)).toMatchObject({ deposits: [{ id }] });
    await deposited(10_000);
    expect(await readWithdrawable(env.DB, ana.userId, Date.now())).toMatchObject({
      cashCents: 10_000,
      owedCents: 0,
      debtCents: owed,
      withdrawableCents: Math.max(0, 10_000 - owed),
    });
    const leftovers = await readLeftovers(env.DB, ana.userId);
    expect(leftovers === null ? [] : closingObstacles(leftovers, 0)).toContain('debt');
    // The proposal from before is open still.
    const [open] = (await details(id)).proposals;
    expect(await outcome(await decide(other, open?.id ?? '', 'approve'))).toBe(200);
    const collected = Math.min(10_000, owed);
    expect(await cash()).toBe(10_000 - collected);
    expect((await letters()).at(-1)).toMatchObject({ step: 'collected', movedCents: collected });
    await expectBooksToBalance(env.DB);

    expect(await done(id, 'charge-back-won')).toBe(200);
    expect(await cash()).toBe(10_000 - collected + left + collected);
    expect((await details(id)).deposit.disputes).toMatchObject([{ takenCents: 0, owedCents: 0 }]);
    expect((await letters()).at(-1)).toMatchObject({
      step: 'returned',
      movedCents: left + collected,
      owedCents: 0,
    });
    // Presented again, it can be taken again.
    expect((await details(id)).proposable).toEqual(['charge-back']);
    await expectBooksToBalance(env.DB);
  });

  test('what is owed can be given up, which is the house’s loss; won later, the house has it back', async () => {
    const id = await deposited(20_000, 'debit_card');
    await spend();
    const left = await cash();
    await done(id, 'charge-back');
    await details(id);
    expect(await done(id, 'debt-forgive')).toBe(200);
    expect((await details(id)).deposit.disputes).toMatchObject([
      { owedCents: 0, forgivenCents: 20_000 - left },
    ]);
    expect((await letters()).at(-1)).toMatchObject({
      step: 'forgiven',
      movedCents: 20_000 - left,
      owedCents: 0,
    });
    await expectBooksToBalance(env.DB);
    expect(await done(id, 'charge-back-won')).toBe(200);
    expect(await cash()).toBe(left);
    await expectBooksToBalance(env.DB);
  });

  test('with nothing there, all of it is owed, and no movement of nothing is shown', async () => {
    const [first, second] = [await deposited(20_000, 'debit_card'), await deposited(10_000)];
    await spend();
    await done(first, 'charge-back');
    expect(await cash()).toBe(0);
    expect(await done(second, 'charge-back')).toBe(200);
    const { deposit, operations } = await details(second);
    expect(deposit.disputes).toMatchObject([{ takenCents: 0, owedCents: 10_000 }]);
    expect(operations.at(-1)?.entries).toEqual([
      { account: 'cash', asset: 'usd', amount: 10_000 },
      { account: 'disputes', asset: 'usd', amount: -10_000 },
    ]);
    const { transactions } = await (await callsOf(ana).get('/api/transactions')).json<TransactionsPage>();
    expect(transactions.filter(({ type }) => type === 'charge-back')).toHaveLength(1);
    // What is owed for the first one as well.
    const [of] = (await details(first)).deposit.disputes;
    expect((await letters()).at(-1)).toMatchObject({
      step: 'taken',
      movedCents: 0,
      owedCents: 10_000 + (of?.owedCents ?? 0),
    });
    await expectBooksToBalance(env.DB);
  });

  test('in parts: each has its case, all together take the payment and no more, and the letters say part and sum', async () => {
    const id = await deposited(20_000, 'debit_card');
    const { cents, leftCents } = (await details(id)).deposit.paid;
    expect(leftCents).toBe(cents);
    const fee = cents - 20_000;
    expect(fee).toBeGreaterThan(0);
    expect(await outcome(await propose(one, id, 'charge-back', { amountCents: cents + 1 }))).toBe(
      'MoreThanPaid',
    );
    expect(await done(id, 'charge-back', { amountCents: 15_000 })).toBe(200);
    expect(await cash()).toBe(5_000);
    expect((await letters()).at(-1)).toMatchObject({
      step: 'taken',
      movedCents: 15_000,
      payment: { currency: 'USD', paidCents: cents, partCents: 15_000, takenCents: 15_000 },
    });
    const caseNumber = (await details(id)).deposit.disputes[0]?.caseNumber ?? '';
    for (const reference of [caseNumber, caseNumber.toLowerCase()]) {
      expect(await outcome(await propose(one, id, 'charge-back', { amountCents: 1, reference }))).toBe(
        'CaseRecorded',
      );
    }
    // The part that completes the payment takes the fee back.
    expect(await done(id, 'charge-back')).toBe(200);
    const { deposit, operations } = await details(id);
    expect(deposit.paid.leftCents).toBe(0);
    expect(deposit.disputes).toMatchObject([
      { amountCents: 15_000, dueCents: 15_000 },
      { amountCents: 5_000 + fee, dueCents: 5_000 },
    ]);
    expect(operations.at(-1)?.entries).toContainEqual({ account: 'fees', asset: 'usd', amount: -fee });
    expect((await letters()).at(-1)).toMatchObject({
      payment: { partCents: 5_000 + fee, takenCents: cents },
    });
    expect(await outcome(await propose(one, id, 'charge-back', { amountCents: 1 }))).toBe('NotAsProposed');
    // The bank gives the first one up: exactly that one is turned around, and can be taken again under another case.
    expect(await done(id, 'charge-back-won')).toBe(200);
    expect(await cash()).toBe(15_000);
    expect((await details(id)).deposit.paid.leftCents).toBe(15_000);
    const list = await (await callsOf(ana).get('/api/transactions')).json<TransactionsPage>();
    expect(
      list.transactions.map(({ type, takenBack }) => [type, takenBack?.partCents, takenBack?.takenCents]),
    ).toEqual([
      ['charge-back-return', 15_000, 5_000 + fee],
      ['charge-back', 5_000 + fee, 5_000 + fee],
      ['charge-back', 15_000, 5_000 + fee],
      ['deposit', null, 5_000 + fee],
    ]);
    expect(await done(id, 'charge-back', { amountCents: 15_000 })).toBe(200);
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('from the proposal on, that much stays: it cannot be withdrawn, and what has not left waits for two operators', async () => {
    await become(await createWithdrawer(env));
    await fund(env.DB, ana, 30_000);
    const id = await deposited(20_000, 'debit_card');
    const waits = () => readWithdrawable(env.DB, ana.userId, Date.now());
    const free = async () => (await waits()).withdrawableCents;
    expect(await free()).toBe(30_000);
    const payoutAccountId = await addPayoutAccount(env, ana);
    await withdraw(env.DB, ana, { payoutAccountId, amountCents: 2_000 });
    const withdrawal = () =>
      env.DB.prepare('SELECT state, flags FROM withdrawals WHERE account_id = ?').bind(ana.userId).first();
    expect(await withdrawal()).toEqual({ state: 'ready', flags: '[]' });
    const proposal = await proposed(id, 'charge-back', { amountCents: 12_000 });
    expect(await withdrawal()).toEqual({ state: 'waiting-approval', flags: '["contested"]' });
    expect((await waits()).immature).toMatchObject([
      { reason: 'card', cents: 8_000 },
      { reason: 'contested', cents: 12_000, until: null },
    ]);
    // The card’s seven days are over.
    await ageDeposits(env.DB, ana, 8 * DAY_MS);
    expect(await free()).toBe(36_000);
    expect(await outcome(await decide(other, proposal, 'reject'))).toBe(200);
    expect(await free()).toBe(48_000);
    await expectBooksToBalance(env.DB);
  });

  test('a deposit that was taken back is not undone as well, and one that was undone is not taken back', async () => {
    const owner = await makeOperator();
    const ledger = (path: string, body: object, who = owner) =>
      asOperator(who)(`/ledger${path}`, { method: 'POST', body });
    const id = await deposited(20_000);
    const { operations } = await details(id);
    const operationId = operations[0]?.id ?? '';
    const reversal = await ledger('/reversals', { operationId, reason: REASON });
    const { id: reversing } = await reversal.json<{ id: string }>();
    await done(id, 'charge-back');
    expect(await outcome(await ledger(`/reversals/${reversing}/approve`, { note: '' }, one))).toBe(
      'OperationNotReversible',
    );
    expect(await outcome(await ledger('/reversals', { operationId, reason: REASON }))).toBe(
      'OperationNotReversible',
    );

    const undone = await deposited(20_000);
    const proposal = await proposed(undone, 'charge-back');
    const [settled] = (await details(undone)).operations;
    const again = await ledger('/reversals', { operationId: settled?.id, reason: REASON });
    const { id: second } = await again.json<{ id: string }>();
    expect(await outcome(await ledger(`/reversals/${second}/approve`, { note: '' }, one))).toBe(200);
    expect(await outcome(await decide(other, proposal, 'approve'))).toBe('NotAsProposed');
    expect((await details(undone)).operations.map(({ kind }) => kind)).toEqual(['settlement', 'reversal']);
    await expectBooksToBalance(env.DB);
  });
});

describe('at once', () => {
  test('six operators propose, and five decide: one each', async () => {
    const id = await deposited(20_000, 'debit_card');
    const six = await Promise.all(Array.from({ length: 6 }, () => makeOperator()));
    expect(await outcomes(six.map((who) => propose(who, id, 'charge-back')))).toEqual({
      201: 1,
      ProposedAlready: 5,
    });
    const [open] = (await details(id)).proposals;
    const others = six.filter(({ email }) => email !== open?.proposedBy);
    const counted = await outcomes(others.map((who) => decide(who, open?.id ?? '', 'approve')));
    expect(counted).toEqual({ 200: 1, ProposalDecided: 4 });
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('a reversal and a part of a charge-back, approved at once: one of them', async () => {
    const owner = await makeOperator();
    const ledger = (who: Customer, path: string, body: object) =>
      asOperator(who)(`/ledger${path}`, { method: 'POST', body });
    for (let round = 0; round < 3; round += 1) {
      await become();
      const id = await deposited(20_000);
      const operationId = (await details(id)).operations[0]?.id;
      const reversal = await ledger(owner, '/reversals', { operationId, reason: REASON });
      const { id: reversing } = await reversal.json<{ id: string }>();
      const proposal = await proposed(id, 'charge-back', { amountCents: 15_000 });
      const replies = await Promise.all([
        decide(other, proposal, 'approve'),
        ledger(one, `/reversals/${reversing}/approve`, { note: '' }),
      ]);
      const [taken, undone] = replies.map(({ status }) => status === 200);
      expect([taken, undone].toSorted()).toEqual([false, true]);
      expect(await cash()).toBe(taken === true ? 5_000 : 0);
    }
    await expectBooksToBalance(env.DB);
  });

  test('charge-backs of one case on two deposits: one is recorded, whoever approves first', async () => {
    const ids = [await deposited(20_000), await deposited(10_000)];
    const proposals: string[] = [];
    for (const id of ids) {
      const reply = await propose(one, id, 'charge-back', { reference: `CB-${ids[0]}` });
      proposals.push((await reply.json<DepositProposal>()).id);
    }
    const counted = await outcomes(proposals.map((id) => decide(other, id, 'approve')));
    expect(counted).toEqual({ 200: 1, CaseRecorded: 1 });
    await expectBooksToBalance(env.DB);
  });

  test('a purchase and a charge-back: cash never goes below zero, and what is missing is owed to the cent', async () => {
    for (let round = 0; round < 4; round += 1) {
      await become();
      const id = await deposited(20_000, 'debit_card');
      const proposal = await proposed(id, 'charge-back');
      const [bought, taken] = await Promise.allSettled([spend(), decide(other, proposal, 'approve')]);
      expect(taken.status).toBe('fulfilled');
      const [dispute] = (await details(id)).deposit.disputes;
      expect(dispute?.owedCents === 0).toBe(bought.status === 'rejected');
      expect(await cash()).toBe(0);
    }
    await expectBooksToBalance(env.DB);
  });
});
