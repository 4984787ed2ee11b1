// Deposits in reais over HTTP: the rate that is locked, every case of what a bank tells, and the money always somewhere by name.

import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openIdentity } from '../../../worker/auth/identity-sealing.ts';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type {
  Bank,
  BankReply,
  BrlDeposit,
  BrlTerms,
  PixCallback,
  PixDepositReply,
} from '../../../worker/contract/pix.ts';
import { findSealedCpf } from '../../../worker/db/sandbox-bank.ts';
import { readBrCode } from '../../../worker/domain/br-code.ts';
import {
  DEPOSIT_MAX_CENTS,
  PIX_LOCK_MS,
  PIX_LOCKED_BY_ALL_MAX_CENTS,
} from '../../../worker/domain/limits.ts';
import { CHARGE_GRACE_MS, tedReference } from '../../../worker/domain/pix.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { keepReais } from '../../../worker/services/keep-reais.ts';
import {
  gatewaysOf,
  type Gateways,
  type PixCharges,
  type PixReceived,
} from '../../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../../worker/services/payment-gateway-sandbox.ts';
import { makePixDeposit } from '../../../worker/services/pix-deposits.ts';
import type { MoneyDeps } from '../../../worker/services/price-source.ts';
import { takePix } from '../../../worker/services/receive-reais.ts';
import { createCustomer, type Customer, freshCpf, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, SetPrices, workerWith } from '../../support/money-calls.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../../support/withdrawals.ts';

const RATE = 53_063;
const hub = Object.assign(new SetPrices({ gold: 400_000, silver: 5_000 }), {
  usdBrlE4: RATE as number | null,
});
const worker = workerWith(hub);

let ana: Customer;
let cpf: string;
beforeEach(async () => {
  hub.usdBrlE4 = RATE;
  ana = await createCustomer(env);
  cpf = await cpfOf(ana);
});

async function cpfOf({ userId }: Customer): Promise<string> {
  const sealed = await findSealedCpf(env.DB, { userId });
  return (await openIdentity(env.PASSWORD_PEPPER, userId, sealed?.sealed ?? ''))?.number ?? '';
}

const calls = (customer: Customer = ana) => callsOf(customer, worker);
const ask = (body: object, customer: Customer = ana, key: string = crypto.randomUUID()) =>
  calls(customer).post('/api/deposits/pix', body, key);
async function charge(amountCents = 25_000, customer: Customer = ana): Promise<PixDepositReply> {
  const reply = await ask({ amountCents }, customer);
  expect(reply.status).toBe(201);
  return reply.json<PixDepositReply>();
}
const read = async (id: string, customer: Customer = ana) =>
  (await calls(customer).get(`/api/deposits/pix/${id}`)).json<BrlDeposit>();
const cashOf = async (customer: Customer = ana) =>
  (await (await calls(customer).get('/api/portfolio')).json<{ cashCents: number }>()).cashCents;

type Told = PixCallback['pix'][number];
let serial = 0;
const e2e = () => `E00000000202611201500${String((serial += 1)).padStart(11, '0')}`;
const told = (of: PixDepositReply, over: Partial<Told> = {}): Told => ({
  endToEndId: e2e(),
  txid: of.deposit.id.replaceAll('-', ''),
  valor: `${Math.floor(of.deposit.brlCents / 100)}.${String(of.deposit.brlCents % 100).padStart(2, '0')}`,
  horario: new Date().toISOString(),
  pagador: { cpf, nome: 'Ana Prado' },
  ...over,
});

async function tell(
  body: object,
  over: { readonly path?: string; readonly signature?: string } = {},
): Promise<Response> {
  const text = JSON.stringify(body);
  return worker(
    new Request(`${ORIGIN}/api/payments/sandbox/${over.path ?? 'pix'}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [GATEWAY_SIGNATURE_HEADER]:
          over.signature ?? (await signCallback(env.GATEWAY_SECRET, text, Date.now())),
      },
      body: text,
    }),
  );
}
const tellPix = async (...pix: readonly Told[]) => (await tell({ pix })).json<BankReply>();

/** What the account of the house has in reais. */
const inReais = async (account: string): Promise<number> =>
  (await env.DB.prepare(
    `SELECT coalesce(sum(amount), 0) AS n FROM entries WHERE account_id = ? AND asset = 'brl'`,
  )
    .bind(account)
    .first<number>('n')) ?? 0;
const lettersTo = async ({ userId }: Customer): Promise<string[]> => {
  const { results } = await env.DB.prepare(
    'SELECT kind FROM mail_outbox WHERE user_id = ? ORDER BY created_at, kind',
  )
    .bind(userId)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
};
const paymentsOf = async (id: string) =>
  (
    await env.DB.prepare(
      'SELECT state, reason FROM brl_payments WHERE deposit_id = ? ORDER BY received_at, id',
    )
      .bind(id)
      .all()
  ).results;

const balanced = () => expectBooksToBalance(env.DB);

const depsAt = (now: number, over: Partial<MoneyDeps> = {}): MoneyDeps => ({
  db: env.DB,
  env,
  hub,
  now: () => now,
  newId: () => crypto.randomUUID(),
  defer: () => undefined,
  ...over,
});
const keep = (now: number, gateways: Gateways = gatewaysOf(env)) => keepReais(depsAt(now), gateways);
/** The sandbox, but for a part of it. */
const bankWith = (pix: Partial<PixCharges>): Gateways => {
  const sandbox = sandboxGateway(env.GATEWAY_SECRET);
  if (sandbox.pix === undefined) throw new Error('the sandbox takes PIX');
  return [{ ...sandbox, pix: { ...sandbox.pix, ...pix } }];
};

describe('a charge', () => {
  afterAll(balanced);
  test('locks the rate of now for 15 minutes: exact dollars, reais up to the centavo, a code that says the same', async () => {
    const { transaction, deposit, portfolio } = await charge();
    expect(deposit).toMatchObject({
      method: 'pix',
      state: 'active',
      usdCents: 25_000,
      brlCents: 132_658,
      exchangeBrlCents: 132_658,
      spreadBrlCents: 0,
      iofBrlCents: 0,
      legalBasis: null,
      rateE4: RATE,
      refunds: [],
      gateway: 'sandbox',
    });
    expect(Date.parse(deposit.expiresAt ?? '') - Date.parse(deposit.createdAt)).toBe(PIX_LOCK_MS);
    expect(readBrCode(deposit.payload ?? '')).toMatchObject({
      brlCents: 132_658,
      location: `pix.onca.example/qr/v2/${deposit.id.replaceAll('-', '')}`,
      name: 'ONCA SANDBOX',
    });
    expect(transaction).toMatchObject({
      id: deposit.id,
      type: 'deposit',
      status: 'pending',
      method: 'pix',
      totalCents: 25_000,
    });
    // Nobody has paid anything yet.
    expect(portfolio).toMatchObject({ cashCents: 0, pendingCashCents: 0 });
    expect(await read(deposit.id)).toEqual(deposit);
  });

  test('of reais buys the most dollars that they pay for', async () => {
    const reply = await (await ask({ brlCents: 132_657 })).json<PixDepositReply>();
    expect(reply.deposit).toMatchObject({ usdCents: 24_999, brlCents: 132_653 });
  });

  test('is asked for again under its key with the same bytes, also after it was paid', async () => {
    const key = crypto.randomUUID();
    const first = await (await ask({ amountCents: 25_000 }, ana, key)).text();
    expect(await (await ask({ amountCents: 25_000 }, ana, key)).text()).toBe(first);
    await tellPix(told(JSON.parse(first) as PixDepositReply));
    expect(await (await ask({ amountCents: 25_000 }, ana, key)).text()).toBe(first);
    expect(await outcome(await ask({ amountCents: 25_001 }, ana, key))).toBe('IdempotencyKeyReused');
  });

  test.each([
    [{}, 'ValidationFailed'],
    [{ amountCents: 25_000, brlCents: 132_658 }, 'ValidationFailed'],
    [{ amountCents: '25000' }, 'ValidationFailed'],
    [{ amountCents: 25_000.5 }, 'ValidationFailed'],
    [{ amountCents: 9_999 }, 'DepositBelowMinimum'],
    [{ amountCents: -25_000 }, 'DepositBelowMinimum'],
    [{ brlCents: 0 }, 'DepositBelowMinimum'],
    [{ brlCents: -1 }, 'DepositBelowMinimum'],
    [{ brlCents: 53_062 }, 'DepositBelowMinimum'],
    [{ amountCents: DEPOSIT_MAX_CENTS + 1 }, 'DepositAboveMaximum'],
    [{ brlCents: Number.MAX_SAFE_INTEGER }, 'DepositAboveMaximum'],
    [{ amountCents: 1e300 }, 'DepositAboveMaximum'],
    [{ amountCents: 5_000_001 }, 'PixChargesOpen'],
  ])('of %j: %s', async (body, expected) => {
    expect(await outcome(await ask(body))).toBe(expected);
  });

  test('needs a CPF that was checked, a rate, a gateway, and a key', async () => {
    expect(await outcome(await ask({ amountCents: 25_000 }, await createCustomer(env, { level: 0 })))).toBe(
      'PixNeedsCpf',
    );
    hub.usdBrlE4 = null;
    expect(await outcome(await ask({ amountCents: 25_000 }))).toBe('RateUnavailable');
    hub.usdBrlE4 = RATE;
    expect(await outcome(await calls().post('/api/deposits/pix', { amountCents: 25_000 }))).toBe(
      'IdempotencyKeyMissing',
    );
    const deployed = callsOf(ana, workerWith(hub, { ENVIRONMENT: 'production' }));
    expect(
      await outcome(await deployed.post('/api/deposits/pix', { amountCents: 25_000 }, crypto.randomUUID())),
    ).toBe('Unavailable');
  });

  test('is another’s: unknown', async () => {
    const { deposit } = await charge();
    const other = await createCustomer(env);
    expect(await outcome(await calls(other).get(`/api/deposits/pix/${deposit.id}`))).toBe('NotFound');
  });

  test('is one of three at most, and of 50,000.00 in all, also where twelve are asked for at once', async () => {
    expect(await outcomes(Array.from({ length: 12 }, () => ask({ amountCents: 10_000 })))).toEqual({
      201: 3,
      PixChargesOpen: 9,
    });
    const bea = await createCustomer(env);
    await charge(2_500_000, bea);
    expect(await outcome(await ask({ amountCents: 2_500_001 }, bea))).toBe('PixChargesOpen');
    await charge(2_500_000, bea);
    // What was paid, or is over, locks nothing.
    const { charges } = await (await calls(bea).get('/api/dev/bank')).json<Bank>();
    await calls(bea).post('/api/dev/bank', { do: 'pay', txid: charges[0]?.txid });
    await charge(10_000, bea);
    await env.DB.prepare(`UPDATE brl_deposits SET state = 'expired' WHERE state = 'active'`).run();
    await env.DB.prepare(
      `UPDATE deposits SET status = 'failed' WHERE status = 'pending' AND method = 'pix'`,
    ).run();
    await env.DB.prepare(
      `UPDATE transactions SET status = 'failed' WHERE status = 'pending' AND method = 'pix'`,
    ).run();
  });

  test('is refused while all customers together lock 500,000.00', async () => {
    const most = PIX_LOCKED_BY_ALL_MAX_CENTS / 5_000_000;
    const whales = await Promise.all(Array.from({ length: most }, () => createCustomer(env)));
    for (const whale of whales) await charge(5_000_000, whale);
    expect(await outcome(await ask({ amountCents: 10_000 }))).toBe('RateUnavailable');
    expect(await keep(Date.now() + PIX_LOCK_MS + CHARGE_GRACE_MS + 1)).toMatchObject({
      overdue: { ended: most },
    });
    await charge(10_000);
  });

  test('holds to the limits of deposits, and a frozen account asks for none', async () => {
    const cora = await createCustomer(env, { unconfirmed: true });
    expect(await outcome(await ask({ amountCents: 100_001 }, cora))).toBe('DepositNeedsEmail');
    const dora = await createCustomer(env, { level: 1 });
    expect(await outcome(await ask({ amountCents: 1_000_001 }, dora))).toBe('LevelNeeded');
  });
});

describe('a payment', () => {
  afterAll(balanced);
  test('is credited once, at the rate that was locked, whatever the rate is by then', async () => {
    const made = await charge();
    hub.usdBrlE4 = 60_000;
    const [pix, fx] = [await inReais('house:pix'), await inReais('house:fx')];
    const paid = told(made);
    expect(await tellPix(paid)).toEqual({ told: 1, applied: 1 });
    expect(await cashOf()).toBe(25_000);
    expect(await inReais('house:pix')).toBe(pix - 132_658);
    expect(await inReais('house:fx')).toBe(fx + 132_658);
    expect(await tellPix(paid)).toEqual({ told: 1, applied: 0 });
    expect(await cashOf()).toBe(25_000);
    expect(await read(made.deposit.id)).toMatchObject({ state: 'paid', paidAt: paid.horario, refunds: [] });
    expect(await lettersTo(ana)).toEqual(['deposit-receipt']);
  });

  test('that is told of by forty callbacks at once is credited once', async () => {
    const made = await charge();
    const paid = told(made);
    const replies = await Promise.all(Array.from({ length: 40 }, () => tellPix(paid)));
    expect(replies.filter(({ applied }) => applied === 1)).toHaveLength(1);
    expect(await cashOf()).toBe(25_000);
  });

  test.each([
    ['wrong-amount', { valor: '1326.57' }],
    ['other-payer', { pagador: { cpf: freshCpf(), nome: 'Outra Pessoa' } }],
    ['other-payer', { pagador: { cnpj: '11222333000181', nome: 'Uma Empresa' } }],
    ['other-payer', { pagador: undefined }],
    ['late', { horario: new Date(Date.now() + PIX_LOCK_MS + MINUTE_MS).toISOString() }],
  ] as const)('goes back: %s', async (reason, over) => {
    const made = await charge();
    const before = await inReais('house:pix');
    expect(await tellPix(told(made, over as Partial<Told>))).toEqual({ told: 1, applied: 1 });
    expect(await cashOf()).toBe(0);
    expect(await paymentsOf(made.deposit.id)).toEqual([{ state: 'refunded', reason }]);
    expect(await inReais('house:pix')).toBe(before);
    const { state, refunds } = await read(made.deposit.id);
    expect(state).toBe('active');
    expect(refunds).toMatchObject([{ reason, returnedAt: expect.any(String) }]);
    expect(await lettersTo(ana)).toEqual(['reais-refunded']);
    // The right one may still come.
    await tellPix(told(made));
    expect(await cashOf()).toBe(25_000);
  });

  test('that comes twice is taken once, and the other goes back, also where both are told of at once', async () => {
    const made = await charge();
    await Promise.all([tellPix(told(made)), tellPix(told(made)), tellPix(told(made), told(made))]);
    expect(await cashOf()).toBe(25_000);
    const payments = await paymentsOf(made.deposit.id);
    expect(payments.filter(({ state }) => state === 'credited')).toHaveLength(1);
    expect(payments.filter(({ reason }) => reason === 'twice')).toHaveLength(3);
  });

  test('is in time to the last millisecond, by the clock of the bank', async () => {
    const [inTime, late] = [await charge(), await charge()];
    const end = (of: PixDepositReply) => Date.parse(of.deposit.expiresAt ?? '');
    await tellPix(
      told(inTime, { horario: new Date(end(inTime) - 1).toISOString() }),
      told(late, { horario: new Date(end(late)).toISOString() }),
    );
    expect((await read(inTime.deposit.id)).state).toBe('paid');
    expect(await paymentsOf(late.deposit.id)).toEqual([{ state: 'refunded', reason: 'late' }]);
    expect(await cashOf()).toBe(25_000);
  });

  test('that names no charge of ours is kept for operators, and told to nobody', async () => {
    const before = await inReais('house:pix-waiting');
    const made = await charge();
    const [strange, nameless] = [told(made, { txid: 'x'.repeat(32) }), told(made)];
    delete nameless.txid;
    expect(await tellPix(strange, nameless)).toEqual({ told: 2, applied: 2 });
    expect(await inReais('house:pix-waiting')).toBe(before + 2 * 132_658);
    expect(await cashOf()).toBe(0);
    expect(await lettersTo(ana)).toEqual([]);
  });

  test('may be told of before the gateway has answered that there is a charge', async () => {
    const key = crypto.randomUUID();
    const request = {
      accountId: ana.userId,
      email: ana.email,
      idempotencyKey: key,
      method: 'POST',
      path: '/api/deposits/pix',
      body: JSON.stringify({ amountCents: 25_000 }),
    };
    const hasty = bankWith({
      async createCharge({ txid }) {
        const payment: PixReceived = {
          endToEndId: e2e(),
          txid,
          brlCents: 132_658,
          paidAt: Date.now(),
          payer: { number: cpf, name: 'Ana Prado' },
          returns: [],
        };
        await takePix(depsAt(Date.now()), 'sandbox', payment);
        return { location: `pix.onca.example/qr/v2/${txid}` };
      },
    });
    const made = await makePixDeposit(depsAt(Date.now()), request, { amountCents: 25_000 }, hasty);
    expect(made).toMatchObject({
      ok: true,
      value: { body: { transaction: { status: 'completed' }, portfolio: { cashCents: 25_000 } } },
    });
  });
});

describe('a callback', () => {
  afterAll(balanced);
  test('that is forged, or none, changes nothing', async () => {
    const made = await charge();
    expect(
      await outcome(await tell({ pix: [told(made)] }, { signature: `t=${Date.now()},v2=${'0'.repeat(64)}` })),
    ).toBe('Unauthenticated');
    const other = JSON.stringify({ pix: [told(made)] });
    const signature = await signCallback(env.GATEWAY_SECRET, other, Date.now());
    expect(await outcome(await tell({ pix: [told(made)] }, { signature }))).toBe('Unauthenticated');
    const old = { pix: [told(made)] };
    const stale = await signCallback(env.GATEWAY_SECRET, JSON.stringify(old), Date.now() - HOUR_MS);
    expect(await outcome(await tell(old, { signature: stale }))).toBe('Unauthenticated');
    for (const body of [
      {},
      { pix: [] },
      { pix: [{ ...told(made), valor: '0.00' }] },
      { pix: [{ ...told(made), valor: '1e3' }] },
    ]) {
      expect(await outcome(await tell(body))).toBe('ValidationFailed');
    }
    expect(
      await outcome(
        await tell(
          { key: made.deposit.id, reference: 'x', outcome: 'completed', paidCents: 25_000 },
          { path: 'callback' },
        ),
      ),
    ).toBe('NotFound');
    expect(await cashOf()).toBe(0);
  });
});

describe('nobody pays', () => {
  afterAll(balanced);
  test('and it ends after the grace, once the bank has said that nothing came', async () => {
    const { deposit } = await charge();
    const end = Date.parse(deposit.expiresAt ?? '');
    const silent = bankWith({ findCharge: () => Promise.reject(new Error('out of reach')) });
    await keep(end + CHARGE_GRACE_MS - 1);
    expect((await read(deposit.id)).state).toBe('active');
    await keep(end + HOUR_MS, silent);
    expect((await read(deposit.id)).state).toBe('active');
    await keep(end + CHARGE_GRACE_MS);
    expect((await read(deposit.id)).state).toBe('expired');
    const late = told({ deposit } as PixDepositReply);
    expect(await tellPix(late)).toEqual({ told: 1, applied: 1 });
    expect(await paymentsOf(deposit.id)).toEqual([{ state: 'refunded', reason: 'late' }]);
    expect(await cashOf()).toBe(0);
  });

  test('as far as we know, but the bank has a payment in time', async () => {
    const made = await charge();
    const end = Date.parse(made.deposit.expiresAt ?? '');
    const payment: PixReceived = {
      endToEndId: e2e(),
      txid: made.deposit.id.replaceAll('-', ''),
      brlCents: 132_658,
      paidAt: end - 1,
      payer: { number: cpf, name: 'Ana Prado' },
      returns: [],
    };
    await keep(end + CHARGE_GRACE_MS, bankWith({ findCharge: async () => ({ paid: [payment] }) }));
    expect((await read(made.deposit.id)).state).toBe('paid');
    expect(await cashOf()).toBe(25_000);
  });

  test('while a payment races the end: one of them wins, and the money is there or goes back', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await charge();
      const end = Date.parse(made.deposit.expiresAt ?? '');
      await Promise.all([
        keep(end + CHARGE_GRACE_MS),
        tellPix(told(made, { horario: new Date(end - 1).toISOString() })),
      ]);
      const { state } = await read(made.deposit.id);
      const [payment] = await paymentsOf(made.deposit.id);
      expect(payment).toEqual(
        state === 'paid' ? { state: 'credited', reason: null } : { state: 'refunded', reason: 'late' },
      );
    }
  });
});

describe('a refund', () => {
  afterAll(balanced);
  test('is sent until the bank confirms it, under one key, and once more under another where the bank refused', async () => {
    const made = await charge();
    const keys: string[] = [];
    let answer: 'pending' | 'returned' | 'failed' | null = null;
    const bank = bankWith({
      refund: async ({ key }) => {
        keys.push(key);
        if (answer === null) throw new Error('out of reach');
        return { outcome: answer };
      },
    });
    const at = Date.now();
    await takePix(depsAt(at), 'sandbox', {
      endToEndId: e2e(),
      txid: made.deposit.id.replaceAll('-', ''),
      brlCents: 1,
      paidAt: at,
      payer: { number: cpf, name: 'Ana Prado' },
      returns: [],
    });
    const state = async () => (await paymentsOf(made.deposit.id))[0];
    await keep(at, bank);
    answer = 'pending';
    await keep(at + MINUTE_MS, bank);
    answer = 'failed';
    await keep(at + 10 * MINUTE_MS, bank);
    expect(await state()).toEqual({ state: 'refunding', reason: 'wrong-amount' });
    answer = 'returned';
    await keep(at + 11 * MINUTE_MS, bank);
    expect(keys).toHaveLength(3);
    await keep(at + 2 * HOUR_MS, bank);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => /^[0-9A-Za-z]{1,35}$/u.test(key))).toBe(true);
    expect(await state()).toEqual({ state: 'refunded', reason: 'wrong-amount' });
    await keep(at + 3 * HOUR_MS, bank);
    expect(keys).toHaveLength(4);
  });
});

describe('a contest', () => {
  afterAll(balanced);
  const contest = (paid: Told, status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'): Told => ({
    ...paid,
    devolucoes: [{ id: `D${paid.endToEndId.slice(1)}`, valor: paid.valor, natureza: 'MED_FRAUDE', status }],
  });

  test('takes nothing back by itself: the deposit is contested, told once, and stands again when the bank gives it up', async () => {
    const made = await charge();
    const paid = told(made);
    await tellPix(paid);
    expect(await tellPix(contest(paid, 'EM_PROCESSAMENTO'))).toEqual({ told: 1, applied: 1 });
    expect(await tellPix(contest(paid, 'EM_PROCESSAMENTO'))).toEqual({ told: 1, applied: 0 });
    expect((await read(made.deposit.id)).state).toBe('contested');
    expect(await cashOf()).toBe(25_000);
    expect(await tellPix(contest(paid, 'NAO_REALIZADO'))).toEqual({ told: 1, applied: 1 });
    expect((await read(made.deposit.id)).state).toBe('paid');
    expect(await lettersTo(ana)).toEqual(['deposit-receipt', 'deposit-contested', 'deposit-contested']);
    // Another one, and this time the bank takes it.
    await tellPix(contest(paid, 'DEVOLVIDO'));
    expect(await tellPix(contest(paid, 'NAO_REALIZADO'))).toEqual({ told: 1, applied: 0 });
    expect((await read(made.deposit.id)).state).toBe('contested');
    expect(await cashOf()).toBe(25_000);
  });

  test('stops withdrawals that have not left: two operators look at them', async () => {
    ana = await createWithdrawer(env);
    cpf = await cpfOf(ana);
    await fund(env.DB, ana, 100_000);
    const paid = told(await charge());
    await tellPix(paid);
    const payoutAccountId = await addPayoutAccount(env, ana);
    await withdraw(env.DB, ana, { payoutAccountId, amountCents: 2_000 });
    const withdrawal = () =>
      env.DB.prepare('SELECT state, flags FROM withdrawals WHERE account_id = ?').bind(ana.userId).first();
    expect(await withdrawal()).toEqual({ state: 'ready', flags: '[]' });
    await tellPix(contest(paid, 'EM_PROCESSAMENTO'));
    expect(await withdrawal()).toEqual({ state: 'waiting-approval', flags: '["contested"]' });
  });

  test('of what nobody has yet ends it: the bank has it no longer', async () => {
    const made = await charge();
    const strange = told(made, { txid: 'y'.repeat(32) });
    await tellPix(strange);
    await tellPix(contest(strange, 'DEVOLVIDO'));
    const { state } = (await env.DB.prepare('SELECT state FROM brl_payments WHERE id = ?')
      .bind(strange.endToEndId)
      .first<{ state: string }>()) ?? { state: '' };
    expect(state).toBe('refunded');
  });
});

describe('a TED', () => {
  afterAll(balanced);
  let id = 0;
  const ted = (valor: string, over: object = {}) => ({
    id: `TED-${Date.now()}-${(id += 1)}`,
    valor,
    horario: new Date().toISOString(),
    texto: tedReference(ana.userId),
    pagador: { cpf, nome: 'Ana Prado' },
    ...over,
  });
  const tellTed = async (...all: readonly object[]) =>
    (await tell({ ted: all }, { path: 'ted' })).json<BankReply>();

  test('is credited at the rate of its posting: whole cents, and every centavo has its place', async () => {
    const terms = await (await calls().get('/api/deposits/reais')).json<BrlTerms>();
    expect(terms).toMatchObject({
      needsCpf: false,
      rate: { e4: RATE },
      ted: { reference: tedReference(ana.userId) },
    });
    const one = ted('1326.60');
    expect(await tellTed(one)).toEqual({ told: 1, applied: 1 });
    expect(await tellTed(one)).toEqual({ told: 1, applied: 0 });
    expect(await cashOf()).toBe(25_000);
    const { id: depositId } = (await env.DB.prepare('SELECT id FROM deposits WHERE account_id = ?')
      .bind(ana.userId)
      .first<{ id: string }>()) ?? { id: '' };
    expect(await read(depositId)).toMatchObject({
      method: 'ted',
      state: 'paid',
      usdCents: 25_000,
      brlCents: 132_660,
      exchangeBrlCents: 132_660,
      payload: null,
      expiresAt: null,
    });
    expect(await lettersTo(ana)).toEqual(['deposit-receipt']);
  });

  test('without a reference is found by its CPF, and another’s reference or CPF sends it back', async () => {
    const bea = await createCustomer(env);
    await tellTed(ted('1000.00', { texto: undefined }));
    expect(await cashOf()).toBe(18_845);
    await tellTed(ted('1000.00', { texto: tedReference(bea.userId) }));
    await tellTed(ted('1000.00', { pagador: { cpf: freshCpf(), nome: 'Outra Pessoa' } }));
    expect(await cashOf()).toBe(18_845);
    expect(await lettersTo(bea)).toEqual(['reais-refunded']);
    expect(await lettersTo(ana)).toEqual(['deposit-receipt', 'reais-refunded']);
    const before = await inReais('house:pix-waiting');
    await tellTed(ted('1000.00', { texto: undefined, pagador: { cpf: freshCpf(), nome: 'Outra Pessoa' } }));
    expect(await inReais('house:pix-waiting')).toBe(before + 100_000);
  });

  test('waits by name while nobody knows a rate, and takes the next one', async () => {
    hub.usdBrlE4 = null;
    const before = await inReais('house:pix-waiting');
    await tellTed(ted('1326.58'));
    expect(await cashOf()).toBe(0);
    expect(await inReais('house:pix-waiting')).toBe(before + 132_658);
    await keep(Date.now() + 1_000);
    expect(await cashOf()).toBe(0);
    hub.usdBrlE4 = 50_000;
    await Promise.all([keep(Date.now() + 2 * MINUTE_MS), keep(Date.now() + 2 * MINUTE_MS)]);
    expect(await cashOf()).toBe(26_531);
    expect(await inReais('house:pix-waiting')).toBe(before);
  });

  test.each([
    ['out-of-bounds', '530.62', {}],
    ['out-of-bounds', '9999999.00', {}],
    ['limit', '5306.36', { unconfirmed: true }],
  ] as const)('goes back: %s', async (reason, valor, options) => {
    ana = await createCustomer(env, options);
    cpf = await cpfOf(ana);
    expect(await tellTed(ted(valor))).toEqual({ told: 1, applied: 1 });
    expect(await cashOf()).toBe(0);
    const row = await env.DB.prepare('SELECT state, reason FROM brl_payments WHERE account_id = ?')
      .bind(ana.userId)
      .first();
    expect(row).toEqual({ state: 'refunded', reason });
  });
});

describe('the bank of the sandbox', () => {
  afterAll(balanced);
  const press = (body: object) => calls().post('/api/dev/bank', body);

  test.each([
    ['pay', 25_000, ['credited']],
    ['pay-twice', 25_000, ['credited', 'refunded']],
    ['pay-less', 0, ['refunded']],
    ['pay-other', 0, ['refunded']],
  ] as const)('%s', async (action, cash, states) => {
    const { deposit } = await charge();
    expect((await press({ do: action, txid: deposit.id.replaceAll('-', '') })).status).toBe(200);
    expect(await cashOf()).toBe(cash);
    expect((await paymentsOf(deposit.id)).map(({ state }) => state).toSorted()).toEqual(states);
  });

  test('contests what was paid, sends TEDs, and is nowhere else', async () => {
    const { deposit } = await charge();
    const txid = deposit.id.replaceAll('-', '');
    expect(await outcome(await press({ do: 'contest', txid }))).toBe('NotFound');
    await press({ do: 'pay', txid });
    await press({ do: 'contest', txid });
    expect((await read(deposit.id)).state).toBe('contested');
    await press({ do: 'ted', email: ana.email, brlCents: 132_658 });
    await press({ do: 'ted-other', email: ana.email, brlCents: 132_658 });
    await press({ do: 'pay-unknown', brlCents: 100 });
    expect(await cashOf()).toBe(50_000);
    const { payments } = await (await calls().get('/api/dev/bank')).json<Bank>();
    const own = payments.slice(0, 4).map(({ state }) => state);
    expect(own.toSorted()).toEqual(['credited', 'credited', 'refunded', 'unknown']);
    expect(await outcome(await press({ do: 'pay', txid: 'z'.repeat(32) }))).toBe('NotFound');
    expect(await outcome(await press({ do: 'ted', email: 'nobody@example.com', brlCents: 1 }))).toBe(
      'NotFound',
    );
    const deployed = callsOf(ana, workerWith(hub, { ENVIRONMENT: 'production' }));
    expect(await outcome(await deployed.get('/api/dev/bank'))).toBe('NotFound');
    expect(await outcome(await deployed.post('/api/dev/bank', { do: 'pay', txid }))).toBe('NotFound');
  });
});
