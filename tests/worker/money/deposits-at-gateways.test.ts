// Deposits whose gateway does not answer, or answers what cannot be: the cron's turn, and what the customer reads.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { GatewayEvent } from '../../../worker/contract/deposits.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { STUCK_DEPOSIT_AGE_MS } from '../../../worker/domain/deposits.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { makeDeposit, resumeStuckDeposits } from '../../../worker/services/make-deposit.ts';
import type { PaymentGateway } from '../../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../../worker/services/payment-gateway-sandbox.ts';
import type { MoneyDeps } from '../../../worker/services/price-source.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, SetPrices } from '../../support/money-calls.ts';

const clock = { now: Date.now() };
let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
  clock.now = Date.now();
});

const portfolioOf = async (customer: Customer) =>
  (await callsOf(customer).get('/api/portfolio')).json<Portfolio>();
const deps = (): MoneyDeps => ({
  env,
  db: env.DB,
  hub: new SetPrices({ gold: 400_000, silver: 5_000 }),
  now: () => clock.now,
  newId: () => crypto.randomUUID(),
  defer: () => undefined,
});
const body = { amountCents: 50_000, method: 'wire' } as const;
const request = (key: string) => ({
  accountId: ana.userId,
  email: ana.email,
  idempotencyKey: key,
  method: 'POST',
  path: '/api/deposits',
  body: JSON.stringify(body),
});
const sandbox = sandboxGateway(env.GATEWAY_SECRET);

test('a gateway that does not answer is called once in a run, and each run begins with another deposit', async () => {
  const count = 3;
  const down: PaymentGateway = {
    ...sandbox,
    createPayment: () => Promise.reject(new Error('connection refused')),
  };
  for (let n = 0; n < count; n += 1) await makeDeposit(deps(), request(`k${n}`), body, [down]);
  clock.now += STUCK_DEPOSIT_AGE_MS + 1_000;
  const keys: string[] = [];
  const silent: PaymentGateway = {
    ...sandbox,
    createPayment: ({ key }) => {
      keys.push(key);
      return Promise.reject(new Error('no answer within 10000 ms'));
    },
  };
  for (let run = 1; run <= count; run += 1) {
    expect(await resumeStuckDeposits(deps(), [silent])).toEqual({ found: count, resumed: 0, failed: 1 });
    expect(new Set(keys).size).toBe(run);
    clock.now += 1_000;
  }
  // One that never gets an answer is in nobody's way.
  const stuck = keys[0];
  const poisoned: PaymentGateway = {
    ...sandbox,
    createPayment: (order) =>
      order.key === stuck ? Promise.reject(new Error('reset')) : sandbox.createPayment(order),
  };
  for (let run = 0; run < 2; run += 1) {
    await resumeStuckDeposits(deps(), [poisoned]);
    clock.now += 1_000;
  }
  expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000, pendingCashCents: 50_000 });
  expect(await resumeStuckDeposits(deps())).toEqual({ found: 1, resumed: 1, failed: 0 });
  await expectBooksToBalance(env.DB);
});

const handingOver = (change: (event: GatewayEvent) => GatewayEvent, secret: string): PaymentGateway => ({
  ...sandbox,
  async createPayment(order) {
    const { reference } = await sandbox.createPayment(order);
    const event = { key: order.key, reference, outcome: 'completed', paidCents: order.payCents } as const;
    const text = JSON.stringify(change(event));
    return {
      reference,
      callback: { body: text, signature: await signCallback(secret, text, order.now) },
    };
  },
});

test('a gateway that took another amount has taken the order: the deposit waits, and what was paid waits for operators', async () => {
  const more = handingOver((event) => ({ ...event, paidCents: event.paidCents + 100 }), env.GATEWAY_SECRET);
  const first = await makeDeposit(deps(), request('k'), body, [more]);
  expect(first).toMatchObject({
    ok: true,
    value: { replayed: false, body: { transaction: { status: 'pending' } } },
  });
  const again = await makeDeposit(deps(), request('k'), body, [more]);
  if (!first.ok || !again.ok) throw new Error('both are answered');
  expect(again.value.body).toEqual(first.value.body);
  const { id } = first.value.body.transaction;
  const strays = env.DB.prepare('SELECT cents FROM stray_payments WHERE deposit_id = ?').bind(id);
  expect((await strays.all()).results).toEqual([{ cents: first.value.body.totalToPayCents + 100 }]);
  expect(await portfolioOf(ana)).toMatchObject({ cashCents: 0, pendingCashCents: 50_000 });
  clock.now += STUCK_DEPOSIT_AGE_MS + 1_000;
  expect(await resumeStuckDeposits(deps(), [more])).toEqual({ found: 0, resumed: 0, failed: 0 });
  await expectBooksToBalance(env.DB);
});

test('a gateway that hands over what it cannot prove has said nothing', async () => {
  const forging = handingOver((event) => event, 'forged-secret-0123456789abcdef012345');
  const answer = await makeDeposit(deps(), request('k'), body, [forging]);
  expect(answer).toMatchObject({ ok: false, error: { code: 'Unavailable' } });
  expect(await portfolioOf(ana)).toMatchObject({ cashCents: 0, pendingCashCents: 50_000 });
  expect(await makeDeposit(deps(), request('k'), body, [sandbox])).toMatchObject({ ok: true });
});
