// Deposits that wait: the gateway is asked on a growing interval, and what it says is applied as its callback would be. A payment that
// nothing credits by itself is left to operators.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { findDeposit } from '../../../worker/db/operations.ts';
import { askAgainMs, DEPOSIT_EXPIRES_MS, UNKNOWN_BELIEVED_MS } from '../../../worker/domain/deposits.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { askAboutDeposits } from '../../../worker/services/ask-gateways.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import type { PaymentGateway, PaymentState } from '../../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../../worker/services/payment-gateway-sandbox.ts';
import type { MoneyDeps } from '../../../worker/services/price-source.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, realWorker, SetPrices } from '../../support/money-calls.ts';

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
});

async function waiting(amountCents = 20_013, method = 'wire'): Promise<string> {
  const reply = await callsOf(ana).deposit({ amountCents, method });
  const { transaction } = await reply.json<DepositReply>();
  expect(transaction.status).toBe('pending');
  return transaction.id;
}

const sandbox = sandboxGateway(env.GATEWAY_SECRET);
type Says = (key: string) => PaymentState | null | 'silent';

/** A gateway that says of these deposits what the test says, of all others that they are under way; and notes what it is asked. */
function gatewayThat(says: Readonly<Record<string, ReturnType<Says>>>) {
  const asked: string[] = [];
  const gateway: PaymentGateway = {
    ...sandbox,
    async findPayment(key) {
      if (!(key in says)) return { reference: key, outcome: 'pending', paidCents: 0 };
      asked.push(key);
      const answer = says[key] ?? null;
      if (answer === 'silent') throw new Error('reset');
      return answer;
    },
  };
  return { gateway, asked };
}

const depsAt = (now: number): MoneyDeps => ({
  env,
  db: env.DB,
  hub: new SetPrices({ gold: 400_000 }) as unknown as MoneyDeps['hub'],
  now: () => now,
  newId: () => crypto.randomUUID(),
  defer: (work) => void work.catch(() => undefined),
});

/** Of these deposits alone: the runtime is shared, and others of it wait too. */
async function ask(says: Readonly<Record<string, ReturnType<Says>>>, now: number): Promise<string[]> {
  const { gateway, asked } = gatewayThat(says);
  await onlyThese(Object.keys(says));
  await askAboutDeposits(depsAt(now), [gateway]);
  return asked;
}

async function onlyThese(ids: readonly string[]): Promise<void> {
  await env.DB.prepare(
    `UPDATE deposits SET next_ask_at = next_ask_at + ?2 WHERE next_ask_at IS NOT NULL AND id NOT IN (SELECT value FROM json_each(?1))`,
  )
    .bind(JSON.stringify(ids), 1_000 * DAY_MS)
    .run();
}

const deposit = async (id: string) => {
  const found = await findDeposit(env.DB, id);
  if (found === null) throw new Error('the deposit is there');
  return found;
};
const strays = async (id: string) => {
  const found = env.DB.prepare('SELECT * FROM stray_payments WHERE deposit_id = ? ORDER BY at, id').bind(id);
  return (await found.all()).results;
};
const cash = async () => (await (await callsOf(ana).get('/api/portfolio')).json<Portfolio>()).cashCents;
const noteOf = (id: string) =>
  env.DB.prepare('SELECT notes FROM transactions WHERE id = ?').bind(id).first<string>('notes');
const letters = async () => {
  const { results } = await env.DB.prepare(
    'SELECT kind FROM mail_outbox WHERE user_id = ? ORDER BY created_at',
  )
    .bind(ana.userId)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
};
const completed = (paidCents = 20_013): PaymentState => ({ reference: 'r', outcome: 'completed', paidCents });
const DECLINED: PaymentState = { reference: 'r', outcome: 'failed', paidCents: 0 };
const UNDER_WAY: PaymentState = { reference: 'r', outcome: 'pending', paidCents: 0 };

test('it is asked about after five minutes, then on a growing interval, and stays as long as it is under way', async () => {
  const id = await waiting();
  const { createdAt, nextAskAt } = await deposit(id);
  expect(nextAskAt).toBeGreaterThanOrEqual(createdAt + 5 * MINUTE_MS);
  const at = nextAskAt ?? 0;
  expect(await ask({ [id]: UNDER_WAY }, at - 1)).toEqual([]);
  expect(await ask({ [id]: UNDER_WAY }, at)).toEqual([id]);
  expect(await ask({ [id]: UNDER_WAY }, at)).toEqual([]);
  expect(await deposit(id)).toMatchObject({
    status: 'pending',
    asks: 1,
    askedAt: at,
    nextAskAt: at + askAgainMs(1),
  });
  await expectBooksToBalance(env.DB);
});

test('paid as asked for, it is credited once, with its receipt', async () => {
  const id = await waiting();
  const at = (await deposit(id)).nextAskAt ?? 0;
  const { gateway } = gatewayThat({ [id]: completed() });
  await onlyThese([id]);
  await Promise.all(Array.from({ length: 6 }, () => askAboutDeposits(depsAt(at), [gateway])));
  expect(await cash()).toBe(20_013);
  expect(await deposit(id)).toMatchObject({ status: 'completed', asks: 1 });
  expect(await letters()).toContain('deposit-receipt');
  await expectBooksToBalance(env.DB);
});

test('a gateway that says nothing decides nothing, however old the deposit is, and is asked once in a run', async () => {
  const [one, other] = [await waiting(), await waiting(30_013)];
  const late = Date.now() + 400 * DAY_MS;
  expect(await ask({ [one]: 'silent', [other]: 'silent' }, late)).toHaveLength(1);
  expect([(await deposit(one)).status, (await deposit(other)).status]).toEqual(['pending', 'pending']);
  // The other one is asked about in the next run.
  expect(await ask({ [one]: 'silent', [other]: UNDER_WAY }, late)).toEqual([other]);
  expect(await deposit(other)).toMatchObject({ status: 'failed' });
  expect(await noteOf(other)).toBe('expired');
});

test.each([
  ['declined', DECLINED, 6 * MINUTE_MS],
  ['unknown', null, UNKNOWN_BELIEVED_MS + MINUTE_MS],
  ['expired', UNDER_WAY, DEPOSIT_EXPIRES_MS.wire + MINUTE_MS],
] as const)('%s: it is closed, the customer reads why, and nothing moves', async (why, says, age) => {
  const id = await waiting();
  expect(await ask({ [id]: says }, (await deposit(id)).createdAt + age)).toEqual([id]);
  expect(await deposit(id)).toMatchObject({ status: 'failed', settlementId: null });
  expect(await noteOf(id)).toBe(why);
  const list = await (await callsOf(ana).get('/api/transactions')).json<{ transactions: unknown[] }>();
  expect(list.transactions).toMatchObject([{ id, status: 'failed', notes: why }]);
  expect(await letters()).toContain('deposit-failed');
  expect(await cash()).toBe(0);
  await expectBooksToBalance(env.DB);
});

test('what fails before the customer has an answer is told by the answer, and by no letter', async () => {
  expect((await callsOf(ana).deposit({ amountCents: 20_066, method: 'wire' })).status).toBe(201);
  expect(await letters()).not.toContain('deposit-failed');
});

test.each([19_013, 21_013])(
  'a payment of %i in place of 20013 is credited by nobody and waits for operators',
  async (paid) => {
    const id = await waiting();
    expect(await ask({ [id]: completed(paid) }, Date.now() + DAY_MS)).toEqual([id]);
    expect((await deposit(id)).status).toBe('pending');
    expect(await strays(id)).toMatchObject([{ cents: paid, reference: 'r', ended_at: null }]);
    // Asked again, it is the same payment.
    await ask({ [id]: completed(paid) }, Date.now() + 2 * DAY_MS);
    expect(await strays(id)).toHaveLength(1);
    expect(await cash()).toBe(0);
    await expectBooksToBalance(env.DB);
  },
);

async function callback(id: string, event: { outcome: string; paidCents: number }) {
  const body = JSON.stringify({ key: id, reference: `sandbox-${id}`, ...event });
  return realWorker(
    new Request(`${ORIGIN}/api/payments/sandbox/callback`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [GATEWAY_SIGNATURE_HEADER]: await signCallback(env.GATEWAY_SECRET, body, Date.now()),
      },
      body,
    }),
  );
}

test('a payment that comes after the deposit was closed is lost to nobody: it waits for operators, once', async () => {
  const id = await waiting();
  await ask({ [id]: UNDER_WAY }, Date.now() + DEPOSIT_EXPIRES_MS.wire + DAY_MS);
  for (let sent = 0; sent < 3; sent += 1) {
    const reply = await callback(id, { outcome: 'completed', paidCents: 20_013 });
    expect(await reply.json()).toEqual({ received: true, applied: false });
  }
  expect((await deposit(id)).status).toBe('failed');
  const found = await strays(id);
  expect(found).toMatchObject([{ cents: 20_013, reference: `sandbox-${id}` }]);
  await callback(id, { outcome: 'completed', paidCents: 20_013 });
  expect(await strays(id)).toEqual(found);
  expect(await cash()).toBe(0);
  await expectBooksToBalance(env.DB);
});

test('a callback of another amount is refused as before, and what was paid waits for operators', async () => {
  const id = await waiting();
  expect(await outcome(await callback(id, { outcome: 'completed', paidCents: 1 }))).toBe('ValidationFailed');
  expect((await deposit(id)).status).toBe('pending');
  expect(await strays(id)).toMatchObject([{ cents: 1 }]);
  // Nothing was paid: nothing waits.
  const other = await waiting(30_013);
  expect(await outcome(await callback(other, { outcome: 'failed', paidCents: 0 }))).toBe('ValidationFailed');
  expect(await strays(other)).toEqual([]);
  // The right one comes after all.
  expect(await outcome(await callback(id, { outcome: 'completed', paidCents: 20_013 }))).toBe(200);
  expect((await deposit(id)).status).toBe('completed');
  expect(await strays(id)).toMatchObject([{ cents: 1, ended_at: null }]);
  await expectBooksToBalance(env.DB);
});

test('asking races the callback: of both one credits, and a decline that loses changes nothing', async () => {
  for (let round = 0; round < 6; round += 1) {
    ana = await createCustomer(env);
    const id = await waiting();
    const { gateway } = gatewayThat({
      [id]: round % 2 === 0 ? { ...completed(), reference: `sandbox-${id}` } : DECLINED,
    });
    await onlyThese([id]);
    await Promise.all([
      askAboutDeposits(depsAt(Date.now() + DAY_MS), [gateway]),
      callback(id, { outcome: 'completed', paidCents: 20_013 }),
    ]);
    const { status } = await deposit(id);
    // Declined first, the payment is not lost.
    expect((await strays(id)).map(({ cents }) => cents)).toEqual(status === 'completed' ? [] : [20_013]);
    expect(await cash()).toBe(status === 'completed' ? 20_013 : 0);
  }
  await expectBooksToBalance(env.DB);
});
