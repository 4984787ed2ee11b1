// Operators and reais: the tariff of the exchange by two of them, what nobody can be found for, and a contested deposit that two take back.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DepositDetails } from '../../../worker/contract/operators/deposits.ts';
import {
  type ExchangeTariffsReport,
  REAIS_PAGE,
  type ReaisAtWork,
} from '../../../worker/contract/operators/reais.ts';
import type { BrlDeposit, BrlTerms, PixDepositReply } from '../../../worker/contract/pix.ts';
import { brasiliaDay } from '../../../worker/domain/brasilia.ts';
import { addDays } from '../../../worker/domain/days.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }, 50_000));
const TODAY = brasiliaDay(Date.now());
const TERMS = { spreadBasisPoints: 100, iofBasisPoints: 38, legalBasis: 'Decreto 6.306/2007, art. 15-B' };

let [ana, one, two]: Customer[] = [];
beforeAll(async () => {
  [ana, one, two] = await Promise.all([createCustomer(env), makeOperator(), makeOperator()]);
});
const customer = () => callsOf(ana as Customer, worker);
const as = (operator: Customer | undefined) => asOperator(operator as Customer, worker);

const propose = (who: Customer | undefined, over: object = {}) =>
  as(who)('/exchange-tariffs', { method: 'POST', body: { fromDay: TODAY, ...TERMS, ...over } });
const decide = (who: Customer | undefined, id: string, how: 'announce' | 'drop') =>
  as(who)(`/exchange-tariffs/${id}/${how}`, { method: 'POST', body: {} });
const openId = async () =>
  (await (await as(one)('/exchange-tariffs')).json<ExchangeTariffsReport>()).tariffs.find(
    ({ state }) => state === 'open',
  )?.id ?? '';
const charge = async () =>
  (
    await (
      await customer().post('/api/deposits/pix', { amountCents: 25_000 }, crypto.randomUUID())
    ).json<PixDepositReply>()
  ).deposit;
const press = (body: object) => customer().post('/api/dev/bank', body);
const txidOf = ({ id }: BrlDeposit) => id.replaceAll('-', '');

describe('the tariff of the exchange', () => {
  test.each([
    { fromDay: addDays(TODAY, -1) },
    { fromDay: '2026-02-30' },
    { spreadBasisPoints: 1_001 },
    { iofBasisPoints: -1 },
    { iofBasisPoints: 0.5 },
    { legalBasis: '  ?  ' },
  ])('is not %j', async (over) => {
    expect(await outcome(await propose(one, over))).toBe('ValidationFailed');
  });

  test('is proposed by one, announced by another, once, and is a line each of what is paid from then on', async () => {
    expect((await (await customer().get('/api/deposits/reais')).json<BrlTerms>()).legalBasis).toBeNull();
    const before = await charge();
    const inForce = async () =>
      (await (await as(one)('/exchange-tariffs')).json<ExchangeTariffsReport>()).inForce;
    expect(await inForce()).toBeNull();
    expect(await outcome(await propose(await makeOperator({ roles: ['support'] })))).toBe('Forbidden');
    expect((await propose(one)).status).toBe(201);
    expect(await outcome(await propose(two))).toBe('TariffProposed');
    const id = await openId();
    expect(await outcome(await decide(one, id, 'announce'))).toBe('SecondOperatorNeeded');
    expect(
      (await Promise.all([decide(two, id, 'announce'), decide(two, id, 'announce')])).map(
        ({ status }) => status,
      ),
    ).toEqual([200, 200]);
    expect(await inForce()).toEqual({ id, fromDay: TODAY, ...TERMS });
    expect(await outcome(await decide(two, id, 'drop'))).toBe('ProposalDecided');
    expect(await (await customer().get('/api/deposits/reais')).json<BrlTerms>()).toMatchObject({
      ...TERMS,
      fromDay: TODAY,
    });
    const after = await charge();
    expect(before).toMatchObject({ brlCents: 125_000, spreadBrlCents: 0, iofBrlCents: 0, legalBasis: null });
    expect(after).toMatchObject({
      exchangeBrlCents: 125_000,
      spreadBrlCents: 1_250,
      iofBrlCents: 480,
      brlCents: 126_730,
      ...TERMS,
    });
    for (const deposit of [before, after]) await press({ do: 'pay', txid: txidOf(deposit) });
    // What was asked for before keeps its own.
    expect(await (await customer().get(`/api/deposits/pix/${before.id}`)).json<BrlDeposit>()).toMatchObject({
      state: 'paid',
      brlCents: 125_000,
    });
    const { results } = await env.DB.prepare(
      `SELECT account_id AS account, sum(amount) AS n FROM entries WHERE asset = 'brl' GROUP BY account_id ORDER BY account_id`,
    ).all();
    expect(results).toEqual([
      { account: 'house:fee-income', n: 1_250 },
      { account: 'house:fx', n: 250_000 },
      { account: 'house:pix', n: -251_730 },
      { account: 'house:taxes', n: 480 },
    ]);
    await expectBooksToBalance(env.DB);
  });

  test('is one a day, and a dropped one charges nothing', async () => {
    expect((await propose(one, { spreadBasisPoints: 0 })).status).toBe(201);
    expect(await outcome(await decide(two, await openId(), 'announce'))).toBe('ValidationFailed');
    expect((await decide(two, await openId(), 'drop')).status).toBe(200);
    expect((await charge()).spreadBrlCents).toBe(1_250);
  });
});

describe('reais that nobody can be found for', () => {
  const refund = (who: Customer | undefined, id: string) =>
    as(who)('/reais/refunds', {
      method: 'POST',
      body: { gateway: 'sandbox', id, note: 'Nobody answers at the bank.' },
    });
  const atWork = async () => (await as(one)('/reais')).json<ReaisAtWork>();

  test('go back where they came from, once, with a line in the log', async () => {
    await press({ do: 'pay-unknown', brlCents: 5_000 });
    const [payment] = (await atWork()).payments;
    expect(payment).toMatchObject({ state: 'unknown', brlCents: 5_000, customer: null });
    const id = payment?.id ?? '';
    expect(await outcome(await refund(await makeOperator({ roles: ['support'] }), id))).toBe('Forbidden');
    expect(await outcome(await refund(one, 'nothing'))).toBe('NotFound');
    const replies = await Promise.all([refund(one, id), refund(two, id), refund(one, id)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await atWork()).payments).toEqual([]);
    expect(
      await env.DB.prepare('SELECT state, reason FROM brl_payments WHERE id = ?').bind(id).first(),
    ).toEqual({
      state: 'refunded',
      reason: 'operators',
    });
    expect(
      await env.DB.prepare(`SELECT count(*) AS n FROM audit_log WHERE action = 'reais.returned'`).first('n'),
    ).toBe(1);
    await expectBooksToBalance(env.DB);
  });
});

test('what waits comes page by page, and what is beside it once', async () => {
  const serial = REAIS_PAGE + 3;
  // Each by an operation of its own, as a callback books it.
  for (let n = 0; n < serial; n += 1) await press({ do: 'pay-unknown', brlCents: 1_000 + n });
  const first = await (await as(one)('/reais')).json<ReaisAtWork>();
  expect(first.payments).toHaveLength(REAIS_PAGE);
  const second = await (await as(one)(`/reais?cursor=${first.nextCursor}`)).json<ReaisAtWork>();
  expect(second).toMatchObject({ contested: [], byHand: [], nextCursor: null });
  const read = [...first.payments, ...second.payments].map(({ brlCents }) => brlCents);
  expect(read).toEqual(Array.from({ length: serial }, (_, n) => 1_000 + n));
  expect(await outcome(await as(one)('/reais?cursor=1.2.3'))).toBe('ValidationFailed');
});

test('a contested deposit is taken back by two, and is told so by its charge', async () => {
  const deposit = await charge();
  await press({ do: 'pay', txid: txidOf(deposit) });
  await press({ do: 'contest', txid: txidOf(deposit) });
  expect((await (await as(one)('/reais')).json<ReaisAtWork>()).contested).toMatchObject([
    { depositId: deposit.id, customer: { id: ana?.userId }, usdCents: 25_000, takenBackAt: null },
  ]);
  const state = async () =>
    (await (await customer().get(`/api/deposits/pix/${deposit.id}`)).json<BrlDeposit>()).state;
  const takenBack = async (reference: string, amountCents?: number) => {
    const body = { kind: 'charge-back', reference, reason: 'The bank took it back.', amountCents };
    const proposed = await as(one)(`/deposits/${deposit.id}/proposals`, { method: 'POST', body });
    expect(proposed.status).toBe(201);
    const { id } = await proposed.json<{ id: string }>();
    const approved = await as(two)(`/deposits/proposals/${id}/approve`, {
      method: 'POST',
      body: { note: '' },
    });
    expect(approved.status).toBe(200);
  };
  // A part, in reais: the contest is decided, the rest stands. Then all of it.
  await takenBack('MED 4711', 40_001);
  expect(await state()).toBe('paid');
  const { deposit: half } = await (await as(one)(`/deposits/${deposit.id}`)).json<DepositDetails>();
  expect(half.paid).toEqual({
    currency: 'BRL',
    cents: deposit.brlCents,
    leftCents: deposit.brlCents - 40_001,
  });
  expect(half.disputes).toMatchObject([{ amountCents: 40_001, dueCents: 8_000 }]);
  await expectBooksToBalance(env.DB);
  await takenBack('MED 4712');
  expect(await state()).toBe('refunded');
  expect((await (await as(one)('/reais')).json<ReaisAtWork>()).contested).toEqual([]);
  await expectBooksToBalance(env.DB);
});
