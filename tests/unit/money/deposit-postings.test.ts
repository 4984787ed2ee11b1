// Deposits as the ledger writes them: who may begin one, when the gateway is asked about it, and what is credited once.

import { describe, expect, test } from 'vitest';
import { freezeStatement } from '../../../worker/db/freezes.ts';
import {
  acknowledgeDeposit,
  completeDeposit,
  failDeposit,
  reserveDeposit,
} from '../../../worker/ledger/deposits.ts';
import { bookArrival, endRefund, sendBack } from '../../../worker/ledger/reais.ts';
import { creditCharge, expireCharge, insertBrlDeposit, noteContest } from '../../../worker/ledger/pix.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { addCustomer, asD1, emptyBooks } from '../../support/node-books.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

async function books() {
  const db = asD1(emptyBooks());
  await addCustomer(db, 'ana', NOW - HOUR_MS);
  const reserve = (initiator?: 'gateway', method: 'debit_card' | 'pix' = 'debit_card') =>
    reserveDeposit(db, {
      operationId: `operation-${initiator ?? 'customer'}`,
      depositId: `deposit-${initiator ?? 'customer'}`,
      accountId: 'ana',
      idempotencyKey: `key-${initiator ?? 'customer'}`,
      requestHash: 'h',
      amountCents: 100_00,
      feeCents: 2_90,
      method,
      gateway: 'sandbox',
      ...(initiator !== undefined && { initiator }),
      now: NOW,
      alongside: [],
    });
  const row = <T>(sql: string) => db.prepare(sql).first<T>();
  /** Of the house, what is not zero. */
  const house = async () => {
    const { results } = await db
      .prepare(
        `SELECT replace(account_id, 'house:', '') || ' ' || asset AS name, sum(amount) AS sum FROM entries
         WHERE account_id LIKE 'house:%' GROUP BY 1 HAVING sum(amount) <> 0 ORDER BY 1`,
      )
      .all<{ name: string; sum: number }>();
    return Object.fromEntries(results.map(({ name, sum }) => [name, sum]));
  };
  return { db, reserve, row, house };
}

const DONE = { ok: true, value: undefined };
const refused = (error: string) => ({ ok: false, error });
const settlement = { requestHash: 'h', now: NOW + 1, alongside: [] };

describe('a deposit', () => {
  test('is begun by no customer who is frozen; what is on its way to him is taken', async () => {
    const { db, reserve } = await books();
    await freezeStatement(db, 'ana', NOW - 1).run();
    expect(await reserve()).toEqual(refused('AccountFrozen'));
    expect(await reserve('gateway')).toEqual(DONE);
  });

  test('with the key of another is that one', async () => {
    const { reserve } = await books();
    expect(await reserve()).toEqual(DONE);
    expect(await reserve()).toEqual(refused('OperationExists'));
  });

  test('is asked about again five minutes after the gateway has taken it', async () => {
    const { db, reserve, row } = await books();
    await reserve();
    const acknowledged = { reference: 'r', marks: {} as never, now: NOW + 5 };
    await acknowledgeDeposit(db, { id: 'deposit-customer', operationId: 'operation-customer' }, acknowledged);
    expect(await row('SELECT acknowledged_at, gateway_reference, next_ask_at FROM deposits')).toEqual({
      acknowledged_at: NOW + 5,
      gateway_reference: 'r',
      next_ask_at: NOW + 5 + 5 * MINUTE_MS,
    });
  });

  test('is credited once, with the fee as income, and never after it failed', async () => {
    const { db, reserve, house } = await books();
    await reserve();
    const deposit = { id: 'deposit-customer', accountId: 'ana', amountCents: 100_00, feeCents: 2_90 };
    expect(await completeDeposit(db, deposit, { ...settlement, operationId: 's1' })).toEqual(DONE);
    expect(await completeDeposit(db, deposit, { ...settlement, operationId: 's2' })).toEqual(
      refused('AlreadyDecided'),
    );
    expect(await failDeposit(db, deposit.id, { why: 'expired', now: NOW + 2 })).toEqual(
      refused('AlreadyDecided'),
    );
    expect(await house()).toEqual({ 'cash-clearing usd': -102_90, 'fee-income usd': 2_90 });
  });
});

describe('reais', () => {
  const payment = {
    gateway: 'bank',
    id: 'e1',
    method: 'ted',
    brlCents: 500_00,
    payerMac: null,
    paidAt: NOW,
  } as const;
  const arrival = { requestHash: 'h', accountId: null, depositId: null, now: NOW, alongside: [] };

  test('that arrive wait, go back and are gone, each once', async () => {
    const { db, house } = await books();
    const arrive = (operationId: string) =>
      bookArrival(db, payment, { ...arrival, operationId, state: 'unknown', reason: null });
    expect(await arrive('a1')).toEqual(DONE);
    expect(await house()).toEqual({ 'pix brl': -500_00, 'pix-waiting brl': 500_00 });
    expect(await arrive('a2')).toEqual(refused('AlreadyArrived'));

    const back = (operationId: string) =>
      sendBack(db, { ...payment, state: 'unknown' }, { ...arrival, operationId, reason: 'operators' });
    expect(await back('b1')).toEqual(DONE);
    expect(await house()).toEqual({ 'pix brl': -500_00, 'pix-refunds brl': 500_00 });
    expect(await back('b2')).toEqual(refused('AlreadyDecided'));

    const end = (operationId: string) =>
      endRefund(db, { ...payment, state: 'refunding' }, { ...arrival, operationId, reason: null });
    expect(await end('c1')).toEqual(DONE);
    expect(await house()).toEqual({});
    expect(await end('c2')).toEqual(refused('AlreadyDecided'));
  });

  test('that go back at once never wait, and those that the bank takes while they wait go from there', async () => {
    const { db, house } = await books();
    await bookArrival(db, payment, {
      ...arrival,
      operationId: 'a1',
      state: 'refunding',
      reason: 'operators',
    });
    expect(await house()).toEqual({ 'pix brl': -500_00, 'pix-refunds brl': 500_00 });
    const other = { ...payment, id: 'e2' };
    await bookArrival(db, other, {
      ...arrival,
      operationId: 'a2',
      state: 'waiting',
      accountId: 'ana',
      reason: null,
    });
    const taken = { ...arrival, operationId: 'c1', reason: 'operators' } as const;
    expect(await endRefund(db, { ...other, state: 'waiting' }, taken)).toEqual(DONE);
    expect(await house()).toEqual({ 'pix brl': -500_00, 'pix-refunds brl': 500_00 });
  });

  const charged = async () => {
    const { db, reserve, row, house } = await books();
    await reserve(undefined, 'pix');
    const terms = { exchangeBrlCents: 540_00, spreadBrlCents: 5_00, iofBrlCents: 2_00, brlCents: 547_00 };
    const charge = { ...terms, id: 'deposit-customer', accountId: 'ana', usdCents: 100_00 };
    await insertBrlDeposit(db, {
      ...charge,
      gateway: 'bank',
      method: 'pix',
      txid: 't'.repeat(30),
      expiresAt: NOW + HOUR_MS,
      rateE4: 54_000,
      rateAt: NOW,
      rateSource: 'test',
      spreadBasisPoints: 100,
      iofBasisPoints: 38,
      tariffId: null,
      now: NOW,
    }).run();
    return { db, row, house, charge };
  };
  const paid = { ...payment, method: 'pix', brlCents: 547_00 } as const;
  const credited = {
    'fee-income brl': 5_00,
    'fx brl': 540_00,
    'fx usd': -100_00,
    'pix brl': -547_00,
    'taxes brl': 2_00,
  };

  test('that nobody paid in time are asked for no more, once', async () => {
    const { db } = await charged();
    expect(await expireCharge(db, 'deposit-customer', NOW + 2 * HOUR_MS)).toEqual(DONE);
    expect(await expireCharge(db, 'deposit-customer', NOW + 3 * HOUR_MS)).toEqual(refused('AlreadyDecided'));
  });

  test('that pay a charge are exchanged, once', async () => {
    const { db, house, charge } = await charged();
    expect(await creditCharge(db, charge, paid, { ...settlement, operationId: 'c1' })).toEqual(DONE);
    expect(await house()).toEqual(credited);
    const again = { ...arrival, operationId: 'a1', state: 'unknown', reason: null } as const;
    expect(await bookArrival(db, paid, again)).toEqual(refused('AlreadyArrived'));
    expect(
      await creditCharge(db, charge, { ...paid, id: 'e2' }, { ...settlement, operationId: 'c2' }),
    ).toEqual(refused('AlreadyDecided'));
  });

  test('of a payer who was not known at first leave what waits, and pay the charge by the same exchange', async () => {
    const { db, row, house, charge } = await charged();
    const unknown = {
      ...arrival,
      state: 'unknown',
      accountId: 'ana',
      depositId: charge.id,
      reason: null,
    } as const;
    await bookArrival(db, paid, { ...unknown, operationId: 'a1' });
    const credit = { ...settlement, operationId: 'c1', waited: { movingId: 'm1' } };
    expect(await creditCharge(db, charge, { ...paid, payerMac: 'mac' }, credit)).toEqual(DONE);
    expect(await house()).toEqual(credited);
    expect(await row('SELECT state, payer_mac, end_id, ended_at FROM brl_payments')).toEqual({
      state: 'credited',
      payer_mac: 'mac',
      end_id: 'c1',
      ended_at: NOW + 1,
    });
  });

  test('that the payer’s bank took back are contested, as far as it says, and a smaller part says nothing new', async () => {
    const { db, row, charge } = await charged();
    await creditCharge(db, charge, paid, { ...settlement, operationId: 'c1' });
    const contest = (takenBrlCents: number, now: number) =>
      noteContest(db, {
        stepId: `s${now}`,
        depositId: charge.id,
        said: 'taken',
        takenBrlCents,
        now,
        alongside: [],
      });
    expect(await contest(200_00, NOW + 2)).toEqual(DONE);
    expect(await row('SELECT state, taken_back_at, taken_back_brl_cents FROM brl_deposits')).toEqual({
      state: 'contested',
      taken_back_at: NOW + 2,
      taken_back_brl_cents: 200_00,
    });
    expect(await contest(199_99, NOW + 3)).toEqual(refused('AlreadyDecided'));
  });
});
