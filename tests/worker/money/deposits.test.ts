// POST /api/deposits and the gateway's callback: reserved, called, settled once, whatever breaks in between.

import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DepositReply, GatewayEvent } from '../../../worker/contract/deposits.ts';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import {
  CALLBACK_TOLERANCE_MS,
  DEPOSIT_FAILURE_LIMIT,
  DEPOSIT_LIMIT,
  STUCK_DEPOSIT_AGE_MS,
} from '../../../worker/domain/deposits.ts';
import { submissionStatement } from '../../../worker/db/submissions.ts';
import { SUBMISSION_CUSTOMER_LIMIT } from '../../../worker/domain/limits.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { makeDeposit, resumeStuckDeposits } from '../../../worker/services/make-deposit.ts';
import { gatewaysOf, type PaymentGateway } from '../../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../../worker/services/payment-gateway-sandbox.ts';
import type { MoneyDeps } from '../../../worker/services/price-source.ts';
import { NOT_NUMBERS } from '../../fixtures/money-examples.ts';
import { createCustomer, jsonHeaders, ORIGIN, type Customer } from '../../support/customers.ts';
import { ageDeposits, expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
});
afterEach(() => void vi.restoreAllMocks());

async function portfolioOf(customer: Customer): Promise<Portfolio> {
  return (await callsOf(customer).get('/api/portfolio')).json<Portfolio>();
}

async function makePending(amountCents = 20_013): Promise<DepositReply> {
  const reply = await callsOf(ana).deposit({ amountCents, method: 'debit_card' });
  expect(reply.status).toBe(201);
  return reply.json<DepositReply>();
}

type Sent = {
  readonly body?: string;
  readonly signature?: string;
  readonly gateway?: string;
  readonly at?: number;
};

async function sendCallback(event: GatewayEvent, over: Sent = {}): Promise<Response> {
  const body = over.body ?? JSON.stringify(event);
  const signature = over.signature ?? (await signCallback(env.GATEWAY_SECRET, body, over.at ?? Date.now()));
  return realWorker(
    new Request(`${ORIGIN}/api/payments/${over.gateway ?? 'sandbox'}/callback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [GATEWAY_SIGNATURE_HEADER]: signature },
      body,
    }),
  );
}

function eventOf(
  { transaction, totalToPayCents }: DepositReply,
  outcomeWord: GatewayEvent['outcome'],
): GatewayEvent {
  return {
    key: transaction.id,
    reference: `sandbox-${transaction.id}`,
    outcome: outcomeWord,
    paidCents: totalToPayCents,
  };
}

describe('a deposit', () => {
  test.each([
    ['bank_transfer', 0],
    ['wire', 0],
    ['debit_card', 2_503],
  ] as const)('by %s is credited whole; the fee of %i is paid on top', async (method, feeCents) => {
    const reply = await callsOf(ana).deposit({ amountCents: 100_100, method });
    expect(reply.status).toBe(201);
    const body = await reply.json<DepositReply>();
    expect(body).toMatchObject({
      transaction: {
        type: 'deposit',
        status: 'completed',
        method,
        gateway: 'sandbox',
        totalCents: 100_100,
        feeCents,
      },
      feeCents,
      totalToPayCents: 100_100 + feeCents,
      portfolio: { cashCents: 100_100, pendingCashCents: 0 },
    });
    await expectBooksToBalance(env.DB);
  });

  test.each([
    [9_999, 'DepositBelowMinimum'],
    [0, 'DepositBelowMinimum'],
    [-10_000, 'DepositBelowMinimum'],
    [10_000, 201],
    [10_000_000, 201],
    [10_000_001, 'DepositAboveMaximum'],
    [2 ** 53, 'DepositAboveMaximum'],
    [1e300, 'DepositAboveMaximum'],
    [10_000.5, 'ValidationFailed'],
  ] as const)('of %d cents: %s', async (amountCents, expected) => {
    expect(await outcome(await callsOf(ana).deposit({ amountCents, method: 'wire' }))).toBe(expected);
    await expectBooksToBalance(env.DB);
  });

  test.each(NOT_NUMBERS)('of %j has no valid shape', async (amountCents) => {
    expect(await outcome(await callsOf(ana).deposit({ amountCents, method: 'wire' }))).toBe(
      'ValidationFailed',
    );
  });

  test('by an unknown method, without a key, without a session is refused', async () => {
    const body = { amountCents: 10_000, method: 'wire' };
    expect(await outcome(await callsOf(ana).deposit({ ...body, method: 'cheque' }))).toBe('ValidationFailed');
    expect(await outcome(await callsOf(ana).post('/api/deposits', body))).toBe('IdempotencyKeyMissing');
    const stranger = callsOf({ headers: jsonHeaders(), cookie: '' });
    expect(await outcome(await stranger.deposit(body))).toBe('Unauthenticated');
  });

  test('ending in .13 stays pending: shown beside the balance, spendable by nobody', async () => {
    const { transaction, portfolio } = await makePending();
    expect(transaction).toMatchObject({ status: 'pending', settledAt: null });
    expect(portfolio).toMatchObject({ cashCents: 0, pendingCashCents: 20_013, totals: { valueCents: 0 } });
    await expectBooksToBalance(env.DB);
  });

  test('ending in .66 fails: written down, and nothing moves', async () => {
    const reply = await callsOf(ana).deposit({ amountCents: 20_066, method: 'wire' });
    expect(await reply.json()).toMatchObject({
      transaction: { status: 'failed' },
      portfolio: { cashCents: 0, pendingCashCents: 0 },
    });
    await expectBooksToBalance(env.DB);
  });

  test('sent again under its key answers the same bytes, though it was settled meanwhile', async () => {
    const body = { amountCents: 20_013, method: 'wire' };
    const first = await callsOf(ana).deposit(body, 'k');
    const bytes = await first.text();
    const made = JSON.parse(bytes) as DepositReply;
    expect((await sendCallback(eventOf(made, 'completed'))).status).toBe(200);
    const again = await callsOf(ana).deposit(body, 'k');
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(bytes);
    expect(await outcome(await callsOf(ana).deposit({ ...body, amountCents: 30_000 }, 'k'))).toBe(
      'IdempotencyKeyReused',
    );
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 20_013, pendingCashCents: 0 });
    await expectBooksToBalance(env.DB);
  });

  test('stores its notice', async () => {
    await callsOf(ana).deposit({ amountCents: 50_000, method: 'debit_card' });
    const rows = await env.DB.prepare(`SELECT type, data FROM submissions WHERE user_id = ?`)
      .bind(ana.userId)
      .all();
    expect(rows.results).toEqual([
      { type: 'deposit', data: JSON.stringify({ amount: '500.00', paymentMethod: 'debit_card' }) },
    ]);
  });

  test('and stores at most sixty notices of one kind and customer in an hour', async () => {
    const noticed = (type: 'deposit' | 'login', userId: string) =>
      submissionStatement(env.DB, {
        id: crypto.randomUUID(),
        type,
        userId,
        email: ana.email,
        data: {},
        now: Date.now(),
      });
    const other = await createCustomer(env);
    await env.DB.batch(Array.from({ length: 70 }, () => noticed('deposit', ana.userId)));
    await env.DB.batch([noticed('login', ana.userId), noticed('deposit', other.userId)]);
    const { results } = await env.DB.prepare(
      'SELECT user_id AS userId, type, count(*) AS n FROM submissions WHERE user_id IN (?, ?) GROUP BY 1, 2 ORDER BY n DESC',
    )
      .bind(ana.userId, other.userId)
      .all();
    expect(results.map(({ n }) => n)).toEqual([SUBMISSION_CUSTOMER_LIMIT.max, 1, 1]);
  });

  test('in production without a real gateway is not taken: the sandbox invents no money there', async () => {
    const worker = workerWith(new SetPrices({}), { ENVIRONMENT: 'production' as never });
    const reply = await callsOf(ana, worker).deposit({ amountCents: 10_000, method: 'wire' });
    expect(reply.status).toBe(503);
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 0, pendingCashCents: 0 });
  });
});

describe('the limits of an hour', () => {
  const wire = (amountCents: number) => callsOf(ana).deposit({ amountCents, method: 'debit_card' });

  test('ten deposits, one after another, and the next has to wait for the first to be an hour old', async () => {
    const tries = [];
    for (let made = 0; made < 10; made += 1) tries.push(await outcome(await wire(10_000)));
    expect(tries).toEqual(Array.from({ length: 10 }, () => 201));
    const refused = await wire(10_000);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(59 * 60);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60 * 60);
    expect(await outcome(refused)).toBe('DepositLimitReached');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000, pendingCashCents: 0 });
    await ageDeposits(env.DB, ana, DEPOSIT_LIMIT.windowMs);
    expect((await wire(10_000)).status).toBe(201);
    await expectBooksToBalance(env.DB);
  });

  test('three failures: whoever tries cards is stopped at the fourth, and no row is written', async () => {
    const tries = [];
    for (let card = 0; card < 100; card += 1) tries.push(await outcome(await wire(20_066)));
    expect(tries).toEqual([201, 201, 201, ...Array.from({ length: 97 }, () => 'DepositFailuresReached')]);
    const stored = await env.DB.prepare('SELECT count(*) AS n FROM deposits WHERE account_id = ?')
      .bind(ana.userId)
      .first<number>('n');
    expect(stored).toBe(3);
    // A good card has to wait too: which is good is what such a person wants to know.
    expect(await outcome(await wire(10_000))).toBe('DepositFailuresReached');
    await ageDeposits(env.DB, ana, DEPOSIT_FAILURE_LIMIT.windowMs);
    expect((await wire(10_000)).status).toBe(201);
  });

  test('also in parallel: no more than three fail and no more than ten are made', async () => {
    const failing = await outcomes(Array.from({ length: 12 }, () => wire(20_066)));
    expect(failing['201']).toBeLessThanOrEqual(DEPOSIT_FAILURE_LIMIT.max);
    expect(failing['201']).toBeGreaterThan(0);
    ana = await createCustomer(env);
    await outcomes(Array.from({ length: 30 }, () => wire(20_013)));
    const made = await env.DB.prepare('SELECT count(*) AS n FROM deposits WHERE account_id = ?')
      .bind(ana.userId)
      .first<number>('n');
    expect(made).toBeLessThanOrEqual(DEPOSIT_LIMIT.max);
    await expectBooksToBalance(env.DB);
  });

  test('a request that was answered is answered again, also beyond the limit', async () => {
    const body = { amountCents: 20_066, method: 'wire' };
    const first = await (await callsOf(ana).deposit(body, 'k')).text();
    await wire(20_066);
    await wire(20_066);
    expect(await outcome(await wire(20_066))).toBe('DepositFailuresReached');
    expect(await (await callsOf(ana).deposit(body, 'k')).text()).toBe(first);
  });
});

describe('the callback', () => {
  test('completes a pending deposit, once', async () => {
    const made = await makePending();
    const event = eventOf(made, 'completed');
    expect(await (await sendCallback(event)).json()).toEqual({ received: true, applied: true });
    expect(await (await sendCallback(event)).json()).toEqual({ received: true, applied: false });
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 20_013, pendingCashCents: 0 });
    const transaction = await (await callsOf(ana).get(`/api/transactions/${made.transaction.id}`)).json();
    expect(transaction).toMatchObject({ status: 'completed', settledAt: expect.any(String) });
    await expectBooksToBalance(env.DB);
  });

  test('has its proof in the header, or in the address where a bank signs nothing', async () => {
    const body = JSON.stringify(eventOf(await makePending(), 'completed'));
    const sent = async (hmac: string) => {
      const address = `${ORIGIN}/api/payments/sandbox/callback?hmac=${encodeURIComponent(hmac)}&ignorar=/pix`;
      return (await realWorker(new Request(address, { method: 'POST', body }))).status;
    };
    const signature = await signCallback(env.GATEWAY_SECRET, body, Date.now());
    expect([await sent(''), await sent('guessed'), await sent(signature)]).toEqual([401, 401, 200]);
  });

  test('sent 20 times at once is applied once', async () => {
    const event = eventOf(await makePending(), 'completed');
    const replies = await Promise.all(Array.from({ length: 20 }, () => sendCallback(event)));
    const applied = await Promise.all(
      replies.map(async (reply) => (await reply.json<{ applied: boolean }>()).applied),
    );
    expect(applied.filter(Boolean)).toHaveLength(1);
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 20_013 });
    await expectBooksToBalance(env.DB);
  });

  test.each([
    ['completed', 'failed', 20_013],
    ['failed', 'completed', 0],
  ] as const)('that says %s first keeps its word when %s comes later', async (first, late, cashCents) => {
    const made = await makePending();
    await sendCallback(eventOf(made, first));
    expect(await (await sendCallback(eventOf(made, late))).json()).toEqual({
      received: true,
      applied: false,
    });
    expect(await portfolioOf(ana)).toMatchObject({ cashCents, pendingCashCents: 0 });
    await expectBooksToBalance(env.DB);
  });

  test('both words at once: exactly one is applied, and each of the other is in the log', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const made = await makePending();
    const words = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? 'completed' : 'failed'));
    const replies = await Promise.all(words.map((word) => sendCallback(eventOf(made, word))));
    const applied = await Promise.all(
      replies.map(async (reply) => (await reply.json<{ applied: boolean }>()).applied),
    );
    expect(applied.filter(Boolean)).toHaveLength(1);
    const is = words[applied.indexOf(true)];
    const said = is === 'completed' ? 'failed' : 'completed';
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toEqual(
      Array.from({ length: 6 }, () =>
        expect.objectContaining({ event: 'payment-contradiction', deposit: made.transaction.id, is, said }),
      ),
    );
    await expectBooksToBalance(env.DB);
  });

  test('with no, a wrong, an old or a borrowed signature changes nothing', async () => {
    const made = await makePending();
    const event = eventOf(made, 'completed');
    const other = await signCallback(
      env.GATEWAY_SECRET,
      JSON.stringify({ ...event, paidCents: 1 }),
      Date.now(),
    );
    const forged = await signCallback(
      'another-secret-0123456789abcdef0123',
      JSON.stringify(event),
      Date.now(),
    );
    const refused: Sent[] = [
      { signature: '' },
      { signature: 't=1,v1=zz' },
      { signature: `t=${Date.now()},v1=${'0'.repeat(64)}` },
      { signature: `t=${Date.now()},v2=${'0'.repeat(64)}` },
      { signature: other },
      { signature: forged },
      { at: Date.now() - CALLBACK_TOLERANCE_MS - 1_000 },
      { at: Date.now() + CALLBACK_TOLERANCE_MS + 60_000 },
    ];
    for (const over of refused) expect((await sendCallback(event, over)).status).toBe(401);
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 0, pendingCashCents: 20_013 });
  });

  test('of an unknown deposit or gateway is not found; of another amount, or of nothing, is refused', async () => {
    const made = await makePending();
    const event = eventOf(made, 'completed');
    expect(await outcome(await sendCallback({ ...event, key: 'nothing' }))).toBe('NotFound');
    expect(await outcome(await sendCallback(event, { gateway: 'stripe' }))).toBe('NotFound');
    expect(await outcome(await sendCallback({ ...event, paidCents: event.paidCents - 1 }))).toBe(
      'ValidationFailed',
    );
    expect(await outcome(await sendCallback(event, { body: 'null' }))).toBe('ValidationFailed');
    expect(await outcome(await sendCallback(event, { body: '{' }))).toBe('ValidationFailed');
    expect(await outcome(await sendCallback(event, { body: 'x'.repeat(70_000) }))).toBe('PayloadTooLarge');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 0, pendingCashCents: 20_013 });
    await expectBooksToBalance(env.DB);
  });

  test('settles though the customer was suspended meanwhile', async () => {
    const made = await makePending();
    await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(ana.userId).run();
    expect(await (await sendCallback(eventOf(made, 'completed'))).json()).toEqual({
      received: true,
      applied: true,
    });
    await expectBooksToBalance(env.DB);
  });
});

describe('a crash between the steps', () => {
  const clock = { now: Date.now() };
  let hub: SetPrices;
  const deps = (): MoneyDeps => ({
    env,
    db: env.DB,
    hub,
    now: () => clock.now,
    newId: () => crypto.randomUUID(),
    defer: () => undefined,
  });
  const request = (key: string) => ({
    accountId: ana.userId,
    email: ana.email,
    idempotencyKey: key,
    method: 'POST',
    path: '/api/deposits',
    body: '{"amountCents":50000,"method":"wire"}',
  });
  const body = { amountCents: 50_000, method: 'wire' } as const;
  const sandbox = sandboxGateway(env.GATEWAY_SECRET);
  const down: PaymentGateway = {
    ...sandbox,
    createPayment: () => Promise.reject(new Error('connection refused')),
  };
  beforeEach(() => {
    clock.now = Date.now();
    hub = new SetPrices({ gold: 400_000, silver: 5_000 });
  });

  test('with the gateway out of reach answers 503; the same key finishes it, and the gateway sees one key', async () => {
    const keys: string[] = [];
    const noting: PaymentGateway = {
      ...sandbox,
      createPayment: (order) => {
        keys.push(order.key);
        return keys.length === 1 ? Promise.reject(new Error('reset')) : sandbox.createPayment(order);
      },
    };
    const first = await makeDeposit(deps(), request('k'), body, [noting]);
    expect(first).toMatchObject({ ok: false, error: { code: 'Unavailable', retryAfterSeconds: 5 } });
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 0, pendingCashCents: 50_000 });
    await expectBooksToBalance(env.DB);
    const second = await makeDeposit(deps(), request('k'), body, [noting]);
    expect(second).toMatchObject({ ok: true, value: { body: { transaction: { status: 'completed' } } } });
    expect(new Set(keys).size).toBe(1);
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 50_000, pendingCashCents: 0 });
    await expectBooksToBalance(env.DB);
  });

  test('is taken up by the cron, once it is old enough, and the customer then reads its answer', async () => {
    await makeDeposit(deps(), request('k'), body, [down]);
    expect(await resumeStuckDeposits(deps())).toEqual({ found: 0, resumed: 0, failed: 0 });
    clock.now += STUCK_DEPOSIT_AGE_MS + 1_000;
    expect(await resumeStuckDeposits(deps(), [down])).toEqual({ found: 1, resumed: 0, failed: 1 });
    expect(await resumeStuckDeposits(deps())).toEqual({ found: 1, resumed: 1, failed: 0 });
    expect(hub.notices).toEqual([[ana.userId, 'portfolio-changed']]);
    expect(await resumeStuckDeposits(deps())).toEqual({ found: 0, resumed: 0, failed: 0 });
    const answer = await makeDeposit(deps(), request('k'), body, gatewaysOf(env));
    expect(answer).toMatchObject({
      ok: true,
      value: { replayed: true, body: { transaction: { status: 'completed' } } },
    });
    await expectBooksToBalance(env.DB);
  });

  test('after the money was settled and before the answer was stored: the answer is made up for', async () => {
    // The gateway settles by its callback, then the connection breaks before the answer arrives.
    const settling: PaymentGateway = {
      ...sandbox,
      async createPayment(order) {
        const payment = await sandbox.createPayment(order);
        const event = JSON.parse(payment.callback?.body ?? '{}') as GatewayEvent;
        expect((await sendCallback(event)).status).toBe(200);
        throw new Error('connection lost');
      },
    };
    expect(await makeDeposit(deps(), request('k'), body, [settling])).toMatchObject({ ok: false });
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 50_000, pendingCashCents: 0 });
    const again = await makeDeposit(deps(), request('k'), body, gatewaysOf(env));
    expect(again).toMatchObject({ ok: true, value: { body: { transaction: { status: 'completed' } } } });
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 50_000 });
    await expectBooksToBalance(env.DB);
  });
});
