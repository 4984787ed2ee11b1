// Reais after they arrived, and those without a charge: refunds, contests, TEDs, and the bank of the sandbox.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { readLeftovers } from '../../../worker/db/account-closings.ts';
import type { ReaisAtWork } from '../../../worker/contract/operators/reais.ts';
import type { Bank, BankReply, BrlTerms } from '../../../worker/contract/pix.ts';
import { tedReference } from '../../../worker/domain/pix.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { takePix } from '../../../worker/services/receive-reais.ts';
import { createCustomer, type Customer, freshCpf } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { callsOf, outcome, workerWith } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from '../admin/operator-calls.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../../support/withdrawals.ts';
import {
  RATE,
  type Told,
  ana,
  bankWith,
  become,
  calls,
  cashOf,
  charge,
  cpf,
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
  worker,
} from './pix-world.ts';

inPixWorld();

describe('a refund', () => {
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
    const payment = received(txidOf(made.deposit), { brlCents: 1, paidAt: at });
    await takePix(depsAt(at), 'sandbox', payment);
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

describe('a refund by hand', () => {
  const operators = async () => {
    const [one, two] = await Promise.all([makeOperator(), makeOperator()]);
    const as = (who: Customer) => asOperator(who, worker);
    return { one: as(one), two: as(two), support: as(await makeOperator({ roles: ['support'] })) };
  };
  type As = ReturnType<typeof asOperator>;
  const post = (who: As, path: string, body: object = {}) => who(`/reais/${path}`, { method: 'POST', body });
  const said = async (reply: Promise<Response>) => outcome(await reply);

  /** A payment of another amount, and a bank that answers what it is told to. */
  async function going() {
    const made = await charge();
    const keys: string[] = [];
    const answers: { now: 'failed' | 'returned' | 'pending' } = { now: 'failed' };
    const bank = bankWith({
      refund: async ({ key }) => {
        keys.push(key);
        return { outcome: answers.now };
      },
    });
    const at = Date.now();
    const payment = received(txidOf(made.deposit), { brlCents: 1, paidAt: at });
    await takePix(depsAt(at), 'sandbox', payment);
    const name = { gateway: 'sandbox', id: payment.endToEndId };
    const returned = (key: string) =>
      takePix(depsAt(Date.now()), 'sandbox', {
        ...payment,
        returns: [{ by: 'house', key, outcome: 'returned', brlCents: 1 }],
      });
    const state = async () => (await paymentsOf(made.deposit.id))[0]?.['state'];
    return { bank, keys, answers, at, name, returned, state };
  }
  const openOf = async (who: As, id: string) =>
    (await (await who('/reais')).json<ReaisAtWork>()).byHand.find(
      ({ paymentId, state }) => paymentId === id && state === 'open',
    )?.id ?? '';

  test('is held once the bank has refused, recorded by one, booked by another, and never sent again', async () => {
    const { one, two, support } = await operators();
    const { bank, keys, at, name, state, returned } = await going();
    const note = { ...name, note: 'The account was closed.' };
    const evidence = { ...name, reference: 'TED 4711', reason: 'Returned to the same holder.' };
    // Nothing is known of what has not been refused.
    expect(await said(post(one, 'holds', note))).toBe('PaymentMoved');
    await keep(at, bank);
    expect(keys).toHaveLength(1);
    expect(await said(post(support, 'holds', note))).toBe('Forbidden');
    expect(await said(post(one, 'hand-refunds', evidence))).toBe('PaymentMoved');
    expect((await post(one, 'holds', note)).status).toBe(200);
    await keep(at + 48 * HOUR_MS, bank);
    expect(keys).toHaveLength(1);
    expect(
      (await (await one('/reais')).json<ReaisAtWork>()).payments.find(({ id }) => id === name.id),
    ).toMatchObject({
      state: 'refunding',
      attempt: 2,
      nextTryAt: null,
      heldAt: expect.any(String) as string,
    });
    expect((await post(one, 'hand-refunds', evidence)).status).toBe(201);
    expect(await said(post(two, 'hand-refunds', evidence))).toBe('ProposedAlready');
    expect(await said(post(two, 'releases', note))).toBe('PaymentMoved');
    const id = await openOf(one, name.id);
    expect(await said(post(one, `hand-refunds/${id}/approve`))).toBe('SecondOperatorNeeded');
    const refunds = await inReais('house:pix-refunds');
    const replies = await Promise.all([1, 2, 3].map(() => post(two, `hand-refunds/${id}/approve`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await inReais('house:pix-refunds')).toBe(refunds - 1);
    expect(await state()).toBe('refunded');
    // The bank sent it after all: no second entry, and somebody has to answer for it.
    expect(await returned(keys[0] ?? '')).toBe(true);
    expect(await returned(keys[0] ?? '')).toBe(false);
    expect(await inReais('house:pix-refunds')).toBe(refunds - 1);
    const answer = { note: 'The payer has returned it.' };
    expect(await said(post(support, `hand-refunds/${id}/answer`, answer))).toBe('Forbidden');
    expect((await post(one, `hand-refunds/${id}/answer`, answer)).status).toBe(200);
    expect(await said(post(two, `hand-refunds/${id}/answer`, answer))).toBe('PaymentMoved');
  });

  test('is dropped by its proposer, released by another, and sent again', async () => {
    const { one, two } = await operators();
    const { bank, keys, at, name, state } = await going();
    const note = { ...name, note: 'The account was closed.' };
    const evidence = { ...name, reference: 'TED 4712', reason: 'Returned to the same holder.' };
    await keep(at, bank);
    await post(one, 'holds', note);
    await post(one, 'hand-refunds', evidence);
    await post(one, `hand-refunds/${await openOf(one, name.id)}/drop`);
    expect((await post(two, 'releases', note)).status).toBe(200);
    // The sandbox, which answers after the reply, refuses nothing.
    await expect.poll(state).toBe('refunded');
    expect(keys).toHaveLength(1);
  });

  test('is booked once where the bank returns it in the same moment, and who booked it is told that it went twice', async () => {
    const { one, two } = await operators();
    const { bank, keys, at, name, state, returned } = await going();
    await keep(at, bank);
    await post(one, 'holds', { ...name, note: 'The account was closed.' });
    await post(one, 'hand-refunds', {
      ...name,
      reference: 'TED 4713',
      reason: 'Returned to the same holder.',
    });
    const id = await openOf(one, name.id);
    const [approved, applied] = await Promise.all([
      post(two, `hand-refunds/${id}/approve`),
      returned(keys[0] ?? ''),
    ]);
    expect(await state()).toBe('refunded');
    expect(applied).toBe(true);
    expect(['ok', 'PaymentMoved']).toContain(approved.status === 200 ? 'ok' : await outcome(approved));
    const row = await env.DB.prepare(
      'SELECT state, bank_said_at IS NOT NULL AS twice FROM hand_refunds WHERE id = ?',
    )
      .bind(id)
      .first();
    expect(row).toEqual(
      approved.status === 200 ? { state: 'approved', twice: 1 } : { state: 'open', twice: 0 },
    );
    await post(one, `hand-refunds/${id}/answer`, { note: 'The payer has returned it.' });
  });

  test('of a hold and a send at once one wins: what is held was not sent', async () => {
    const { one, two } = await operators();
    const note = 'The account was closed.';
    for (let n = 0; n < 4; n += 1) {
      const { bank, keys, answers, at, name } = await going();
      await keep(at, bank);
      answers.now = 'pending';
      const [held] = await Promise.all([
        post(n % 2 === 0 ? one : two, 'holds', { ...name, note }),
        keep(Date.now() + HOUR_MS, bank),
      ]);
      expect([200, 409]).toContain(held.status);
      expect(new Set(keys).size).toBe(held.status === 200 ? 1 : 2);
    }
  });
});

describe('a contest', () => {
  const contest = (
    paid: Told,
    status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO',
    ...parts: readonly string[]
  ): Told => ({
    ...paid,
    devolucoes: (parts.length === 0 ? [paid.valor] : parts).map((valor, index) => ({
      id: `D${index}${paid.endToEndId.slice(2)}`,
      valor,
      natureza: 'MED_FRAUDE',
      status,
    })),
  });

  test('takes nothing back by itself: the deposit is contested, told once, and stands again when the bank gives it up', async () => {
    const made = await charge();
    const paid = told(made);
    await tellPix(paid);
    expect(await tellPix(contest(paid, 'EM_PROCESSAMENTO'))).toEqual({ told: 1, applied: 1 });
    expect(await tellPix(contest(paid, 'EM_PROCESSAMENTO'))).toEqual({ told: 1, applied: 0 });
    expect((await read(made.deposit.id)).state).toBe('contested');
    expect(await cashOf()).toBe(25_000);
    expect(await readLeftovers(env.DB, ana.userId)).toMatchObject({ openReais: 1 });
    expect(await tellPix(contest(paid, 'NAO_REALIZADO'))).toEqual({ told: 1, applied: 1 });
    expect((await read(made.deposit.id)).state).toBe('paid');
    expect(await lettersTo(ana)).toEqual(['deposit-receipt', 'deposit-contested', 'deposit-contested']);
    // Another one, and this time the bank takes it.
    await tellPix(contest(paid, 'DEVOLVIDO'));
    expect(await tellPix(contest(paid, 'NAO_REALIZADO'))).toEqual({ told: 1, applied: 0 });
    expect((await read(made.deposit.id)).state).toBe('contested');
    expect(await cashOf()).toBe(25_000);
  });

  test('of a part is noted up to now: what comes later grows it, and what is recorded already contests nothing', async () => {
    const made = await charge();
    const paid = told(made);
    await tellPix(paid);
    const noted = () =>
      env.DB.prepare('SELECT state, taken_back_brl_cents AS taken FROM brl_deposits WHERE id = ?')
        .bind(made.deposit.id)
        .first();
    expect(await tellPix(contest(paid, 'DEVOLVIDO', '100.00'))).toEqual({ told: 1, applied: 1 });
    expect(await noted()).toEqual({ state: 'contested', taken: 10_000 });
    expect(await tellPix(contest(paid, 'DEVOLVIDO', '100.00', '50.00'))).toEqual({ told: 1, applied: 1 });
    expect(await tellPix(contest(paid, 'DEVOLVIDO', '100.00'))).toEqual({ told: 1, applied: 0 });
    expect(await noted()).toEqual({ state: 'contested', taken: 15_000 });
    expect(await lettersTo(ana)).toEqual(['deposit-receipt', 'deposit-contested']);
    expect(await cashOf()).toBe(25_000);
  });

  test('stops withdrawals that have not left: two operators look at them', async () => {
    await become(await createWithdrawer(env));
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
    await become(await createCustomer(env, options));
    expect(await tellTed(ted(valor))).toEqual({ told: 1, applied: 1 });
    expect(await cashOf()).toBe(0);
    const row = await env.DB.prepare('SELECT state, reason FROM brl_payments WHERE account_id = ?')
      .bind(ana.userId)
      .first();
    expect(row).toEqual({ state: 'refunded', reason });
  });
});

describe('the bank of the sandbox', () => {
  const press = (body: object) => calls().post('/api/dev/bank', body);

  test.each([
    ['pay', 25_000, ['credited']],
    ['pay-twice', 25_000, ['credited', 'refunded']],
    ['pay-less', 0, ['refunded']],
    ['pay-other', 0, ['refunded']],
  ] as const)('%s', async (action, cash, states) => {
    const { deposit } = await charge();
    expect((await press({ do: action, txid: txidOf(deposit) })).status).toBe(200);
    expect(await cashOf()).toBe(cash);
    expect((await paymentsOf(deposit.id)).map(({ state }) => state).toSorted()).toEqual(states);
  });

  test('contests what was paid, sends TEDs, and is nowhere else', async () => {
    const { deposit } = await charge();
    const txid = txidOf(deposit);
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
