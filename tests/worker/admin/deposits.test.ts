// Deposits as operators work them: lists, decisions of two with evidence, and what the payer's bank takes back.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type {
  DepositDetails,
  DepositProposal,
  DepositProposalsPage,
  DepositsPage,
} from '../../../worker/contract/operators/deposits.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { TransactionsPage } from '../../../worker/contract/transactions.ts';
import { readLeftovers } from '../../../worker/db/account-closings.ts';
import { readWithdrawable } from '../../../worker/db/withdrawable.ts';
import { closingObstacles } from '../../../worker/domain/closing.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import type { DepositProposalKind } from '../../../worker/domain/operator-proposals.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { endow, expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, realWorker } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const REASON = 'Line 14 of the statement of the day';
const EVIDENCE = { reference: 'ST-2026-11-24/14', reason: REASON };

let one: Customer;
let other: Customer;
let ana: Customer;
beforeAll(async () => {
  one = await makeOperator({ roles: ['treasury'] });
  other = await makeOperator({ roles: ['compliance'] });
});
beforeEach(async () => {
  ana = await createCustomer(env);
});

const post = (who: Customer, path: string, body: object = {}) =>
  asOperator(who)(`/deposits${path}`, { method: 'POST', body });
const get = async <T>(path: string, who = one): Promise<T> =>
  (await asOperator(who)(`/deposits${path}`)).json<T>();
const propose = (who: Customer, id: string, kind: DepositProposalKind, over: object = {}) =>
  post(who, `/${id}/proposals`, { kind, ...EVIDENCE, ...over });
const decide = (who: Customer, id: string, how: 'approve' | 'reject' | 'withdraw') =>
  post(who, `/proposals/${id}/${how}`, { note: 'Looked at it again' });
async function proposed(id: string, kind: DepositProposalKind, who = one): Promise<string> {
  const reply = await propose(who, id, kind);
  if (reply.status !== 201) throw new Error(await reply.text());
  return (await reply.json<DepositProposal>()).id;
}
/** By two. */
async function done(id: string, kind: DepositProposalKind) {
  return outcome(await decide(other, await proposed(id, kind), 'approve'));
}
const details = (id: string) => get<DepositDetails>(`/${id}`);
async function deposited(amountCents: number, method = 'wire', whose = ana): Promise<string> {
  const reply = await callsOf(whose).deposit({ amountCents, method });
  return (await reply.json<DepositReply>()).transaction.id;
}
async function callback(id: string, outcomeWord: 'completed' | 'failed', paidCents: number) {
  const body = JSON.stringify({ key: id, reference: `sandbox-${id}`, outcome: outcomeWord, paidCents });
  const signature = await signCallback(env.GATEWAY_SECRET, body, Date.now());
  return realWorker(
    new Request(`${ORIGIN}/api/payments/sandbox/callback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [GATEWAY_SIGNATURE_HEADER]: signature },
      body,
    }),
  );
}
const cash = async (whose = ana) =>
  (await (await callsOf(whose).get('/api/portfolio')).json<Portfolio>()).cashCents;
/** Spends most of it on metal. */
const spend = () => endow(env.DB, ana, { metal: 'gold', ouncesE4: 1_000, priceCents: 150_000 });
const letters = async () => {
  const { results } = await env.DB.prepare(
    'SELECT kind, message FROM mail_outbox WHERE user_id = ? ORDER BY created_at, id',
  )
    .bind(ana.userId)
    .all<{ kind: string; message: string }>();
  return results.map(({ kind, message }) => Object.assign(JSON.parse(message) as object, { kind }));
};
async function auditOf(id: string) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor, note FROM audit_log WHERE subject_kind = 'deposit' AND subject_id = ? ORDER BY seq`,
  )
    .bind(id)
    .all();
  return results;
}

describe('the list', () => {
  test('shows what waits, the oldest first, with age, method and reference, and finds it', async () => {
    const [first, second] = [await deposited(20_013, 'wire'), await deposited(30_013, 'debit_card')];
    const { deposits } = await get<DepositsPage>(`?find=${encodeURIComponent(ana.email)}`);
    expect(deposits).toMatchObject([
      {
        id: first,
        customer: { id: ana.userId, email: ana.email },
        amountCents: 20_013,
        method: 'wire',
        gateway: 'sandbox',
        reference: `sandbox-${first}`,
        status: 'pending',
        failure: null,
        asks: 0,
        stray: null,
        dispute: null,
        proposed: false,
      },
      { id: second, method: 'debit_card' },
    ]);
    const [waits] = deposits;
    expect(Date.parse(waits?.expiresAt ?? '') - Date.parse(waits?.createdAt ?? '')).toBe(10 * DAY_MS);
    const found = async (query: string) => (await get<DepositsPage>(query)).deposits.map(({ id }) => id);
    expect(await found(`?find=${first}`)).toEqual([first]);
    expect(await found(`?find=sandbox-${second}`)).toEqual([second]);
    expect(await found(`?find=${ana.userId}&method=debit_card`)).toEqual([second]);
    expect(await found(`?find=${ana.userId}&state=completed`)).toEqual([]);
    expect(await found(`?find=${ana.userId}&state=all`)).toEqual([second, first]);
    // Nothing that is typed is a pattern.
    expect(await found('?find=%25&state=all')).toEqual([]);
  });

  test.each([
    ['state', 'lost'],
    ['method', 'cheque'],
    ['cursor', 'x'],
    ['find', 'x'.repeat(101)],
  ])('a query with %s %s is no query', async (name, value) => {
    const reply = await asOperator(one)(`/deposits?${name}=${value}`);
    expect(await outcome(reply)).toBe('ValidationFailed');
  });

  test('a page ends where the next begins, in both directions of time', async () => {
    const { deposits, nextCursor } = await get<DepositsPage>('?state=all');
    expect(deposits.length).toBeGreaterThan(0);
    expect(deposits.map(({ createdAt }) => createdAt)).toEqual(
      deposits
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(nextCursor === null || deposits.length === 50).toBe(true);
  });

  test('is for who may read it: support reads and proposes nothing, content does not come in', async () => {
    const id = await deposited(20_013);
    const support = await makeOperator({ roles: ['support'] });
    expect(await outcome(await asOperator(support)(`/deposits/${id}`))).toBe(200);
    expect(await outcome(await propose(support, id, 'deposit-fail'))).toBe('Forbidden');
    const content = await makeOperator({ roles: ['content'] });
    expect(await outcome(await asOperator(content)('/deposits'))).toBe('Forbidden');
    expect(await outcome(await asOperator(one)('/deposits/nothing'))).toBe('NotFound');
  });
});

describe('by hand', () => {
  test('two operators credit a deposit with evidence; the customer has the receipt and the log both names', async () => {
    const id = await deposited(20_013);
    expect((await details(id)).proposable).toEqual(['deposit-settle', 'deposit-fail']);
    const proposal = await proposed(id, 'deposit-settle');
    const waiting = (await (await asOperator(other)('/waiting')).json<WaitingWork>()).deposits;
    expect(waiting).toBeGreaterThan(0);
    const { proposals } = await get<DepositProposalsPage>('/proposals', other);
    expect(proposals.find((found) => found.id === proposal)).toMatchObject({
      kind: 'deposit-settle',
      deposit: { id, amountCents: 20_013, method: 'wire' },
      customer: { id: ana.userId },
      reference: EVIDENCE.reference,
      reason: REASON,
      waitsForMe: true,
    });
    expect(await outcome(await decide(one, proposal, 'approve'))).toBe('SecondOperatorNeeded');
    expect(await cash()).toBe(0);
    expect(await outcome(await decide(other, proposal, 'approve'))).toBe(200);
    expect(await outcome(await decide(other, proposal, 'approve'))).toBe(200);
    expect(await cash()).toBe(20_013);
    const { deposit, operations, proposable } = await details(id);
    expect(deposit).toMatchObject({ status: 'completed', proposed: false });
    expect(operations).toMatchObject([
      {
        kind: 'settlement',
        entries: [
          { account: 'customer', asset: 'usd', amount: 20_013 },
          { account: 'cash', asset: 'usd', amount: -20_013 },
        ],
      },
    ]);
    expect(proposable).toEqual(['charge-back']);
    expect(await letters()).toMatchObject([{ kind: 'deposit-receipt', transactionId: id }]);
    expect(await auditOf(id)).toMatchObject([
      { action: 'proposal.made', actor: one.email, note: REASON },
      { action: 'deposit.settled', actor: other.email, note: REASON },
    ]);
    await expectBooksToBalance(env.DB);
  });

  test('two close one; the customer reads why, and a payment that comes all the same waits for them', async () => {
    const id = await deposited(20_013);
    expect(await done(id, 'deposit-fail')).toBe(200);
    expect((await details(id)).deposit).toMatchObject({ status: 'failed', failure: 'closed' });
    expect(await letters()).toMatchObject([{ kind: 'deposit-failed', why: 'closed' }]);
    await callback(id, 'completed', 20_013);
    expect((await details(id)).deposit.stray).toMatchObject({ cents: 20_013 });
    const { deposits } = await get<DepositsPage>(`?state=stray&find=${id}`);
    expect(deposits).toMatchObject([{ id, status: 'failed' }]);
    expect(await readLeftovers(env.DB, ana.userId)).toMatchObject({ pendingDeposits: 1, debtCents: 0 });
    await expectBooksToBalance(env.DB);
    // Credited after all.
    expect(await done(id, 'deposit-settle')).toBe(200);
    expect((await details(id)).deposit).toMatchObject({ status: 'completed', failure: null, stray: null });
    expect(await cash()).toBe(20_013);
    await expectBooksToBalance(env.DB);
  });

  test('a payment that went back leaves the queue, and credits nobody; another one comes into it again', async () => {
    const id = await deposited(20_013);
    await callback(id, 'completed', 19_000);
    expect(await done(id, 'deposit-return')).toBe(200);
    await callback(id, 'completed', 19_000);
    expect((await details(id)).deposit).toMatchObject({ status: 'pending', stray: null });
    await callback(id, 'completed', 18_000);
    expect((await details(id)).deposit.stray).toMatchObject({ cents: 18_000 });
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('what does not fit is refused in words, when it is proposed and when it is decided', async () => {
    const id = await deposited(20_013);
    for (const kind of ['deposit-return', 'charge-back', 'charge-back-won', 'debt-collect'] as const) {
      expect(await outcome(await propose(one, id, kind))).toBe('NotAsProposed');
    }
    const proposal = await proposed(id, 'deposit-fail');
    expect(await outcome(await propose(other, id, 'deposit-settle'))).toBe('ProposedAlready');
    await callback(id, 'completed', 20_013);
    expect(await outcome(await decide(other, proposal, 'approve'))).toBe('NotAsProposed');
    expect(await outcome(await decide(one, proposal, 'withdraw'))).toBe(200);
    expect(await cash()).toBe(20_013);
    expect(await outcome(await propose(one, 'nothing', 'deposit-fail'))).toBe('NotFound');
  });

  test.each([
    [{ reference: '  ' }, 'evidenceRequired'],
    [{ reference: 'x'.repeat(101) }, 'reference'],
    [{ reason: 'x' }, 'reasonRequired'],
    [{ kind: 'bar-receipt' }, 'kind'],
    [{ kind: 7 }, 'kind'],
    [{ reference: undefined }, 'reference'],
  ])('%j is no proposal', async (over, rule) => {
    const reply = await propose(one, await deposited(20_013), 'deposit-fail', over);
    const problem = await reply.json<{ code: string; errors?: readonly { code?: string }[] }>();
    expect(problem.code).toBe('ValidationFailed');
    expect(JSON.stringify(problem)).toContain(rule);
  });

  test('nobody has a hand in his own: neither proposing nor deciding', async () => {
    const operator = await makeOperator({ roles: ['treasury'] });
    const id = await deposited(20_013, 'wire', operator);
    expect(await outcome(await propose(operator, id, 'deposit-settle'))).toBe('OwnAccount');
    const proposal = await proposed(id, 'deposit-settle');
    expect(await outcome(await decide(operator, proposal, 'approve'))).toBe('OwnAccount');
    const insert = env.DB.prepare(
      `INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, deposit_id)
       VALUES ('forged', 'deposit-settle', ?1, '{}', ?2, 1, 2, 'forged', ?3)`,
    ).bind(ana.userId, one.userId, id);
    await expect(insert.run()).rejects.toThrow('about its customer');
  });
});

test('a proposal that nobody decided in seven days leaves room for another one', async () => {
  const id = await deposited(20_013);
  const first = await proposed(id, 'deposit-fail');
  expect((await details(id)).deposit.proposed).toBe(true);
  await env.DB.prepare('UPDATE operator_proposals SET proposed_at = 1, expires_at = 2 WHERE id = ?')
    .bind(first)
    .run();
  expect((await details(id)).deposit.proposed).toBe(false);
  expect(await outcome(await decide(other, first, 'approve'))).toBe('ProposalExpired');
  expect(await done(id, 'deposit-settle')).toBe(200);
  await expectBooksToBalance(env.DB);
});

describe('taken back by the bank', () => {
  test('with the money there, it goes, fee and all, and nothing is owed', async () => {
    const id = await deposited(20_000, 'debit_card');
    expect(await done(id, 'charge-back')).toBe(200);
    expect(await cash()).toBe(0);
    const { deposit, operations } = await details(id);
    expect(deposit.dispute).toMatchObject({
      takenCents: 20_000,
      owedCents: 0,
      forgivenCents: 0,
      wonAt: null,
    });
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
    expect((await details(id)).deposit.dispute).toMatchObject({ takenCents: left, owedCents: owed });
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
    expect((await details(id)).deposit.dispute).toMatchObject({ takenCents: 0, owedCents: 0 });
    expect((await letters()).at(-1)).toMatchObject({
      step: 'returned',
      movedCents: left + collected,
      owedCents: 0,
    });
    expect((await details(id)).proposable).toEqual([]);
    await expectBooksToBalance(env.DB);
  });

  test('what is owed can be given up, which is the house’s loss; won later, the house has it back', async () => {
    const id = await deposited(20_000, 'debit_card');
    await spend();
    const left = await cash();
    await done(id, 'charge-back');
    expect(await done(id, 'debt-forgive')).toBe(200);
    expect((await details(id)).deposit.dispute).toMatchObject({ owedCents: 0, forgivenCents: 20_000 - left });
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
    expect(deposit.dispute).toMatchObject({ takenCents: 0, owedCents: 10_000 });
    expect(operations.at(-1)?.entries).toEqual([
      { account: 'cash', asset: 'usd', amount: 10_000 },
      { account: 'disputes', asset: 'usd', amount: -10_000 },
    ]);
    const { transactions } = await (await callsOf(ana).get('/api/transactions')).json<TransactionsPage>();
    expect(transactions.filter(({ type }) => type === 'charge-back')).toHaveLength(1);
    expect((await letters()).at(-1)).toMatchObject({ step: 'taken', movedCents: 0, owedCents: 10_000 });
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
  test('a callback and a decision: of both one is done, and no payment is lost', async () => {
    for (const kind of ['deposit-settle', 'deposit-fail', 'deposit-settle', 'deposit-fail'] as const) {
      ana = await createCustomer(env);
      const id = await deposited(20_013);
      const proposal = await proposed(id, kind);
      await Promise.all([decide(other, proposal, 'approve'), callback(id, 'completed', 20_013)]);
      const { deposit } = await details(id);
      expect(await cash()).toBe(deposit.status === 'completed' ? 20_013 : 0);
      const lost = deposit.status === 'completed' ? 0 : 20_013;
      expect(deposit.stray?.cents ?? 0).toBe(lost);
    }
    await expectBooksToBalance(env.DB);
  });

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

  test('a purchase and a charge-back: cash never goes below zero, and what is missing is owed to the cent', async () => {
    for (let round = 0; round < 4; round += 1) {
      ana = await createCustomer(env);
      const id = await deposited(20_000, 'debit_card');
      const proposal = await proposed(id, 'charge-back');
      const [bought, taken] = await Promise.allSettled([spend(), decide(other, proposal, 'approve')]);
      expect(taken.status).toBe('fulfilled');
      const { dispute } = (await details(id)).deposit;
      expect(dispute?.owedCents === 0).toBe(bought.status === 'rejected');
      expect(await cash()).toBe(0);
    }
    await expectBooksToBalance(env.DB);
  });
});
