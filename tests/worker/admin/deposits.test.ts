// Deposits as operators work them: lists, and decisions of two with evidence.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DepositProposalsPage, DepositsPage } from '../../../worker/contract/operators/deposits.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import { readLeftovers } from '../../../worker/db/account-closings.ts';
import { depositFeeCents } from '../../../worker/domain/fees.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { createCustomer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';
import {
  EVIDENCE,
  REASON,
  ana,
  auditOf,
  become,
  callback,
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
  post,
  propose,
  proposed,
} from './deposit-desk.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

beforeAll(openDesk);
beforeEach(() => become());

const straysOf = async (id: string) => (await details(id)).deposit.strays;
const waitingStrays = async (id: string) =>
  (await straysOf(id)).filter(({ end }) => end === null).map(({ cents }) => cents);

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
        strays: [],
        announcedCents: null,
        paid: { currency: 'USD', cents: 20_013, leftCents: 20_013 },
        disputes: [],
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
    expect(await waitingStrays(id)).toEqual([20_013]);
    const { deposits } = await get<DepositsPage>(`?state=stray&find=${id}`);
    expect(deposits).toMatchObject([{ id, status: 'failed' }]);
    expect(await readLeftovers(env.DB, ana.userId)).toMatchObject({ pendingDeposits: 1, debtCents: 0 });
    await expectBooksToBalance(env.DB);
    // Credited after all.
    expect(await done(id, 'deposit-settle')).toBe(200);
    expect((await details(id)).deposit).toMatchObject({
      status: 'completed',
      failure: null,
      strays: [
        { cents: 20_013, reference: `sandbox-${id}`, end: { outcome: 'credited', decidedBy: other.email } },
      ],
    });
    expect(await cash()).toBe(20_013);
    await expectBooksToBalance(env.DB);
  });

  test('a card’s payment that came after the end is credited without the fee, and waits no more', async () => {
    const id = await deposited(20_013, 'debit_card');
    const paidCents = 20_013 + depositFeeCents(20_013, 'debit_card');
    expect(await done(id, 'deposit-fail')).toBe(200);
    await callback(id, 'completed', paidCents);
    expect(await waitingStrays(id)).toEqual([paidCents]);
    expect(await done(id, 'deposit-settle')).toBe(200);
    expect(await straysOf(id)).toMatchObject([{ cents: paidCents, end: { outcome: 'credited' } }]);
    expect(await cash()).toBe(20_013);
    await expectBooksToBalance(env.DB);
  });

  test('a payment of another amount is never credited as what was asked for, whenever it comes', async () => {
    const id = await deposited(20_013);
    const ready = await proposed(id, 'deposit-settle');
    await callback(id, 'completed', 19_000);
    // Proposed before anybody knew of it.
    expect(await outcome(await decide(other, ready, 'approve'))).toBe('NotAsProposed');
    expect((await decide(other, ready, 'reject')).status).toBe(200);
    const aboutOther = ['deposit-arrived', 'deposit-return', 'deposit-keep'];
    expect((await details(id)).proposable).toEqual([
      'deposit-arrived',
      'deposit-fail',
      'deposit-return',
      'deposit-keep',
    ]);
    expect(await outcome(await propose(one, id, 'deposit-settle'))).toBe('NotAsProposed');
    expect(await done(id, 'deposit-fail')).toBe(200);
    expect((await details(id)).proposable).toEqual(aboutOther);
    expect(await cash()).toBe(0);
    // As it was asked for it may be.
    await callback(id, 'completed', 20_013);
    expect(await done(id, 'deposit-settle')).toBe(200);
    expect(await cash()).toBe(20_013);
    // The other one still waits, and credits nobody a second time.
    expect(await waitingStrays(id)).toEqual([19_000]);
    expect(await outcome(await propose(one, id, 'deposit-arrived'))).toBe('NotAsProposed');
    expect(await done(id, 'deposit-return')).toBe(200);
    expect(await cash()).toBe(20_013);
    await expectBooksToBalance(env.DB);
  });

  test('a payment that went back leaves the queue, and credits nobody; another one comes into it again', async () => {
    const id = await deposited(20_013);
    await callback(id, 'completed', 19_000);
    expect(await done(id, 'deposit-return')).toBe(200);
    await callback(id, 'completed', 19_000);
    expect((await details(id)).deposit.status).toBe('pending');
    expect(await waitingStrays(id)).toEqual([]);
    await callback(id, 'completed', 18_000);
    expect(await waitingStrays(id)).toEqual([18_000]);
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('what does not fit is refused in words, when it is proposed and when it is decided', async () => {
    const id = await deposited(20_013);
    for (const kind of ['deposit-return', 'charge-back', 'charge-back-won', 'debt-collect'] as const) {
      expect(await outcome(await propose(one, id, kind))).toBe('NotAsProposed');
    }
    for (const over of [
      { kind: 'debt-collect' },
      { kind: 'charge-back', amountCents: 0 },
      { kind: 'charge-back', amountCents: 0.5 },
    ]) {
      const reply = await post(one, `/${id}/proposals`, { ...EVIDENCE, ...over });
      expect(await outcome(reply)).toBe('ValidationFailed');
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

describe('several payments of one deposit', () => {
  test('each keeps its amount, its name and its end; two that look alike in one of them are two', async () => {
    const id = await deposited(20_013);
    await callback(id, 'completed', 19_000, 'wire-1');
    await callback(id, 'completed', 19_000, 'wire-1');
    await callback(id, 'completed', 19_000, 'wire-2');
    await callback(id, 'completed', 500, 'wire-2');
    expect(await waitingStrays(id)).toEqual([19_000, 19_000, 500]);
    const before = (await (await asOperator(one)('/waiting')).json<WaitingWork>()).strayDeposits;
    const [first, second, third] = await straysOf(id);
    expect(await done(id, 'deposit-return', { strayId: second?.id ?? '' })).toBe(200);
    expect(await done(id, 'deposit-keep', { strayId: third?.id ?? '' })).toBe(200);
    expect((await (await asOperator(one)('/waiting')).json<WaitingWork>()).strayDeposits).toBe(before - 2);
    expect(await straysOf(id)).toMatchObject([
      { id: first?.id, reference: 'wire-1', end: null },
      {
        reference: 'wire-2',
        cents: 19_000,
        end: { outcome: 'returned', reason: REASON, proposedBy: one.email, decidedBy: other.email },
      },
      { reference: 'wire-2', cents: 500, end: { outcome: 'kept' } },
    ]);
    // What is over is proposed about no more, and what is another deposit's never was.
    expect(await outcome(await propose(one, id, 'deposit-return', { strayId: third?.id }))).toBe(
      'NotAsProposed',
    );
    expect(await outcome(await propose(one, id, 'deposit-return', { strayId: 'nothing' }))).toBe(
      'NotAsProposed',
    );
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
    const change = (sql: string) => env.DB.prepare(sql).bind(third?.id).run();
    await expect(change('UPDATE stray_payments SET cents = 1 WHERE id = ?')).rejects.toThrow(
      'keeps its terms',
    );
    await expect(change(`UPDATE stray_payments SET outcome = 'returned' WHERE id = ?`)).rejects.toThrow(
      'ends once',
    );
    await expect(change('DELETE FROM stray_payments WHERE id = ?')).rejects.toThrow('never deleted');
  });
});

describe('a transfer of another amount than was announced', () => {
  test('is credited as what arrived; the customer reads both amounts, and the deposit is of that amount', async () => {
    const id = await deposited(20_013);
    await callback(id, 'completed', 18_513);
    expect(await done(id, 'deposit-arrived')).toBe(200);
    expect(await cash()).toBe(18_513);
    const { deposit, operations, proposable } = await details(id);
    expect(deposit).toMatchObject({
      status: 'completed',
      amountCents: 18_513,
      announcedCents: 20_013,
      paid: { cents: 18_513, leftCents: 18_513 },
      strays: [{ cents: 18_513, end: { outcome: 'credited', decidedBy: other.email } }],
    });
    expect(operations).toMatchObject([
      { kind: 'settlement', entries: [{ amount: 18_513 }, { amount: -18_513 }] },
    ]);
    expect(proposable).toEqual(['charge-back']);
    expect(await letters()).toMatchObject([
      { kind: 'deposit-receipt', amountCents: 18_513, announcedCents: 20_013 },
    ]);
    expect(await auditOf(id)).toMatchObject([
      { action: 'proposal.made' },
      { action: 'deposit.arrived', note: REASON },
    ]);
    const own = await (await callsOf(ana).get(`/api/transactions/${id}`)).json();
    expect(own).toMatchObject({ totalCents: 18_513, announcedCents: 20_013, status: 'completed' });
    const portfolio = await (await callsOf(ana).get('/api/portfolio')).json();
    expect(portfolio).toMatchObject({ pendingCashCents: 0 });
    await expectBooksToBalance(env.DB);
    const again = env.DB.prepare('UPDATE deposits SET amount_cents = 5 WHERE id = ?').bind(id).run();
    await expect(again).rejects.toThrow('keeps what was asked for');
  });

  test.each([
    ['less than the smallest deposit', 9_000, 200, 9_000],
    ['more than was announced', 25_000, 200, 25_000],
    ['more than an address that is not proved may bring in', 150_000, 'ArrivedBeyondLimit', 0],
  ] as const)('%s', async (_, arrived, answer, credited) => {
    if (answer !== 200)
      await env.DB.prepare('UPDATE users SET email_confirmed_at = NULL WHERE id = ?').bind(ana.userId).run();
    const id = await deposited(20_013);
    await callback(id, 'completed', arrived);
    expect(await done(id, 'deposit-arrived')).toBe(answer);
    expect(await cash()).toBe(credited);
    await expectBooksToBalance(env.DB);
  });

  test('more than the level allows is credited by nobody, also after the deposit was closed, and may go back', async () => {
    await become(await createCustomer(env, { level: 1 }));
    const id = await deposited(20_013);
    expect(await done(id, 'deposit-fail')).toBe(200);
    await callback(id, 'completed', 5_000_000);
    const proposal = await proposed(id, 'deposit-arrived');
    expect(await outcome(await decide(other, proposal, 'approve'))).toBe('ArrivedBeyondLimit');
    expect((await decide(other, proposal, 'reject')).status).toBe(200);
    expect(await done(id, 'deposit-return')).toBe(200);
    expect((await details(id)).deposit).toMatchObject({
      status: 'failed',
      amountCents: 20_013,
      announcedCents: null,
    });
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('a card’s amount is the bank’s: another one is never credited; nor is what came as it was asked for', async () => {
    const card = await deposited(20_013, 'debit_card');
    await callback(card, 'completed', 19_000);
    expect(await outcome(await propose(one, card, 'deposit-arrived'))).toBe('NotAsProposed');
    const id = await deposited(30_013);
    expect(await done(id, 'deposit-fail')).toBe(200);
    await callback(id, 'completed', 30_013);
    expect(await outcome(await propose(one, id, 'deposit-arrived'))).toBe('NotAsProposed');
  });
});

describe('at once', () => {
  test('a callback and a decision: of both one is done, and no payment is lost', async () => {
    for (const kind of ['deposit-settle', 'deposit-fail', 'deposit-settle', 'deposit-fail'] as const) {
      await become();
      const id = await deposited(20_013);
      const proposal = await proposed(id, kind);
      await Promise.all([decide(other, proposal, 'approve'), callback(id, 'completed', 20_013)]);
      const { deposit } = await details(id);
      expect(await cash()).toBe(deposit.status === 'completed' ? 20_013 : 0);
      const lost = deposit.status === 'completed' ? [] : [20_013];
      expect(await waitingStrays(id)).toEqual(lost);
    }
    await expectBooksToBalance(env.DB);
  });
});
