// Deposits in reais over HTTP: the rate that is locked, every case of what a bank tells of a charge, and the money always somewhere by name.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Bank, BrlDeposit, PixDepositReply } from '../../../worker/contract/pix.ts';
import { sha256Hex } from '../../../worker/db/sha256.ts';
import {
  DEPOSIT_MAX_CENTS,
  PIX_LOCK_MS,
  PIX_LOCKED_BY_ALL_MAX_CENTS,
  PIX_UNPAID_PER_DAY_MAX,
} from '../../../worker/domain/limits.ts';
import { CHARGE_GRACE_MS } from '../../../worker/domain/pix.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import type { PixReceived } from '../../../worker/services/payment-gateway.ts';
import { makePixDeposit } from '../../../worker/services/pix-deposits.ts';
import { takePix } from '../../../worker/services/receive-reais.ts';
import { readBrCode } from '../../support/br-code.ts';
import { createCustomer, freshCpf } from '../../support/customers.ts';
import { callsOf, outcome, outcomes, workerWith } from '../../support/money-calls.ts';
import {
  RATE,
  type Told,
  ana,
  ask,
  bankWith,
  calls,
  cashOf,
  charge,
  depsAt,
  hub,
  inPixWorld,
  inReais,
  keep,
  lettersTo,
  paymentsOf,
  read,
  received,
  tell,
  tellPix,
  told,
  txidOf,
} from './pix-world.ts';

inPixWorld();

describe('a charge', () => {
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
      location: `pix.onca.example/qr/v2/${txidOf(deposit)}`,
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
      `UPDATE transactions SET status = 'failed' WHERE status = 'pending' AND method = 'pix' AND type = 'deposit'`,
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

  test('is refused to who let six of a day expire, until that day is over', async () => {
    const eva = await createCustomer(env);
    for (let i = 0; i < PIX_UNPAID_PER_DAY_MAX; i += 1) {
      const { deposit } = await charge(10_000, eva);
      await keep(Date.parse(deposit.expiresAt ?? '') + CHARGE_GRACE_MS);
    }
    const refused = await ask({ amountCents: 10_000 }, eva);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 60 * 60);
    expect(await outcome(refused)).toBe('PixUnpaid');
    // Of others it says nothing.
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

  test.each<[reason: string, over: (deposit: BrlDeposit) => Partial<Told>]>([
    ['wrong-amount', () => ({ valor: '1326.57' })],
    ['other-payer', () => ({ pagador: { cpf: freshCpf(), nome: 'Outra Pessoa' } })],
    ['other-payer', () => ({ pagador: { cnpj: '11222333000181', nome: 'Uma Empresa' } })],
    // By the charge's own end: this table is read long before it runs where many files share a runtime.
    ['late', ({ expiresAt }) => ({ horario: expiresAt ?? '' })],
  ])('goes back: %s', async (reason, over) => {
    const made = await charge();
    const before = await inReais('house:pix');
    expect(await tellPix(told(made, over(made.deposit)))).toEqual({ told: 1, applied: 1 });
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

  test('that names no charge of ours, or of which the bank does not say who paid it, is kept for operators, and told to nobody', async () => {
    const before = await inReais('house:pix-waiting');
    const made = await charge();
    const [strange, nameless, unsigned] = [told(made, { txid: 'x'.repeat(32) }), told(made), told(made)];
    delete nameless.txid;
    delete unsigned.pagador;
    expect(await tellPix(strange, nameless, unsigned)).toEqual({ told: 3, applied: 3 });
    expect(await inReais('house:pix-waiting')).toBe(before + 3 * 132_658);
    expect(await cashOf()).toBe(0);
    expect(await lettersTo(ana)).toEqual([]);
  });

  test('whose payer the bank names only later keeps its charge open, says so, and is credited at the locked rate', async () => {
    const made = await charge();
    const end = Date.parse(made.deposit.expiresAt ?? '');
    const waiting = await inReais('house:pix-waiting');
    const paid = told(made, { horario: new Date(end - 1).toISOString() });
    const { pagador: _, ...nameless } = paid;
    // As the answer to our question has it, and then again by the cron.
    const payment: PixReceived = {
      endToEndId: paid.endToEndId,
      txid: made.deposit.id.replaceAll('-', ''),
      brlCents: 132_658,
      paidAt: end - 1,
      payer: null,
      returns: [],
    };
    const bank = bankWith({ findCharge: async () => ({ paid: [payment] }) });
    await keep(end + CHARGE_GRACE_MS, bank);
    await keep(end + CHARGE_GRACE_MS + MINUTE_MS, bank);
    expect(await read(made.deposit.id)).toMatchObject({ state: 'active', isPayerUnknown: true, refunds: [] });
    expect(await inReais('house:pix-waiting')).toBe(waiting + 132_658);
    expect(await tellPix(nameless)).toEqual({ told: 1, applied: 0 });
    hub.usdBrlE4 = 60_000;
    expect(await Promise.all([tellPix(paid), tellPix(paid), tellPix(paid)])).toContainEqual({
      told: 1,
      applied: 1,
    });
    expect(await read(made.deposit.id)).toMatchObject({
      state: 'paid',
      isPayerUnknown: false,
      endToEndId: paid.endToEndId,
    });
    expect(await cashOf()).toBe(25_000);
    expect(await inReais('house:pix-waiting')).toBe(waiting);
    expect(await lettersTo(ana)).toEqual(['deposit-receipt']);
  });

  test('whose payer turns out to be another goes back, and then the charge ends', async () => {
    const made = await charge();
    const end = Date.parse(made.deposit.expiresAt ?? '');
    const paid = told(made);
    const { pagador: _, ...nameless } = paid;
    await tellPix(nameless);
    expect(await tellPix({ ...paid, pagador: { cpf: freshCpf(), nome: 'Outra Pessoa' } })).toEqual({
      told: 1,
      applied: 1,
    });
    expect(await paymentsOf(made.deposit.id)).toEqual([{ state: 'refunded', reason: 'other-payer' }]);
    await keep(end + CHARGE_GRACE_MS);
    expect((await read(made.deposit.id)).state).toBe('expired');
    expect(await cashOf()).toBe(0);
    expect(await lettersTo(ana)).toEqual(['reais-refunded']);
  });

  test('leaves nothing in the books from which the payer’s number could be tried out', async () => {
    const made = await charge();
    const paid = told(made);
    await tellPix(paid);
    const { hash } = (await env.DB.prepare(
      `SELECT o.request_hash AS hash FROM brl_payments p JOIN operations o ON o.id = p.arrival_id WHERE p.id = ?`,
    )
      .bind(paid.endToEndId)
      .first<{ hash: string }>()) ?? { hash: '' };
    const { endToEndId, txid, horario } = paid;
    const said = {
      endToEndId,
      txid,
      brlCents: 132_658,
      paidAt: Date.parse(horario),
      returns: [],
      text: null,
    };
    expect(hash).toBe(await sha256Hex(JSON.stringify(said)));
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
        await takePix(depsAt(Date.now()), 'sandbox', received(txid));
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
    const payment = received(txidOf(made.deposit), { paidAt: end - 1 });
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
